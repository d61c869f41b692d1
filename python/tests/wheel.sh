#!/usr/bin/env bash
# Builds the source distribution, from that alone the wheel, and uses the wheel in an environment of its own, as a user does: `bash python/tests/wheel.sh`.
# It compiles the library as a release.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# The most that a wheel may weigh, in bytes.
most=$((12 << 20))
target="$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/build"
export PATH="$folder/build/bin:$PATH"
pip install --quiet 'maturin>=1.9.4,<2' twine
maturin sdist --manifest-path python/Cargo.toml --out "$folder/dist" >"$folder/said" 2>&1 || { cat "$folder/said" >&2; exit 1; }

# The same folder each time, so that cargo replaces what it built there before, and with times of now, so that it sees what changed.
rm -rf "$target/sdist"
mkdir "$target/sdist"
tar --extract --touch --strip-components=1 --directory "$target/sdist" --file "$folder"/dist/*.tar.gz
for file in LICENSE-APACHE LICENSE-MIT python/README.md; do
    cmp "$file" "$target/sdist/$file" || { echo "the source distribution must hold $file as it is here" >&2; exit 1; }
done
CARGO_TARGET_DIR="$target" pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$folder/dist" "$target/sdist"
twine check --strict "$folder"/dist/*

wheel="$(echo "$folder"/dist/*.whl)"
bytes="$(stat -c %s "$wheel")"
echo "${wheel##*/}: $bytes bytes"
((bytes <= most)) || { echo "a wheel may weigh at most $most bytes" >&2; exit 1; }

python3 -m venv "$folder/fresh"
"$folder/fresh/bin/pip" install --quiet "$wheel"
"$folder/fresh/bin/python" python/tests/installed.py
"$folder/fresh/bin/pip" install --quiet "$wheel[dask]"
"$folder/fresh/bin/python" python/tests/installed.py
echo "the wheel installs, and its command bakes what the package evaluates"
