#!/usr/bin/env bash
# Writes the page for a static web server: the bundle, and the engines compiled to wasm32.
#
#     site.sh DIRECTORY
#
# Needs the Rust target wasm32-unknown-unknown (rustup target add wasm32-unknown-unknown). The bundle in dist/ is used as it is.
set -euo pipefail
site=${1:?"expected a directory, as in: site.sh site"}
web=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$web/../../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}

(cd "$root" && cargo build --profile web --target wasm32-unknown-unknown -p nullwindow-wasm)
mkdir -p "$site"
cp "$web"/dist/* "$site"
cp "$target/wasm32-unknown-unknown/web/nullwindow_wasm.wasm" "$site/engine.wasm"
echo '{"engine":"wasm","wasm":"engine.wasm"}' >"$site/engine.json"
echo "wrote the page to $site; serve it, for example: python3 -m http.server --directory $site"
