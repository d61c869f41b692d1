#!/usr/bin/env bash
# Writes the licences and the copyright notices of all that packages contain, as Markdown: `bash release/notices.sh FILE [PACKAGE…]`, by default of the
# two programs and of the wheels. It needs cargo-about, and no network once cargo has fetched the crates.
set -euo pipefail

say() { printf '%s\n' "release/notices.sh: $*" >&2; }

if (($# == 0)); then
    say "give the file to write, such as THIRD-PARTY.md"
    exit 2
fi
if [[ "$(cargo about --version 2>/dev/null)" != "cargo-about 0.9."* ]]; then
    say "cargo-about 0.9 is missing; run: cargo install --locked cargo-about@0.9 --features cli"
    exit 1
fi
file="$1"
packages=("${@:2}")
((${#packages[@]})) || packages=(lacuna-cli lacuna-python lacuna-studio)

# On Windows, cargo knows no path of bash's own.
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && { pwd -W 2>/dev/null || pwd; })"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

# cargo-about begins at one package, so one depends on all.
{
    printf '[package]\nname = "contents"\nedition = "2024"\npublish = false\n\n[workspace]\n\n[dependencies]\n'
    for package in "${packages[@]}"; do
        case $package in
            lacuna-wasm) folder=npm/wasm ;;
            *) folder=${package#lacuna-} ;;
        esac
        printf '%s = { path = "%s" }\n' "$package" "$root/$folder"
    done
} >"$scratch/Cargo.toml"
mkdir "$scratch/src"
: >"$scratch/src/lib.rs"
cp "$root/Cargo.lock" "$scratch"
{
    # Of several licences the first in this list is taken, and the texts of MIT name the copyright holders.
    sed -n 's/^allow = \[/accepted = ["MIT", /p' "$root/deny.toml"
    case " ${packages[*]} " in
        *" lacuna-wasm "*) echo 'targets = ["wasm32-unknown-unknown"]' ;;
        *) grep '^targets = ' "$root/dist-workspace.toml" ;;
    esac
    cat "$root/release/about.toml"
    # The name of Microsoft's file has small letters, and cargo-about overlooks it.
    sed -nE 's/^name = "(windows(-.*)?|windows_x86_64_(gnu|msvc))"$/\1/p' "$root/Cargo.lock" | sort -u | while read -r name; do
        printf '\n[%s.clarify]\nlicense = "MIT"\nfiles = [{ path = "license-mit", checksum = "%s" }]\n' "$name" \
            c2cfccb812fe482101a8f04597dfc5a9991a6b2748266c47ac91b6a5aae15383
    done
} >"$scratch/about.toml"

cargo fetch --locked --quiet --manifest-path "$root/Cargo.toml"
# What it says is shown if anything is wrong: it warns of each clarified crate that no package contains.
cargo about generate --offline --fail --manifest-path "$scratch/Cargo.toml" --config "$scratch/about.toml" --output-file "$scratch/notices.md" \
    "$root/release/about.hbs" 2>"$scratch/said" || { cat "$scratch/said" >&2; exit 1; }

# The template names the manifests of crates for which cargo-about found no text: there has to be none.
overlooked="$(sed -n 's/^@without //p' "$scratch/notices.md" | sort -u | while read -r manifest; do
    find "$(dirname "${manifest//\\//}")" -maxdepth 1 -type f -iname '*licen[cs]e*' -o -maxdepth 1 -type f -iname 'copying*'
done)"
if [[ -n "$overlooked" ]]; then
    cat "$scratch/said" >&2
    say "cargo-about did not recognise these licences; clarify their crates in release/about.toml:"
    printf '%s\n' "$overlooked" >&2
    exit 1
fi
grep -v '^@without ' "$scratch/notices.md" | tr -d '\r' >"$file"
