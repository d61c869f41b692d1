#!/usr/bin/env bash
# Builds the examples for browsers and looks at them in one: `bash examples/web/test.sh`. Pictures of the pages are in target/web-pictures.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../studio/tests/browser.sh"

bash "$root/examples/web/build.sh" "$target/web-examples"
node "$root/examples/web/test.mjs" "$target/web-examples" "$target/web-pictures"
