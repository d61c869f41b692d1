#!/usr/bin/env bash
# Builds the WebAssembly of the npm package, and the JavaScript that starts it, into npm/src/engine/. It needs Rust with the target
# wasm32-unknown-unknown. `npm pack` and `npm publish` run it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
LACUNA_PAGE_PACKAGE=lacuna-wasm bash "$here/../studio/web.sh" "$here/src/engine"
