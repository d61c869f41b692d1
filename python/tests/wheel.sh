#!/usr/bin/env bash
# Builds the wheel and installs it into an environment of its own, as a user does: `bash python/tests/wheel.sh`. It compiles the library as a release.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# The most that a wheel may weigh, in bytes.
most=$((12 << 20))
target="$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/build"
"$folder/build/bin/pip" install --quiet 'maturin>=1.9.4,<2'
"$folder/build/bin/maturin" build --quiet --locked --release --manifest-path python/Cargo.toml --target-dir "$target" --out "$folder/wheels"

wheels=("$folder"/wheels/*.whl)
bytes="$(stat -c %s "${wheels[0]}")"
echo "${wheels[0]##*/}: $bytes bytes"
((bytes <= most)) || { echo "a wheel may weigh at most $most bytes" >&2; exit 1; }

python3 -m venv "$folder/fresh"
"$folder/fresh/bin/pip" install --quiet "${wheels[0]}"
cd "$folder"
fresh/bin/lacuna bake perlin -o x.png
fresh/bin/lacuna bake marble --engine cpu --size 64 -o x.npy
fresh/bin/python - <<'END'
import importlib.metadata

import lacuna
import numpy as np

assert lacuna.__version__ == importlib.metadata.version("lacuna-noise"), lacuna.__version__
assert np.array_equal(np.load("x.npy"), lacuna.load("x.npy").grid((64, 64)))
END
echo "the wheel installs, and its command bakes what the package evaluates"
