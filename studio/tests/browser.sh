# Sourced by the browser's tests: their requirements, the profile of their pages, and `$browser`, the folder in which node finds
# playwright-core. If something is missing, they are skipped with a message, or fail with LACUNA_REQUIRE_BROWSER=1.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
browser=$target/browser
# The version whose protocol matches Debian's Chromium, and newer ones.
playwright=1.65.1

skip() {
    if [[ "${LACUNA_REQUIRE_BROWSER:-}" == 1 ]]; then
        echo "LACUNA_REQUIRE_BROWSER is set, and $*" >&2
        exit 1
    fi
    echo "skipped: $*"
    exit 0
}

[[ -x "${LACUNA_CHROMIUM:-/usr/bin/chromium}" ]] || skip "there is no /usr/bin/chromium; install it, or name one in LACUNA_CHROMIUM"
command -v node >/dev/null || skip "node is missing"
if [[ "$(node -p "require('$browser/node_modules/playwright-core/package.json').version" 2>/dev/null)" != "$playwright" ]]; then
    command -v npm >/dev/null || skip "npm is missing"
    mkdir -p "$browser"
    npm install --silent --no-fund --no-audit --prefix "$browser" "playwright-core@$playwright" || skip "npm can't install playwright-core"
fi
if ! rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null | xargs -r test -d; then
    rustup target add wasm32-unknown-unknown || skip "rustup can't install the target wasm32-unknown-unknown"
fi
export LACUNA_BROWSER_MODULES=$browser
export LACUNA_PAGE_PROFILE=checked
