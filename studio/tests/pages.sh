#!/usr/bin/env bash
# Builds the pages that the browser's tests open: `bash studio/tests/pages.sh`. Those tests do it, too; by itself it can run beside others.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/browser.sh"

LACUNA_PAGE_PACKAGE=parity-page bash "$root/studio/web.sh" "$target/parity-files"
bash "$root/studio/web.sh" "$target/page-files"
