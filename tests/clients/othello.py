"""The rules of Othello, written for the tests of clients: slow, and independent of the engine."""

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
BLACK, WHITE = "black", "white"


def other(colour):
    return WHITE if colour == BLACK else BLACK


class Board:
    """A position: the discs by square, such as `f5`, and the player to move. `None` moves after the end of the game."""

    def __init__(self):
        self.discs = {"d4": WHITE, "e5": WHITE, "d5": BLACK, "e4": BLACK}
        self.turn = BLACK
        self.passes = 0

    def flips(self, square, colour):
        if square in self.discs:
            return []
        column, row = ord(square[0]) - ord("a"), int(square[1]) - 1
        found = []
        for dx, dy in DIRECTIONS:
            line, x, y = [], column + dx, row + dy
            while 0 <= x < 8 and 0 <= y < 8:
                at = chr(ord("a") + x) + str(y + 1)
                disc = self.discs.get(at)
                if disc is None:
                    break
                if disc == colour:
                    found += line
                    break
                line.append(at)
                x, y = x + dx, y + dy
        return found

    def moves(self, colour):
        squares = (file + rank for file in "abcdefgh" for rank in "12345678")
        return [square for square in squares if self.flips(square, colour)]

    def must_pass(self):
        return self.turn is not None and not self.moves(self.turn)

    def play(self, square):
        """Plays a move of the player to move, and ends the game if neither player can move after it."""
        flipped = self.flips(square, self.turn)
        if not flipped:
            raise ValueError(f"{square} is illegal for {self.turn}\n{self}")
        for at in flipped + [square]:
            self.discs[at] = self.turn
        self.turn = other(self.turn)
        if self.must_pass() and not self.moves(other(self.turn)):
            self.turn = None

    def play_pass(self):
        if not self.must_pass():
            raise ValueError(f"{self.turn} must not pass\n{self}")
        self.passes += 1
        self.turn = other(self.turn)

    def count(self, colour):
        return sum(disc == colour for disc in self.discs.values())

    def score(self):
        """Returns the result for Black; empty squares belong to the winner."""
        black, white = self.count(BLACK), self.count(WHITE)
        empty = 64 - black - white
        return black - white + (empty if black > white else -empty if white > black else 0)

    def __str__(self):
        marks = {None: "-", BLACK: "*", WHITE: "O"}
        rows = ("".join(marks[self.discs.get(file + rank)] for file in "abcdefgh") for rank in "12345678")
        return "\n".join(rows) + f"\n{self.turn}"


def random_opening(board, plies, rng):
    """Plays random moves, passes where there are none, and returns the moves with their players."""
    played = []
    while len(played) < plies and board.turn is not None:
        if board.must_pass():
            board.play_pass()
            continue
        square = rng.choice(board.moves(board.turn))
        played.append((board.turn, square))
        board.play(square)
    return played
