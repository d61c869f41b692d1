#!/usr/bin/env bash
# Fails unless a tag is the one of this version: `bash release/tag.sh v0.5.0`.
set -euo pipefail

(($# == 1)) || { echo "release/tag.sh: give the tag" >&2; exit 2; }
version="$(awk -F '"' '/^\[/ { section = $0 } section == "[workspace.package]" && /^version = / { print $2 }' "$(dirname "${BASH_SOURCE[0]}")/../Cargo.toml")"
if [[ "$1" != "v$version" ]]; then
    echo "release/tag.sh: the tag is $1, but Cargo.toml says version = \"$version\": tag v$version, or change the version first" >&2
    exit 1
fi
