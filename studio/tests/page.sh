#!/usr/bin/env bash
# Builds the page and uses it in a browser: `bash studio/tests/page.sh [PICTURES]`, with a folder for pictures of the screen.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/browser.sh"

bash "$root/studio/web.sh" "$target/page-files"
# LACUNA_COMMAND names an existing `lacuna` of this tree.
lacuna=${LACUNA_COMMAND:-$target/checked/lacuna}
[[ -n "${LACUNA_COMMAND:-}" ]] || CARGO_TARGET_DIR=$target cargo build --quiet --profile checked --locked --manifest-path "$root/Cargo.toml" --package lacuna-cli
node "$root/studio/tests/page.mjs" "$target/page-files" "$lacuna" "$@"
