#!/usr/bin/env bash
# Measures nullwindow beside another program, or beside itself with other settings, on the same positions.
#
# Both sides run in turn, one thread each unless said otherwise. The time of a run is the processor time of the process
# (user and system), its start included; `drivers` and `threads` use the program's own clock. Printed are the mean of
# each side, the median of the ratios of the rounds, and the smallest and the largest ratio, which enclose the true
# median with a confidence of 1 - 2^(1 - rounds): 94 % with five rounds, 98 % with seven. A line of JSON with the same
# numbers follows each row.
#
# Usage: side-by-side.sh [-n ROUNDS] [-p NULLWINDOW] COMPARISON [ARGUMENT]...
#
#   connect4 PONS       340 positions against Pons' solver, which reads positions from standard input; values must agree
#   ffo-edax EDAX       FFO 40 to 49 against Edax, by its option -solve; run it where Edax finds its weights
#   ffo-ntest NTEST     FFO 40 to 49 against NTest, by the NBoard protocol; run it where NTest finds its coefficients
#   othello-edax EDAX   Othello, full width to depth 14 from three positions
#   drivers             MTD(f) and MTD(gallop) against Aspiration NegaScout: Othello 10, checkers 17, chess 6
#   threads             two threads against one: FFO 40 to 44, 46 and 47; three games at a fixed depth
#   techniques          all techniques against all but one: FFO 40 to 49; three games at a fixed depth; about ten minutes
#   tictactoe           the time of `solve tictactoe` with the default table; no other side
#
# Programs to compare with are built by their users. EDAX_OPTIONS replaces the options of Edax.
set -euo pipefail
export LC_ALL=C
TIMEFORMAT='%U %S'

rounds=5
today=$(date +%F)
program=${CARGO_TARGET_DIR:-$(dirname "$0")/../../target}/release/nullwindow
while getopts 'n:p:' option; do
    case $option in
        n) rounds=$OPTARG ;;
        p) program=$OPTARG ;;
        *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
comparison=${1:-help}
peer=${2:-}
games=$(dirname "$0")/../nullwindow-games/src
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "side-by-side.sh: $1" >&2; exit 2; }

# Prints the processor time of a command in seconds. Its output goes to $work/out.
seconds() {
    { time "$@" > "$work/out" 2> "$work/err"; } 2> "$work/time" || { cat "$work/err" >&2; fail "failed: $*"; }
    tail -n 1 "$work/time" | awk '{ print $1 + $2 }'
}

# compare TABLE ROW OURS PEER: runs two functions in turn and prints their times and the ratio.
compare() {
    local round ours theirs
    for ((round = 0; round < rounds; round++)); do
        ours=$(seconds "$3")
        theirs=$(seconds "$4")
        echo "$ours $theirs"
    done | ratio_row "$1" "$2"
}

# ratio_row TABLE ROW: reads the times of both sides, one line per round, and prints their means and the median ratio.
ratio_row() {
    awk '{ print $1, $2, ($2 > 0 ? $1 / $2 : 0) }' | sort -g -k 3 | awk -v table="$1" -v row="$2" -v today="$today" '
        { ours += $1; theirs += $2; ratio[NR] = $3 }
        END {
            middle = NR % 2 ? ratio[(NR + 1) / 2] : (ratio[NR / 2] + ratio[NR / 2 + 1]) / 2
            printf "%-34s %8.3f s %8.3f s  ratio %.3f (%.3f to %.3f)\n", row, ours / NR, theirs / NR, middle, ratio[1], ratio[NR]
            printf "{\"table\":\"%s\",\"row\":\"%s\",\"ours\":%.3f,\"peer\":%.3f,\"ratio\":%.3f,\"low\":%.3f,\"high\":%.3f,\"rounds\":%d,\"date\":\"%s\"}\n",
                table, row, ours / NR, theirs / NR, middle, ratio[1], ratio[NR], NR, today
        }'
}

needs_peer() { [ -x "$peer" ] || fail "$comparison needs the path of the other program"; }
[ -x "$program" ] || fail "$program is not there; build it first: cargo build --release"

# The FFO positions numbered $@, as "<64 characters> X".
ffo() {
    local number
    for number in "$@"; do
        sed -n "s/^ *\"$number \([-XO]* [XO]\);.*/\1/p" "$games/othello/ffo.rs"
    done
}

