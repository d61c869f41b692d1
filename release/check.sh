#!/usr/bin/env bash
# Checks what releases are made with, as far as its tools are installed: `bash release/check.sh`. The workflow is the one that dist writes for
# dist-workspace.toml, every archive has the notices, and the notices name every crate of every platform.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
    printf '%s\n' "release/check.sh: $*" >&2
    exit 1
}

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
dist="$(sed -n 's/^cargo-dist-version = "\(.*\)"$/\1/p' dist-workspace.toml)"
read -ra targets <<<"$(sed -n 's/^targets = \[\(.*\)\]$/\1/p' dist-workspace.toml | tr -d '",')"

if [[ "$(dist --version 2>/dev/null)" == "cargo-dist $dist" ]]; then
    # A copy, with an address if there is none yet: dist makes nothing without one.
    mkdir "$scratch/copy"
    git ls-files -z --cached --others --exclude-standard | tar --null -cf - -T - | tar -xf - -C "$scratch/copy"
    sed 's|^repository = ""$|repository = "https://github.com/example/lacuna"|' Cargo.toml >"$scratch/copy/Cargo.toml"
    plan="$(cd "$scratch/copy" && dist plan)" || fail "run \`dist generate\` and commit .github/workflows/release.yml"
    archives="$(grep -c '\[misc\] CHANGELOG.md, LICENSE-APACHE, LICENSE-MIT, README.md, THIRD-PARTY.md' <<<"$plan" || true)"
    ((archives == 2 * ${#targets[@]})) || fail "of two programs for ${#targets[@]} platforms, $archives archives have all texts: $plan"
    printf '%s\n' "release/check.sh: $archives archives have all texts"
else
    printf '%s\n' "skipped: dist is missing; run: cargo install --locked cargo-dist@$dist"
fi

if cargo about --version >/dev/null 2>&1; then
    bash release/notices.sh "$scratch/notices.md"
    grep -oE '[A-Za-z0-9_-]+ [0-9]+\.[0-9]+\.[0-9]+[^], :]*' "$scratch/notices.md" | sort -u >"$scratch/named"
    for target in "${targets[@]}"; do
        cargo tree --locked --target "$target" --package lacuna-cli --package lacuna-python --package lacuna-studio \
            --edges normal,no-proc-macro --prefix none --format '{p}'
    done | sed -nE 's/^([^ ]+) v([^ ]+)$/\1 \2/p' | sort -u >"$scratch/contained"
    (($(wc -l <"$scratch/contained") > 200)) || fail "the crates of the programs were not found"
    missing="$(comm -23 "$scratch/contained" "$scratch/named")"
    [[ -z "$missing" ]] || fail "the notices do not name these crates: $missing"
    for font in studio/fonts/*-licence.txt; do
        [[ "$(<"$scratch/notices.md")" == *"$(<"$font")"* ]] || fail "the notices do not contain $font"
    done
    printf '%s\n' "release/check.sh: the notices name all $(wc -l <"$scratch/contained") crates"
else
    printf '%s\n' "skipped: cargo-about is missing; run: cargo install --locked cargo-about@0.9 --features cli"
fi
