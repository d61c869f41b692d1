#!/usr/bin/env bash
# Compares the API of the libraries with that of the newest tag, and fails if it broke without a new version: `bash tests/semver.sh`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tag="$(git tag --list 'v*' --sort=-version:refname | head -n 1)"
if [[ -z "$tag" ]]; then
    echo "tests/semver.sh: skipped: there is no tag v* to compare with"
    exit 0
fi
if ! cargo semver-checks --version >/dev/null 2>&1; then
    echo "tests/semver.sh: cargo semver-checks is missing; run: cargo install cargo-semver-checks --locked" >&2
    exit 1
fi
cargo semver-checks --baseline-rev "$tag" --package lacuna --package lacuna-bake
