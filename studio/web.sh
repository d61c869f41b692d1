#!/usr/bin/env bash
# Builds the studio's page into a folder of static files, by default `target/page-files`, which any web server can serve:
#
#     bash studio/web.sh [FOLDER]
#     python3 -m http.server --directory target/page-files
#
# LACUNA_PAGE_PACKAGE=parity-page builds the page that compares a browser's engines with test vectors instead, by default into `target/parity-files`; `cargo
# xtask parity` writes what it compares. LACUNA_XTASK names an existing `xtask` of this tree.
#
# It needs the target wasm32-unknown-unknown: `rustup target add wasm32-unknown-unknown`. LACUNA_WASM_OPT names binaryen's wasm-opt, which makes the
# module 8 % smaller, and half a percent smaller when compressed; without it wasm-opt is not run. LACUNA_PAGE_PROFILE names another profile of
# Cargo.toml than `page`: tests use `checked`.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
[[ $target == /* ]] || target=$PWD/$target
profile=${LACUNA_PAGE_PROFILE:-page}
# Makes a page: the package, the name of its module, the folder of its other files.
package=${LACUNA_PAGE_PACKAGE:-lacuna-studio}
case $package in
    lacuna-studio) module=lacuna_studio web=$root/studio/web files=page-files ;;
    parity-page) module=parity_page web=$root/studio/parity/web files=parity-files ;;
    # The npm package has the other files itself.
    lacuna-wasm) module=lacuna_wasm web= files=npm-files ;;
    *) echo "LACUNA_PAGE_PACKAGE=$package is none of lacuna-studio, parity-page and lacuna-wasm" >&2; exit 2 ;;
esac
folder=${1:-$target/$files}

locked=$(awk '/^name = "wasm-bindgen"$/ { getline; gsub(/[^0-9.]/, ""); print }' "$root/Cargo.lock")
grep -q "wasm-bindgen-cli-support = \"=$locked\"" "$root/studio/web/bindgen/Cargo.toml" || {
    echo "studio/web/bindgen/Cargo.toml must name wasm-bindgen-cli-support =$locked, the version of wasm-bindgen in Cargo.lock" >&2
    exit 1
}

# The caller's flags are for another machine. Those of .cargo/config.toml hold in its folder.
unset CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_TARGET RUSTFLAGS
build() { (cd "$root" && CARGO_TARGET_DIR=$target cargo build --quiet --locked "$@"); }
build --manifest-path studio/web/bindgen/Cargo.toml
# Every browser with WebGPU or WebGL 2 has vectors of 128 bits.
build --config 'build.rustflags=["-Ctarget-feature=+simd128"]' --profile "$profile" --target wasm32-unknown-unknown --lib --package "$package"

mkdir -p "$folder"
"$target/debug/bindgen" "$target/wasm32-unknown-unknown/$profile/$module.wasm" "$folder"
if [[ -n "${LACUNA_WASM_OPT:-}" ]]; then
    "$LACUNA_WASM_OPT" -Oz --all-features "$folder/${module}_bg.wasm" -o "$folder/${module}_bg.wasm"
fi
[[ -z "$web" ]] || cp "$web"/*.html "$web"/*.js "$folder/"
if [[ $package == parity-page ]]; then
    xtask=${LACUNA_XTASK:-$target/checked/xtask}
    [[ -n "${LACUNA_XTASK:-}" ]] || build --profile checked --package xtask --features book
    "$xtask" parity "$folder"
fi

printf '%10s %10s  %s\n' bytes gzipped file
for file in "$folder"/*; do
    printf '%10s %10s  %s\n' "$(wc -c <"$file")" "$(gzip -9 -c "$file" | wc -c)" "${file##*/}"
done
