#!/usr/bin/env bash
# Builds the site of the project into a folder of static files: the book, the studio at studio/, and the comparison of a browser's GPU at parity/:
#
#     bash docs/site.sh FOLDER
#     python3 -m http.server --directory FOLDER
#
# It needs mdbook and what studio/web.sh needs. mdbook reads its own variables: MDBOOK_OUTPUT__HTML__GIT_REPOSITORY_URL adds a link to the repository.
set -euo pipefail

(($# == 1)) || { echo "docs/site.sh: give the folder" >&2; exit 2; }
if ! command -v mdbook >/dev/null; then
    echo "docs/site.sh: mdbook is missing; run: cargo install mdbook --locked --no-default-features" >&2
    exit 1
fi
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
mkdir -p "$1"
folder="$(cd "$1" && pwd)"

# This empties the folder, so it comes first.
mdbook build "$root/docs" --dest-dir "$folder"
bash "$root/studio/web.sh" "$folder/studio"
LACUNA_PAGE_PACKAGE=parity-page bash "$root/studio/web.sh" "$folder/parity"
