"""Five small games, as examples of `nullwindow.Game`. Rules and scores are those of the games of the same names in easyAI.

    python games.py         solves them, and checks their rules with the conformance kit

States are tuples of numbers, which never change and are their own keys. The benchmark `benchmarks/easyai.py` compares the
time of a search with that of easyAI on its classes.
"""

from __future__ import annotations

import nullwindow

LOST, WON = -100, 100
Pawns = tuple[int, ...]

SQUARES = range(1, 10)
ALL_SQUARES = sum(1 << square for square in SQUARES)
ROWS = [(1, 2, 3), (4, 5, 6), (7, 8, 9)]
LINES = [*ROWS, *zip(*ROWS), (1, 5, 9), (3, 5, 7)]
# The sets of squares, as bits, that contain a line.
WON_SQUARES = {
    squares for squares in range(ALL_SQUARES + 1) if any(all(squares >> square & 1 for square in line) for line in LINES)
}


class TicTacToe(nullwindow.Game[tuple[int, int], int]):
    """A state is the squares of the player to move and those of the other one, as bits 1 to 9."""

    def start(self) -> tuple[int, int]:
        return 0, 0

    def moves(self, state: tuple[int, int]) -> list[int]:
        taken = state[0] | state[1]
        return [square for square in SQUARES if not taken >> square & 1]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[1], state[0] | 1 << move

    def score(self, state: tuple[int, int]) -> int | None:
        if state[1] in WON_SQUARES:
            return LOST
        return 0 if state[0] | state[1] == ALL_SQUARES else None


class ConnectFour(nullwindow.Game[tuple[int, int], int]):
    """A state is the stones of the player to move and all stones. Seven bits are a column; the highest of them stays
    empty, so that no line runs from one column into the next."""

    COLUMNS = range(7)
    FULL = sum(0b0111111 << 7 * column for column in COLUMNS)

    def start(self) -> tuple[int, int]:
        return 0, 0

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [column for column in self.COLUMNS if not state[1] >> 7 * column + 5 & 1]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        own, stones = state
        # The sum carries into the lowest empty place of the column.
        return own ^ stones, stones | stones + (1 << 7 * move)

    def score(self, state: tuple[int, int]) -> int | None:
        own, stones = state
        other = own ^ stones
        for step in (1, 6, 7, 8):
            pairs = other & other >> step
            if pairs & pairs >> 2 * step:
                return LOST
        return 0 if stones == self.FULL else None


class Nim(nullwindow.Game[tuple[int, ...], tuple[int, int]]):
    """Take any number from one pile; the player that takes the last piece loses. A state is the sizes of the piles in
    ascending order: the order of piles has no meaning. A move is the size of a pile and the number to take."""

    def __init__(self, piles: tuple[int, ...] = (5, 5, 5, 5)) -> None:
        self.piles = piles

    def start(self) -> tuple[int, ...]:
        return tuple(sorted(self.piles))

    def moves(self, state: tuple[int, ...]) -> list[tuple[int, int]]:
        return [(pile, taken) for pile in sorted(set(state)) for taken in range(1, pile + 1)]

    def play(self, state: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        pile, taken = move
        piles = list(state)
        piles[piles.index(pile)] = pile - taken
        piles.sort()
        return tuple(piles)

    def score(self, state: tuple[int, ...]) -> int | None:
        return None if any(state) else WON


class GameOfBones(nullwindow.Game[int, int]):
    """Take one, two or three bones; the player that takes the last one loses. A state is the number of bones."""

    def __init__(self, bones: int = 20) -> None:
        self.bones = bones

    def start(self) -> int:
        return self.bones

    def moves(self, state: int) -> list[int]:
        return [1, 2, 3]

    def play(self, state: int, move: int) -> int:
        return state - move

    def score(self, state: int) -> int | None:
        return WON if state <= 0 else None


class Hexapawn(nullwindow.Game[tuple[Pawns, Pawns, int], tuple[int, int]]):
    """Reach the last row, or leave the other player without a move. A state is the pawns of the player to move, those of
    the other one, and the player. The pawn 12 stands in row B, column 3. Two pawns may stand on one square: easyAI lets a
    pawn move onto another one of its own."""

    def start(self) -> tuple[Pawns, Pawns, int]:
        return (0, 1, 2, 3), (30, 31, 32, 33), 0

    def mover(self, state: tuple[Pawns, Pawns, int]) -> int:
        return state[2]

    def moves(self, state: tuple[Pawns, Pawns, int]) -> list[tuple[int, int]]:
        own, other, player = state
        row = -10 if player else 10
        moves = [(pawn, pawn + row) for pawn in own if pawn + row not in other]
        moves += [(pawn, pawn + row + side) for pawn in own for side in (1, -1) if pawn + row + side in other]
        return moves if len(set(own)) == len(own) else list(set(moves))

    def play(self, state: tuple[Pawns, Pawns, int], move: tuple[int, int]) -> tuple[Pawns, Pawns, int]:
        own, other, player = state
        pawns = list(own)
        pawns[pawns.index(move[0])] = move[1]
        pawns.sort()
        if move[1] in other:
            place = other.index(move[1])
            other = other[:place] + other[place + 1 :]
        return other, tuple(pawns), 1 - player

    def score(self, state: tuple[Pawns, Pawns, int]) -> int | None:
        other, player = state[1], state[2]
        # The pawns are sorted: the first or the last one is the farthest.
        arrived = other and (other[-1] >= 30 if player else other[0] < 10)
        return LOST if arrived or not self.moves(state) else None

    def notation(self, state: tuple[Pawns, Pawns, int], move: tuple[int, int]) -> str:
        return " ".join("ABCD"[square // 10] + str(square % 10 + 1) for square in move)


def main() -> None:
    for game in (TicTacToe(), Nim(), GameOfBones(), Hexapawn()):
        print(f"{type(game).__name__}: value {nullwindow.solve(game).value}, sound: {nullwindow.check(game).sound}")
    print(f"ConnectFour, 8 plies: value {nullwindow.search(ConnectFour(), depth=8).value}")


if __name__ == "__main__":
    main()
