#!/bin/bash
# Plays one whole game of chess by xboard, with polyglot between it and the engine, on a display without a screen. The engine
# plays both sides and ponders.
#
#     tests/clients/xboard.sh [PROGRAM]
#
# Needs Debian's packages xboard, polyglot and xvfb. The program is target/release/nullwindow by default. The script ends with
# 1 if the game has no result after five minutes, ended by a forfeit, an illegal move or a crash, if a side lost on time or a
# move took longer than three seconds, or if nothing was pondered.
set -euo pipefail

# The most time of a move, in milliseconds, as xboard measures it. With 10 s and 0.1 s per move the engine stops a search after
# 1.7 s at the latest; the rest is for polyglot, and for a machine that runs other programs.
longest_allowed=3000

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
    -ponder -thinking -autoCallFlag true -soundProgram "" -sgf "$directory/game.pgn" -debug >errors.txt 2>&1 &
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
if grep -Eiq 'on time|flag fell' game.pgn; then fail "a side has lost on time"; fi
if grep -Eiq 'illegal|forfeit|exited|crash|disconnect|hung|resign' game.pgn; then fail "the game ended by a failure"; fi
# In the debug log, "1234 >first : usermove e7e5" or "go" starts the clock of an engine, and "2345 <first : move g1f3" stops it.
# "time 973" is its clock before the move, in hundredths of a second.
times=$(awk '
    /^[0-9]+ >(first |second): (go|usermove)/ { start[substr($2, 2, 5)] = $1 }
    /^[0-9]+ >(first |second): time -?[0-9]+/ { if (clocks++ == 0 || $NF < least) least = $NF }
    /^[0-9]+ <(first |second): move / {
        side = substr($2, 2, 5)
        if (side in start) { moves++; if ($1 - start[side] > longest) longest = $1 - start[side]; delete start[side] }
    }
    END { print moves + 0, longest + 0, least + 0 }' xboard.debug)
read -r moves longest least <<<"$times"
test "$moves" -ge 10 || fail "the log has the times of $moves moves only"
test "$longest" -le "$longest_allowed" || fail "a move took $longest ms, and at most $longest_allowed are allowed"
test "$least" -gt 0 || fail "a clock has run out: $least hundredths of a second"
ponders=$(grep -c '^go .*ponder' commands.txt || true)
hits=$(grep -c '^ponderhit' commands.txt || true)
stops=$(grep -c '^stop' commands.txt || true)
test "$ponders" -gt 0 && test "$hits" -gt 0 || fail "nothing was pondered"
echo "a whole game with $ponders ponder searches, $hits hits and $stops stops: no forfeit, no illegal move;" \
    "$moves moves, the longest of $longest ms, no clock below $least hundredths of a second"
