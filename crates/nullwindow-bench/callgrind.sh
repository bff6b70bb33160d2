#!/bin/sh
# Instructions per node of every kernel workload and variant, counted by valgrind's callgrind.
# Build first: cargo build --profile shipping -p nullwindow-bench
# Usage: callgrind.sh [path to nullwindow-bench]
set -eu

bench=${1:-${CARGO_TARGET_DIR:-$(dirname "$0")/../../target}/shipping/nullwindow-bench}
command -v valgrind >/dev/null || { echo "callgrind.sh: valgrind is not installed" >&2; exit 1; }
[ -x "$bench" ] || { echo "callgrind.sh: $bench is not there; build it first" >&2; exit 1; }

# The instructions of a run of the kernel with these arguments.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" kernel "$@" 2>&1 |
        awk '/Collected/ { print $4 }'
}

printf '%-14s %-16s %10s %14s %12s\n' workload variant nodes instructions per-node
for workload in connect-four tree; do
    for variant in bare plain limits counters ordered table table-counters table-ordered; do
        nodes=$("$bench" kernel --workload "$workload" --variant "$variant" --count)
        setup=$(instructions --workload "$workload" --variant "$variant" --repeat 0)
        total=$(instructions --workload "$workload" --variant "$variant" --repeat 1)
        awk -v w="$workload" -v v="$variant" -v n="$nodes" -v i="$((total - setup))" \
            'BEGIN { printf "%-14s %-16s %10d %14d %12.1f\n", w, v, n, i, i / n }'
    done
done
