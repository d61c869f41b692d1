#!/usr/bin/env bash
# Checks that everything compiles for the platforms of users, its tests too: `bash tests/targets.sh [TARGET]...`, all of them by default.
#
# Nothing is linked, so that no other compiler and no system's headers are needed. A target that is not at hand and that rustup can't add is skipped
# with a line.
#
# `bash tests/targets.sh --run` checks instead that the golden hashes hold on Windows, under Wine, and on ARM, under QEMU. On Debian it needs wine64,
# gcc-mingw-w64-x86-64, qemu-user-static, gcc-aarch64-linux-gnu and libc6-dev-arm64-cross.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "tests/targets.sh: $*"; }

# Runs the golden tests of a target by the programs that follow: a linker, and what runs the other platform's programs.
golden() {
    local target="$1" linker="$2" runner="$3" name
    if ! command -v "$linker" >/dev/null || ! command -v "${runner%% *}" >/dev/null; then
        say "$target needs $linker and ${runner%% *}" >&2
        return 1
    fi
    name="$(tr a-z- A-Z_ <<<"$target")"
    say "$target"
    env "CARGO_TARGET_${name}_LINKER=$linker" "CARGO_TARGET_${name}_RUNNER=$runner" \
        cargo test --locked --profile checked --all-features --package lacuna --target "$target" --test golden
}

# Makes Wine's folders. Before version 9 it has no bcryptprimitives.dll, from which Rust's library takes random numbers.
prepare_wine() {
    local folder="${CARGO_TARGET_DIR:-target}/wine"
    mkdir -p "$folder"
    WINEPREFIX="$(cd "$folder" && pwd)"
    export WINEPREFIX WINEDEBUG="${WINEDEBUG--all}"
    local library="$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll"
    wineboot --init >/dev/null 2>&1
    [[ -e "$library" ]] || x86_64-w64-mingw32-gcc -shared -o "$library" -x c - -ladvapi32 <<'END'
#include <windows.h>
BOOLEAN WINAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return SystemFunction036(bytes, (ULONG)count); }
END
}

if [[ "${1-}" == --run ]]; then
    golden aarch64-unknown-linux-gnu aarch64-linux-gnu-gcc "qemu-aarch64-static -L /usr/aarch64-linux-gnu"
    prepare_wine
    golden x86_64-pc-windows-gnu x86_64-w64-mingw32-gcc wine
    exit
fi

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
        what=(--package lacuna-studio --package parity-page --package lacuna-wasm --lib)
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
