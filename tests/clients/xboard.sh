#!/bin/bash
# Plays one whole game of chess by xboard, with polyglot between it and the engine, on a display without a screen. The engine
# plays both sides and ponders.
#
#     tests/clients/xboard.sh [PROGRAM]
#
# Needs Debian's packages xboard, polyglot and xvfb. The program is target/release/nullwindow by default. The script ends with
# 1 if the game has no result after five minutes, ended by a forfeit, an illegal move or a crash, or if nothing was pondered.
set -euo pipefail

program=$(realpath "${1:-target/release/nullwindow}")
directory=$(mktemp -d)
xboard=
clean_up() {
    test -z "$xboard" || kill -- "-$xboard" 2>/dev/null || true
    rm -rf "$directory"
}
trap clean_up EXIT
fail() {
    echo "FAILED: $1" >&2
    tail -n 20 "$directory/xboard.debug" "$directory/errors.txt" 2>/dev/null >&2 || true
    exit 1
}
# Debian has them in /usr/games, which is not on every path.
PATH=$PATH:/usr/games
for tool in xboard polyglot xvfb-run; do
    command -v "$tool" >/dev/null || fail "$tool is not installed"
done

# One side is started as `nullwindow engine-config xboard` says. The commands for the other are recorded.
cat >"$directory/recorded" <<END
#!/bin/bash
tee "$directory/commands.txt" | "$program" uci
END
chmod +x "$directory/recorded"
cd "$directory"
# Job control gives xboard a process group of its own: it shows the result until it is ended.
set -m
HOME=$directory xvfb-run -a xboard -fcp "$program uci" -fUCI -scp "$directory/recorded" -sUCI -mg 1 -tc 0:10 -inc 0.1 \
    -ponder -thinking -soundProgram "" -sgf "$directory/game.pgn" -debug >errors.txt 2>&1 &
xboard=$!
set +m

for _ in $(seq 600); do
    if grep -Eqs '^\[Result ' game.pgn && grep -Eqs '(1-0|0-1|1/2-1/2)$' game.pgn; then break; fi
    kill -0 "$xboard" 2>/dev/null || fail "xboard has ended"
    sleep 0.5
done
test -s game.pgn || fail "there is no game"
cat game.pgn
grep -Eq '^\[Result "(1-0|0-1|1/2-1/2)"\]' game.pgn || fail "the game has no result"
if grep -Eiq 'illegal|forfeit|exited|crash|disconnect|hung|resign' game.pgn; then fail "the game ended by a failure"; fi
ponders=$(grep -c '^go .*ponder' commands.txt || true)
hits=$(grep -c '^ponderhit' commands.txt || true)
stops=$(grep -c '^stop' commands.txt || true)
test "$ponders" -gt 0 && test "$hits" -gt 0 || fail "nothing was pondered"
echo "a whole game with $ponders ponder searches, $hits hits and $stops stops: no forfeit, no illegal move"
