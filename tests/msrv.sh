#!/usr/bin/env bash
# Checks that the library, lacuna-bake and the command compile with the oldest Rust that Cargo.toml allows: `bash tests/msrv.sh`. The studio needs a newer one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

oldest="$(awk -F '"' '/^\[/ { section = $0 } section == "[workspace.package]" && /^rust-version = / { print $2 }' Cargo.toml)"
if ! cargo "+$oldest" --version >/dev/null 2>&1 && ! rustup toolchain install "$oldest" --profile minimal; then
    echo "tests/msrv.sh: there is no Rust $oldest, and rustup can't install it; run: rustup toolchain install $oldest" >&2
    exit 1
fi
cargo "+$oldest" check --locked --package lacuna --package lacuna-bake --package lacuna-cli
echo "tests/msrv.sh: Rust $oldest compiles them"
