#!/bin/sh
# Shows that the order in which `compare` measures algorithms does not change the ratio of their times.
# Runs the same comparison in both orders, in turn, and prints the mean ratio of MTD(f) to aspiration with its
# standard error for each order.
# Build first: cargo build --release
# Usage: algorithm-order.sh [rounds [path to nullwindow]]
set -eu

rounds=${1:-20}
program=${2:-${CARGO_TARGET_DIR:-$(dirname "$0")/../../target}/release/nullwindow}
[ -x "$program" ] || { echo "algorithm-order.sh: $program is not there; build it first" >&2; exit 1; }

# The time of MTD(f) over that of aspiration, both summed over the positions.
ratio() {
    "$program" compare "$1" -j 1 -n 8 -d "$2" -a "$3" --json | awk '
        match($0, /"algorithm":"[^"]*"/) { name = substr($0, RSTART + 13, RLENGTH - 14) }
        match($0, /"seconds":[0-9.e-]+/) { time[name] += substr($0, RSTART + 10, RLENGTH - 10) }
        END { print time["mtd-f"] / time["aspiration"] }'
}

printf '%-10s %-20s %s\n' game measured-first 'mtd-f / aspiration'
for game in 'othello 7' 'checkers 11' 'chess 4' 'connect4 12'; do
    set -- $game
    round=0
    while [ "$round" -lt "$rounds" ]; do
        echo "mtd-f $(ratio "$1" "$2" mtd-f,aspiration)"
        echo "aspiration $(ratio "$1" "$2" aspiration,mtd-f)"
        round=$((round + 1))
    done | awk -v game="$1" '
        { n[$1]++; sum[$1] += $2; squares[$1] += $2 * $2 }
        END {
            for (first in n) {
                mean = sum[first] / n[first]
                error = sqrt((squares[first] / n[first] - mean * mean) / (n[first] - 1))
                printf "%-10s %-20s %.3f +- %.3f\n", game, first, mean, error
            }
        }'
done
