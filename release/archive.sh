#!/usr/bin/env bash
# Writes the files of an archive that no checkout has: `bash release/archive.sh` puts notices, manual pages and completions into target/archive.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

rm -rf target/archive
mkdir -p target/archive/{completions,man}
bash release/notices.sh target/archive/THIRD-PARTY.md

lacuna() { cargo run --quiet --locked --package lacuna-cli -- "$@"; }

for shell in bash elvish fish powershell zsh; do
    lacuna completions "$shell" >"target/archive/completions/lacuna.$shell"
done
lacuna man >target/archive/man/lacuna.1
for command in $(lacuna --help | awk '/^Commands:/ { inside = 1; next } /^$/ { inside = 0 } inside && $1 != "help" { print $1 }'); do
    lacuna man "$command" >"target/archive/man/lacuna-$command.1"
done
