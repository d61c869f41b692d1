#!/usr/bin/env bash
# Checks that everything compiles for the platforms of users, its tests too: `bash tests/targets.sh [TARGET]...`, all of them by default.
#
# Nothing is linked, so that no other compiler and no system's headers are needed. A target that is not at hand and that rustup can't add is skipped
# with a line.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "tests/targets.sh: $*"; }

targets=("$@")
((${#targets[@]})) || targets=(
    aarch64-apple-darwin aarch64-unknown-linux-gnu wasm32-unknown-unknown x86_64-apple-darwin x86_64-pc-windows-gnu x86_64-pc-windows-msvc
)
# blake3 without its C.
export CARGO_FEATURE_PURE=1

failed=()
for target in "${targets[@]}"; do
    if ! rustc --print target-libdir --target "$target" 2>/dev/null | xargs -r test -d && ! rustup target add "$target"; then
        say "skipped: $target; run: rustup target add $target"
        continue
    fi
    lints=(-D warnings)
    case "$target" in
    wasm32-*)
        # What is a page's alone, and the CPU engine without vectors.
        what=(--package lacuna-studio --package parity-page --lib)
        # A page's GPU is bound to its thread.
        lints+=(-A clippy::arc_with_non_send_sync)
        ;;
    # The command and the studio link DXC there, which their build downloads.
    *-msvc) what=(--package lacuna --package lacuna-bake --all-features --all-targets) ;;
    *) what=(--workspace --all-features --all-targets) ;;
    esac
    say "$target"
    cargo clippy --locked --profile checked --keep-going --target "$target" "${what[@]}" -- "${lints[@]}" || failed+=("$target")
done
if ((${#failed[@]})); then
    say "FAILED for ${failed[*]}"
    exit 1
fi
