"""easyAI, python-chess, OpenSpiel, ConnectX and new projects."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import nullwindow

easyAI = pytest.importorskip("easyAI")


def sticks(pile: int) -> Any:
    class Sticks(easyAI.TwoPlayerGame):  # type: ignore[misc, name-defined]
        def __init__(self, players: Any = None) -> None:
            self.players, self.pile, self.current_player = players, pile, 1

        def possible_moves(self) -> list[str]:
            return ["1", "2", "3"][: self.pile]

        def make_move(self, move: str) -> None:
            self.pile -= int(move)

        def unmake_move(self, move: str) -> None:
            self.pile += int(move)

        def is_over(self) -> bool:
            return self.pile == 0

        def scoring(self) -> int:
            return -100 if self.is_over() else self.pile % 5

        def ttentry(self) -> int:
            return self.pile

    return Sticks


def minimax(game: Any, depth: int) -> float:
    """The value that easyAI means: wins and losses earn a thousandth for every ply that is left."""
    if depth == 0 or game.is_over():
        return float(game.scoring() * (1 + 0.001 * depth))
    values = []
    for move in game.possible_moves():
        after = game.copy()
        after.make_move(move)
        after.switch_player()
        values.append(-minimax(after, depth - 1))
    return max(values)


def test_easyai_is_wrong_with_its_table_and_we_are_not() -> None:
    """13 sticks, 3 plies: an entry of another depth answers, and easyAI returns 0 in the place of -1."""
    game = sticks(13)()
    tabled = easyAI.Negamax(3, tt=easyAI.TranspositionTable())
    tabled(game)
    ours = nullwindow.search(nullwindow.EasyAIGame(game), depth=3).value
    assert (minimax(game, 3), tabled.alpha, ours) == (-1, 0, -1)


def test_sticks_have_the_values_of_minimax() -> None:
    for pile in range(4, 16):
        for depth in range(2, 8):
            game = sticks(pile)()
            expected = minimax(game, depth)
            plain = easyAI.Negamax(depth)
            plain(game)
            assert plain.alpha == pytest.approx(expected), "without a table easyAI is right"
            ours = nullwindow.search(nullwindow.EasyAIGame(game), depth=depth).value
            # Wins and losses of easyAI earn a thousandth for every ply that is left.
            assert ours is not None and abs(ours - expected) < 1, (pile, depth)


def test_games_that_are_containers_are_copied_whole() -> None:
    class Piles(list, easyAI.TwoPlayerGame):  # type: ignore[misc, name-defined, type-arg]
        def __init__(self, players: Any = None) -> None:
            super().__init__([1, 2])
            self.players, self.current_player = players, 1

        def possible_moves(self) -> list[int]:
            return [place for place, pile in enumerate(self) if pile]

        def make_move(self, move: int) -> None:
            self[move] -= 1

        def is_over(self) -> bool:
            return not any(self)

        def scoring(self) -> int:
            return -100 if self.is_over() else 0

        def copy(self) -> Any:
            return easyAI.TwoPlayerGame.copy(self)

        def ttentry(self) -> tuple[int, ...]:
            return tuple(self)

    game = Piles()
    assert nullwindow.solve(nullwindow.EasyAIGame(game)).value == 100, "the first player takes the last of three"
    assert list(game) == [1, 2]


def test_a_derived_adapter_keeps_its_methods() -> None:
    class Doubled(nullwindow.EasyAIGame):
        def play(self, state: Any, move: Any) -> Any:
            return super().play(super().play(state, move), "1") if state.pile > 4 else super().play(state, move)

    game = Doubled(sticks(9)())
    assert game.play(game.start(), "1").pile == 7
    assert nullwindow.search(game, depth=1, algorithm="minimax").value == max(
        (1 if game.mover(after) == 0 else -1) * game.evaluation(after)
        for after in (game.play(game.start(), move) for move in ("1", "2", "3"))
    )


def test_copies_are_those_of_deepcopy() -> None:
    class Cup:
        def __init__(self) -> None:
            self.dice = [1, 2]

    class Everything(easyAI.TwoPlayerGame):  # type: ignore[misc, name-defined]
        def __init__(self, players: Any = None) -> None:
            self.players, self.current_player = players, 1
            row = [1, 2]
            self.rows: list[Any] = [row, [3, (4, [5])]]
            self.first = row
            self.named: dict[str, Any] = {"row": row, "set": {1, 2}, "pairs": {(1, 2): (3, 4)}}
            self.array, self.cup, self.steps = np.arange(3), Cup(), 0
            self.itself: list[Any] = [1]
            self.itself.append(self.itself)

        def possible_moves(self) -> list[int]:
            return [1, 2]

        def make_move(self, move: int) -> None:
            self.steps += move
            self.rows[1][1][1].append(move)
            self.first.append(move)
            self.named["set"].add(self.steps)
            self.array[0] = self.cup.dice[0] = move

        def is_over(self) -> bool:
            return self.steps > 4

        def scoring(self) -> int:
            return int(self.array[0]) - len(self.first)

        def ttentry(self) -> str:
            return f"{self.rows} {self.first} {self.named} {self.array} {self.cup.dice} {self.steps}"

    game = Everything()
    adapter = nullwindow.EasyAIGame(game)
    before, state = game.ttentry(), adapter.play(adapter.start(), 2)
    expected = copy.deepcopy(game)
    expected.play_move(2)
    assert state.ttentry() == expected.ttentry() and game.ttentry() == before
    assert state.first is state.rows[0] is state.named["row"], "one list in three places stays one list"
    assert state.itself[1] is state.itself is not game.itself
    for depth in (1, 2, 3, 4):
        found = nullwindow.search(adapter, depth=depth).value
        assert found is not None and abs(found - minimax(game, depth)) < 1


@pytest.mark.parametrize("name", ["TicTacToe", "ConnectFour", "Nim", "GameOfBones", "Hexapawn"])
def test_one_call_answers_what_three_methods_do(name: str) -> None:
    """The moves of a search are played by native code, the first position by the methods."""
    module = pytest.importorskip("easyAI.games.Hexapawn" if name == "Hexapawn" else "easyAI.games")
    create, dice = getattr(module, name), random.Random(name)
    game = create([easyAI.Human_Player(), easyAI.Human_Player()])
    adapter = nullwindow.EasyAIGame(game, scoring=lambda game: 0)
    state, step = adapter.start(), adapter._step
    assert step is not None
    while not state.is_over():
        move = dice.choice(state.possible_moves())
        after, mover, key = step(state, move)
        state = adapter.play(state, move)
        assert after is not state and (mover, key) == (adapter.mover(state), adapter.key(state))
        assert adapter.key(after) == key and hash(key) == hash(adapter.key(state))


def test_containers_without_end_raise() -> None:
    class Deep(sticks(5)):  # type: ignore[misc]
        def __init__(self, players: Any = None) -> None:
            super().__init__(players)
            self.chain: dict[str, Any] = {}
            self.chain["next"] = self.chain

    with pytest.raises(RecursionError):
        nullwindow.search(nullwindow.EasyAIGame(Deep()), depth=2)


@pytest.mark.parametrize("name", ["TicTacToe", "ConnectFour", "Nim", "GameOfBones"])
def test_games_of_easyai_have_the_values_of_minimax(name: str) -> None:
    games = pytest.importorskip("easyAI.games")
    create = getattr(games, name)
    dice = random.Random(name)
    for _ in range(4):
        game = create([easyAI.Human_Player(), easyAI.Human_Player()])
        for _ in range(dice.randint(0, 4)):
            if not game.is_over():
                game.play_move(dice.choice(game.possible_moves()))
        expected = minimax(game, 3)
        found = nullwindow.search(nullwindow.EasyAIGame(game), depth=3).value
        assert found is not None and abs(found - expected) < 1
        assert nullwindow.easyai.EasyAISearch(3)(game) in game.possible_moves() or game.is_over()


@pytest.mark.parametrize("name", ["TicTacToe", "ConnectFour", "Nim"])
@pytest.mark.parametrize("seat", [0, 1])
def test_whole_games_are_played_in_easyai(name: str, seat: int) -> None:
    """easyAI copies the game with its players before every move."""
    create = getattr(pytest.importorskip("easyAI.games"), name)
    search = nullwindow.easyai.EasyAISearch(4)
    players = [easyAI.AI_Player(easyAI.Negamax(2)) for _ in range(2)]
    players[seat] = easyAI.AI_Player(search)
    game = create(players)
    history = game.play(verbose=False)
    assert game.is_over() and search.value is not None
    assert players[seat].AI_algo is search and len(history) > 4
    if name == "TicTacToe":
        assert not (game.lose() and game.current_player == seat + 1), "it sees four plies"


def test_searches_for_easyai_can_be_copied_and_pickled() -> None:
    search = nullwindow.easyai.EasyAISearch(3, scale=10)
    game = sticks(9)()
    move = search(game)
    assert copy.deepcopy(search) is search
    for other in (copy.copy(search), pickle.loads(pickle.dumps(search))):
        assert other is not search and (other.depth, other.scale, other.value) == (3, 10, search.value)
        assert other(game) == move


def test_players_that_store_a_part_of_the_game() -> None:
    hexapawn = pytest.importorskip("easyAI.games.Hexapawn").Hexapawn
    game = hexapawn([easyAI.Human_Player(), easyAI.Human_Player()])
    before = [list(player.pawns) for player in game.players]
    scoring = lambda game: -100 if game.lose() else 0  # noqa: E731
    assert nullwindow.solve(nullwindow.EasyAIGame(game, scoring=scoring)).value == 100
    assert [player.pawns for player in game.players] == before, "the game itself is left alone"
    with pytest.raises(TypeError, match="no method 'scoring'"):
        nullwindow.EasyAIGame(hexapawn)


@pytest.mark.parametrize("method", ["make_move", "possible_moves", "is_over", "scoring"])
def test_players_in_which_a_game_stores_a_part_of_itself_later(method: str) -> None:
    class Squares(easyAI.TwoPlayerGame):  # type: ignore[misc, name-defined]
        """Take one or two of seven. The method of this name stores points in a player."""

        def __init__(self, players: Any) -> None:
            self.players, self.pile, self.current_player = players, 7, 1

        def write(self, where: str, points: int) -> None:
            if where == method:
                self.player.points = getattr(self.player, "points", 0) + points

        def possible_moves(self) -> list[str]:
            self.write("possible_moves", 0)
            return ["1", "2"][: self.pile]

        def make_move(self, move: str) -> None:
            self.pile -= int(move)
            self.write("make_move", int(move) ** 2)

        def is_over(self) -> bool:
            self.write("is_over", 0)
            return self.pile == 0

        def scoring(self) -> int:
            self.write("scoring", 0)
            points = [getattr(player, "points", 0) for player in (self.player, self.opponent)]
            return 10 * (points[0] - points[1]) + self.pile

    players = [easyAI.Human_Player(), easyAI.Human_Player()]
    game = Squares(players)
    expected = [minimax(game.copy(), depth) for depth in range(8)]
    searched = nullwindow.EasyAIGame(game)
    for depth, value in enumerate(expected):
        if depth:
            found = nullwindow.search(searched, depth=depth).value
            assert found is not None and abs(found - value) < 1, (depth, found, value)
    assert [set(vars(player)) for player in players] == [{"name"}] * 2, "the players themselves are left alone"
    assert nullwindow.easyai.EasyAISearch(3)(game) in ("1", "2")
    assert [set(vars(player)) for player in players] == [{"name"}] * 2


def test_the_package_needs_no_easyai() -> None:
    program = (
        "import sys; sys.modules['easyAI'] = None; import nullwindow; nullwindow.EasyAIGame;"
        "assert not {'chess', 'pyspiel', 'numpy'} & set(sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr


def test_chess_boards() -> None:
    chess = pytest.importorskip("chess")
    import chess.engine
    import nullwindow.chess

    board = chess.Board()
    for san in "e4 e5 Nf3 Nc6 Bb5".split():
        board.push_san(san)
    info = nullwindow.chess.analyse(board, chess.engine.Limit(depth=5))
    assert info["pv"][0] in board.legal_moves and info["depth"] == 5
    assert info["score"].turn == chess.BLACK and abs(info["score"].relative.score(mate_score=10_000)) < 200
    infos = nullwindow.chess.analyse(board, chess.engine.Limit(nodes=20_000), multipv=3)
    assert [info["multipv"] for info in infos] == [1, 2, 3]
    begin = time.perf_counter()
    nullwindow.chess.analyse(board, chess.engine.Limit(time=0.3))
    assert time.perf_counter() - begin < 1
    mated = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert nullwindow.chess.analyse(mated, chess.engine.Limit(depth=1))["score"].relative == chess.engine.Mate(0)
    castling = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert nullwindow.chess.analyse(castling, chess.engine.Limit(depth=6))["pv"]
    with pytest.raises(ValueError, match="limit"):
        nullwindow.chess.analyse(board, chess.engine.Limit())


def test_boards_and_positions_are_converted() -> None:
    """The conversions of docs/python-games.md."""
    chess = pytest.importorskip("chess")
    board = chess.Board()
    for san in "e4 d5 exd5 Qxd5 Nc3".split():
        board.push_san(san)
    result = nullwindow.search("chess", board.fen(), depth=2)
    assert result.move is not None and board.parse_san(result.move) in board.legal_moves
    moves = [move.uci() for move in board.move_stack]
    played = nullwindow.search("chess", board.root().fen(), moves=moves, depth=2)
    assert (played.value, played.move) == (result.value, result.move)
    for each in (result, played):
        assert chess.Board(nullwindow.board("chess", each.position).notation) == board
    start = nullwindow.board("chess", moves="e4 e5").notation
    assert chess.Board(start).piece_at(chess.E5) == chess.Piece.from_symbol("p")


def test_repetitions_on_a_board_count() -> None:
    chess = pytest.importorskip("chess")
    import chess.engine
    import nullwindow.chess

    # White is a rook down and gives check for ever. Its queen returns to a square from which it gave check before.
    board = chess.Board("6k1/6p1/8/7Q/8/1r6/1q4PP/6K1 w - - 0 1")
    for uci in "h5e8 g8h7 e8h5 h7g8 h5e8 g8h7".split():
        board.push_uci(uci)
    limit = chess.engine.Limit(depth=2)
    played = nullwindow.chess.analyse(board, limit)
    assert (played["score"].relative, played["pv"][0].uci()) == (chess.engine.Cp(0), "e8h5")
    alone = nullwindow.chess.analyse(chess.Board(board.fen()), limit)
    assert alone["score"].relative < chess.engine.Cp(-300), "two plies without the stack see no repetition"


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "othello", "chess", "breakthrough(rows=5,columns=4)", "checkers"])
def test_bots_beat_the_random_bot(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from nullwindow.openspiel import NullwindowBot

    game = pyspiel.load_game(name)
    shipped = {"tic_tac_toe": "tictactoe", "connect_four": "connect4 7x6", "othello": "othello", "chess": "chess"}
    assert NullwindowBot(game, 0).engine == shipped.get(name)
    total = 0.0
    for seed in range(2):
        for player in (0, 1):
            bots: list[object] = [None, None]
            bots[player] = NullwindowBot(game, player, depth=3, nodes=3_000)
            bots[1 - player] = pyspiel.make_uniform_random_bot(1 - player, seed)
            total += pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[player]
    # Checkers without an evaluation may end in draws.
    assert total >= (0 if name == "checkers" else 2), total


def test_games_that_no_minimax_plays_are_refused() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from nullwindow.openspiel import NullwindowBot

    for name, words in [("kuhn_poker", "chance"), ("matrix_pd", "simultaneous"), ("backgammon", "chance")]:
        with pytest.raises(ValueError, match=words):
            NullwindowBot(pyspiel.load_game(name), 0)


def test_connectx_agent() -> None:
    from nullwindow.kaggle import connectx_agent

    settings = SimpleNamespace(columns=7, rows=6, inarow=4, actTimeout=0.4)
    begin = time.perf_counter()
    assert connectx_agent(SimpleNamespace(board=[0] * 42, mark=1), settings) in range(7)
    assert time.perf_counter() - begin < 1
    # Three in a row for the player to move, on boards of the engine and on others.
    for columns, rows, inarow in [(7, 6, 4), (10, 5, 4), (5, 4, 3), (12, 8, 5)]:
        board = [0] * (columns * rows)
        last = (rows - 1) * columns
        for stone in range(inarow - 1):
            board[last + stone] = 1
            board[last - columns + stone] = 2
        settings = SimpleNamespace(columns=columns, rows=rows, inarow=inarow, actTimeout=0.4)
        assert connectx_agent(SimpleNamespace(board=board, mark=1), settings) == inarow - 1, (columns, rows, inarow)


def test_connectx_in_the_real_environment() -> None:
    kaggle = pytest.importorskip("kaggle_environments")
    from nullwindow.kaggle import connectx_agent

    environment = kaggle.make("connectx", configuration={"actTimeout": 0.4})
    environment.run([connectx_agent, "random"])
    assert environment.state[0].reward == 1, environment.state
    environment.run(["random", connectx_agent])
    assert environment.state[1].reward == 1, environment.state


def test_a_new_project_passes_its_own_tests(tmp_path: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, *arguments]
        return subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, timeout=120)

    created = run("-m", "nullwindow", "new", "--python", "my-matches")
    assert created.returncode == 0 and "pytest" in created.stdout, created.stderr
    refused = run("-m", "nullwindow", "new", "--python", "math")
    assert refused.returncode == 2 and "choose another name" in refused.stderr
    again = run("-m", "nullwindow", "new", "--python", "my-matches")
    assert again.returncode == 2 and "exists already" in again.stderr
    tested = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "my-matches")
    assert tested.returncode == 0 and "6 passed" in tested.stdout, tested.stdout
    shown = run("my-matches/my_matches.py")
    assert shown.stdout.count("value 1") == 4, shown
