#!/usr/bin/env bash
# Makes a folder of static files of the examples for browsers: `bash examples/web/build.sh [FOLDER]`, by default `target/web-examples`. Serve it from
# localhost or by https: browsers have WebGPU nowhere else. Needs Rust with the target wasm32-unknown-unknown, and npm. LACUNA_COMMAND names an
# existing `lacuna`.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
folder=${1:-$target/web-examples}
three=0.187.0

lacuna() {
    if [[ -n "${LACUNA_COMMAND:-}" ]]; then
        "$LACUNA_COMMAND" "$@"
    else
        cargo run --quiet --release --locked --manifest-path "$root/Cargo.toml" --package lacuna-cli -- "$@"
    fi
}

# npm's folder, next to that of the tests of pages.
modules=$target/browser
if [[ "$(node -p "require('$modules/node_modules/three/package.json').version" 2>/dev/null)" != "$three" ]]; then
    mkdir -p "$modules"
    npm install --silent --no-fund --no-audit --prefix "$modules" "three@$three"
fi

mkdir -p "$folder/three"
cp "$here"/*.html "$here"/*.js "$folder"
rm -rf "$folder/lacuna-noise"
cp -r "$root/npm/src" "$folder/lacuna-noise"
cp "$modules"/node_modules/three/build/three.{core,module,tsl,webgpu}.js "$folder/three"

for language in glsl wgsl js rust; do
    lacuna export "$here/hills.toml" --name hills --as "$language" --strict --force -o "$folder/hills.$language"
done
mv "$folder/hills.rust" "$folder/hills.rs"
cp "$here/tile.rs" "$folder"
rustc --edition 2024 -O --crate-type cdylib --target wasm32-unknown-unknown -o "$folder/tile.wasm" "$folder/tile.rs"

# The tile that the page computes again.
lacuna bake "$here/hills.toml" --region 1000000,1000000,1000004,1000004 --size 128 --force -o "$folder/tile.r32"
