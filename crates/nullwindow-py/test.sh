#!/usr/bin/env bash
# Builds the wheel, installs it into a new environment, and runs all tests of the package there.
#
#   test.sh [DIRECTORY]    the directory of the environment; by default a temporary one
set -euo pipefail

package=$(cd "$(dirname "$0")" && pwd)
if [ $# -gt 0 ]; then
    mkdir -p "$1"
    environment=$(cd "$1" && pwd)
else
    environment=$(mktemp -d)
    trap 'rm -rf "$environment"' EXIT
fi
python3 -m venv --clear "$environment"
bin=$environment/bin
"$bin/pip" install --quiet --disable-pip-version-check \
    maturin pytest mypy numpy pyarrow pandas polars chess easyAI open_spiel distributed

cd "$package"
"$bin/maturin" build --release --quiet --interpreter "$bin/python" --out "$environment/wheels"
wheel=$(ls "$environment"/wheels/*.whl)
bytes=$(wc -c < "$wheel")
echo "$(basename "$wheel"): $bytes bytes"
[[ $wheel == *-abi3-* ]] || { echo "error: the wheel is not abi3" >&2; exit 1; }
[ "$bytes" -lt 10000000 ] || { echo "error: the wheel has 10 MB or more" >&2; exit 1; }
"$bin/pip" install --quiet --disable-pip-version-check "$wheel"

# Not in the directory of the sources, which must not be imported instead of the wheel.
cd "$environment"
"$bin/pytest" -q -rs --rootdir "$package" --config-file "$package/pyproject.toml" "$package/tests"
"$bin/pytest" -q --rootdir "$environment" --config-file /dev/null --doctest-modules --pyargs nullwindow
"$bin/python" -m doctest "$package/README.md"
"$bin/mypy" --strict --config-file "$package/pyproject.toml" -p nullwindow
"$bin/mypy" --strict --config-file "$package/pyproject.toml" "$package"/tests/*.py "$package"/examples/*.py
"$bin/python" -m mypy.stubtest --allowlist "$package/tests/stubtest.txt" nullwindow._native