case $comparison in
    connect4)
        needs_peer
        cat "$games/connect_four/early.txt" "$games/connect_four/random.txt" > "$work/positions"
        ours() { "$program" solve connect4 -f "$work/positions" --json; }
        theirs() { "$peer" < "$work/positions"; }
        values() { sed 's/.*"value":\([-0-9]*\).*/\1/'; }
        ours | values > "$work/our-values"
        theirs 2> "$work/err" | awk '{ print $2 }' | cmp -s - "$work/our-values" || fail 'the values differ'
        compare connect4 '340 positions, Pons' ours theirs
        ;;
    ffo-edax)
        needs_peer
        ffo 40 41 42 43 44 45 46 47 48 49 > "$work/positions.obf"
        ours() { "$program" solve othello -f "$work/positions.obf" --json; }
        theirs() { "$peer" -solve "$work/positions.obf" ${EDAX_OPTIONS:--n 1 -q -book-usage off}; }
        compare ffo 'FFO 40-49, Edax' ours theirs
        ;;
    ffo-ntest)
        needs_peer
        ffo 40 41 42 43 44 45 46 47 48 49 > "$work/positions"
        ours() { "$program" solve othello -f "$work/positions" --json; }
        # NTest drops a running search when more input arrives: each position waits for the move of the one before.
        theirs() {
            local board mover line
            coproc NTEST { "$peer" x 2> /dev/null; }
            local process=$NTEST_PID
            printf 'nboard 2\nset depth 60\n' >&"${NTEST[1]}"
            while read -r board mover; do
                echo "set game (;GM[Othello]PC[NBoard]PB[]PW[]TY[8]BO[8 ${board//X/*} ${mover//X/*}];)" >&"${NTEST[1]}"
                echo go >&"${NTEST[1]}"
                while read -r line <&"${NTEST[0]}"; do
                    case $line in ===*) echo "$line"; break ;; esac
                done
            done < "$work/positions"
            echo quit >&"${NTEST[1]}"
            wait "$process" || true
        }
        compare ffo 'FFO 40-49, NTest' ours theirs
        ;;
    othello-edax)
        needs_peer
        while read -r moves board; do
            echo "$board" > "$work/position.obf"
            ours() { "$program" analyze othello "$moves" --depth 14 --full-width --threads 1 --json; }
            theirs() { "$peer" -solve "$work/position.obf" ${EDAX_OPTIONS:--n 1 -q -book-usage off -depth 14 -selectivity 5}; }
            compare othello-14 "$moves, Edax" ours theirs < /dev/null
        done << 'POSITIONS'
f5 ---------------------------OX------XXX-------------------------- O
f5d6c3d3c4f4 ------------------XO------XXXO-----OOX-----O-------------------- X
f5d6c3f3f4d3c4g6f6e6c5c6d7d8 ------------------XO-O----XOOX----XOXX----OOXOO----O-------O---- X
POSITIONS
        ;;
    drivers)
        for game in 'mtd-f othello 10' 'mtd-f checkers 17' 'mtd-f chess 6' \
            'mtd-gallop othello 10' 'mtd-gallop checkers 17' 'mtd-gallop chess 6'; do
            set -- $game
            # `compare` reports the processor time of each search; both sides are compared within one process and order.
            for ((round = 0; round < rounds; round++)); do
                algorithms=$1,aspiration
                [ $((round % 2)) -eq 0 ] || algorithms=aspiration,$1
                "$program" compare "$2" -j 1 -d "$3" -a "$algorithms" --windowed-leaves --json | awk -v driver="$1" '
                    match($0, /"algorithm":"[^"]*"/) { name = substr($0, RSTART + 13, RLENGTH - 14) }
                    match($0, /"seconds":[0-9.e-]+/) { time[name] += substr($0, RSTART + 10, RLENGTH - 10) }
                    END { print time[driver], time["aspiration"] }'
            done | ratio_row drivers "$1, $2 to depth $3"
        done
        ;;
    threads)
        # `bench` touches tables and warms up before its clock starts, and times one thread and two in turn.
        for ((round = 0; round < rounds; round++)); do
            "$program" bench --group threads --json
        done > "$work/lines"
        for row in 'FFO 40-44, 46, 47;FFO 4[0-467]' 'othello;othello, .*' 'checkers;checkers, .*' 'chess;chess, .*' \
            'three games;(othello|checkers|chess), .*'; do
            awk -v work="\"work\":\"${row#*;}\"" '
                $0 ~ work && match($0, /"seconds":[0-9.e-]+/) {
                    time[/"threads":2/ ? "two" : "one"] += substr($0, RSTART + 10, RLENGTH - 10)
                }
                /"work":"all"/ { print time["two"], time["one"]; delete time }' "$work/lines" |
                ratio_row threads "${row%;*}"
        done
        ;;
    techniques)
        for ((round = 0; round < rounds; round++)); do
            "$program" bench --group techniques --json
        done > "$work/lines"
        grep -o '"work":"[^"]* without [^"]*"' "$work/lines" | cut -d '"' -f 4 | awk '!seen[$0]++' | while read -r row; do
            awk -v row="$row" -v all="${row% without *} all" '
                function seconds() { match($0, /"seconds":[0-9.e-]+/); return substr($0, RSTART + 10, RLENGTH - 10) }
                index($0, "\"work\":\"" all "\"") { with = seconds() }
                index($0, "\"work\":\"" row "\"") { print with, seconds() }' "$work/lines" |
                ratio_row techniques "$row"
        done
        ;;
    tictactoe)
        ours() { local run; for run in 1 2 3 4 5 6 7 8 9 10; do "$program" solve tictactoe > /dev/null; done; }
        least=$(for ((round = 0; round < rounds; round++)); do seconds ours; done | sort -g | head -n 1)
        awk -v ten="$least" -v today="$today" 'BEGIN {
            printf "solve tictactoe %28.1f ms\n", ten * 100
            printf "{\"table\":\"tictactoe\",\"row\":\"solve tictactoe\",\"ours\":%.4f,\"date\":\"%s\"}\n", ten / 10, today
        }'
        ;;
    *)
        sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
        [ "$comparison" = help ] || exit 2
        ;;
esac
