#!/usr/bin/env bash
# Tests the npm package from its own archive, as a stranger uses it: `LACUNA_COMMAND=FILE bash npm/test.sh`. Its values are those of the command. It needs Rust
# with the target wasm32-unknown-unknown.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
target=${CARGO_TARGET_DIR:-$here/../target}
mkdir -p "$target/npm"
target=$(cd "$target" && pwd)
export CARGO_TARGET_DIR=$target
: "${LACUNA_COMMAND:?name the command in LACUNA_COMMAND}"
# The tools, in a folder of their own.
tools=(typescript@5.9 esbuild@0.28 publint@0.3 @arethetypeswrong/cli@0.18)
for tool in node npm; do
    command -v "$tool" >/dev/null && continue
    [[ "${LACUNA_REQUIRE_BROWSER:-}" != 1 ]] || { echo "LACUNA_REQUIRE_BROWSER is set, and $tool is missing" >&2; exit 1; }
    echo "skipped: $tool is missing"
    exit 0
done

node --test --test-reporter=dot "$here"/tests/{bits,package}.test.mjs

if [[ "$(cat "$target/npm/tools" 2>/dev/null)" != "${tools[*]}" ]]; then
    npm install --silent --no-fund --no-audit --prefix "$target/npm" "${tools[@]}"
    echo "${tools[*]}" >"$target/npm/tools"
fi
bin=$target/npm/node_modules/.bin
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
archive=$folder/$(cd "$here" && npm pack --silent --pack-destination "$folder")
"$bin/publint" run --strict "$archive"
# Old Nodes can't require an ES module.
"$bin/attw" "$archive" --profile esm-only --quiet

cd "$folder"
cat >package.json <<<'{ "private": true }'
npm install --silent --no-fund --no-audit "$archive" typegpu@0.12.5
for licence in MIT APACHE; do
    [[ -s "node_modules/lacuna-noise/LICENSE-$licence" ]] || { echo "the package lacks LICENSE-$licence" >&2; exit 1; }
done
cp "$here"/tests/{user.ts,typegpu.ts,wasm.test.mjs,browser/page.js} .
node --test --test-reporter=dot wasm.test.mjs
strict=(--strict --noEmit --target es2022 --module nodenext --moduleResolution nodenext)
"$bin/tsc" "${strict[@]}" user.ts
# The types of TypeGPU need those of WebGPU.
"$bin/tsc" "${strict[@]}" --skipLibCheck typegpu.ts
for program in user typegpu; do
    "$bin/esbuild" "$program.ts" --bundle --format=esm --log-level=error --outfile="$program.mjs"
done
node typegpu.mjs
# esbuild leaves the file behind that `lacuna-noise/wasm` loads.
mkdir -p engine page/engine
cp node_modules/lacuna-noise/src/engine/*.wasm engine/
cat >user.cjs <<'END'
const { perlin2 } = require("lacuna-noise");
console.log(perlin2({ seed: 7 })(1.5, 2.25));
END
expected=$("$LACUNA_COMMAND" sample perlin --set dimensions=2 --seed 7 --at 1.5,2.25)
for user in "node user.mjs" "node --no-warnings user.cjs"; do
    found=$($user)
    [[ "$(node -p "Math.fround($found) === Math.fround($expected)")" == true ]] || { echo "$user: $found instead of $expected" >&2; exit 1; }
done
# One function brings no other along.
"$bin/esbuild" --bundle --minify --format=esm --log-level=error --outfile=one.js <<<'export { perlin2 } from "lacuna-noise"'
bytes=$(gzip -9c one.js | wc -c)
((bytes < 4500)) || { echo "perlin2 alone takes $bytes bytes" >&2; exit 1; }
echo "the package works from its archive; perlin2 alone takes $bytes bytes, gzipped"

# The same in a browser.
"$bin/esbuild" page.js --bundle --format=esm --log-level=error --outfile=page/page.js
cp engine/* page/engine/
echo '<!doctype html><script type="module" src="page.js"></script>' >page/index.html
source "$here/../studio/tests/browser.sh"
node "$here/tests/browser/test.mjs" "$folder/page"
