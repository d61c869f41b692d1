#!/usr/bin/env bash
# Compares the engines of a browser with test vectors on the parity page: `bash studio/tests/parity.sh` for some functions, `bash studio/tests/parity.sh all`
# for all of them, and for the whole catalogue by WebGPU and WebAssembly.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/browser.sh"

which=${1:-some}
folder=$target/parity-files
LACUNA_PAGE_PACKAGE=parity-page bash "$root/studio/web.sh"
node "$root/studio/tests/parity.mjs" "$folder" "$which" "$target/parity.png"
if [[ $which == all ]]; then
    mkdir -p "$target/catalogue-files"
    cp "$folder"/* "$target/catalogue-files/"
    "${LACUNA_XTASK:-$target/checked/xtask}" parity "$target/catalogue-files" all
    node "$root/studio/tests/parity.mjs" "$target/catalogue-files" catalogue
fi
