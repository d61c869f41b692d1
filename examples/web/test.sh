#!/usr/bin/env bash
# Builds the examples for browsers and opens them in one: `bash examples/web/test.sh`. Pictures of the pages are in target/web-pictures.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../studio/tests/browser.sh"

if [[ -z "${LACUNA_COMMAND:-}" ]]; then
    cargo build --quiet --release --locked --manifest-path "$root/Cargo.toml" --package lacuna-cli
    export LACUNA_COMMAND=$target/release/lacuna
fi
bash "$root/examples/web/build.sh" "$target/web-examples"
node "$root/examples/web/test.mjs" "$target/web-examples" "$target/web-pictures"

# Every preset as a module of WESL, linked by its own linker.
wesl=0.7.31
if [[ "$(node -p "JSON.parse(require('fs').readFileSync('$browser/node_modules/wesl/package.json')).version" 2>/dev/null)" != "$wesl" ]]; then
    npm install --silent --no-fund --no-audit --prefix "$browser" "wesl@$wesl"
fi
mkdir -p "$target/web-modules"
for preset in $("$LACUNA_COMMAND" sources | awk '$2 == "preset" { print $1 }'); do
    # An output with a layer has no value at a point, and is no module.
    "$LACUNA_COMMAND" export "$preset" --name hills --as wesl --force -o "$target/web-modules/$preset.wesl" 2>"$target/web-modules/error" ||
        grep -q 'computes from the pixels of a picture' "$target/web-modules/error"
done
node "$root/examples/web/wesl.mjs" "$target/web-modules"
