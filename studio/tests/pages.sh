#!/usr/bin/env bash
# Builds the pages that the browser's tests open: `bash studio/tests/pages.sh parity-page lacuna-studio`, or one of them. Those tests build them, too;
# as a step of its own it can run in parallel with others.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/browser.sh"

for package in "$@"; do
    LACUNA_PAGE_PACKAGE=$package bash "$root/studio/web.sh"
done
