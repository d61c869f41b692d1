#!/usr/bin/env bash
# Compares WebGPU in a browser with the CPU engine there, and that with the native one: `bash studio/tests/parity.sh` for the graphs that cover the
# catalogue, `bash studio/tests/parity.sh all` for all of it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/browser.sh"

samples=4096
graphs=${1:-covering}

LACUNA_PAGE_PACKAGE=parity-page bash "$root/studio/web.sh" "$target/parity-files"
# LACUNA_PARITY_PAGE names an existing `parity-page` of this tree.
native=${LACUNA_PARITY_PAGE:-$target/checked/parity-page}
[[ -n "${LACUNA_PARITY_PAGE:-}" ]] || CARGO_TARGET_DIR=$target cargo build --quiet --profile checked --locked --manifest-path "$root/Cargo.toml" --package parity-page
"$native" "$samples" "$graphs" >"$target/parity-hashes.txt"
node "$root/studio/tests/parity.mjs" "$target/parity-files" "$samples" "$graphs" "$target/parity-hashes.txt"
