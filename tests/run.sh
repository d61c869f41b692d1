#!/usr/bin/env bash
# Installs the requirements of the tests and runs them: `bash tests/run.sh`, on a fresh Debian 12 with nothing but Rust, or anywhere else. That checks
# every promise. `bash tests/run.sh --all` tests more of the same; the last line lists what is left to it. `bash tests/run.sh --here`, for macOS and
# Windows, installs and requires nothing: a test that misses a driver, a compiler, a reader or a browser is skipped, and the last line counts it.
#
# On Debian missing packages are installed, as root or through a sudo that asks for no password. No GPU is needed: Mesa provides software Vulkan and
# OpenGL, and the package chromium includes SwiftShader, a third driver. Environment variables:
#
#   LACUNA_REQUIRE_GPU=1          a machine without an adapter fails; set here
#   LACUNA_REQUIRE_COMPILERS=1    a machine without clang, g++ or Mono fails; set here
#   LACUNA_REQUIRE_READERS=1      a machine without readers of pictures (OpenImageIO, NumPy, Pillow, libpng with cc), of materials (MaterialX, godot_parser,
#                                 gltf-validator) or of JSON schemas fails; set here
#   LACUNA_REQUIRE_SCREEN=1       a machine without Xvfb, xdotool or ImageMagick fails; set here
#   LACUNA_REQUIRE_BROWSER=1      a machine without Chromium, node or npm fails; set here
#   LACUNA_PYTHON=FILE            the Python that has them; set here to one in target/readers by default
#   NODE_PATH=FOLDER              the folder that has gltf-validator; set here to one in target/readers by default
#   LACUNA_REQUIRE_ADAPTERS=a,b   each text must match an adapter, the first of which is compared over everything; set here on Debian to
#                                 llvmpipe,gl,swiftshader by default
#   LACUNA_PARITY_SAMPLES=N       samples per case of parity; 2^14 by default
#   LACUNA_ALL=1                  tests everything; set here with --all
#   LACUNA_SWIFTSHADER_ICD=FILE   SwiftShader's vk_swiftshader_icd.json, if it is not from Debian's package
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "tests/run.sh: $*"; }

here=
case "${1-}" in
--all) export LACUNA_ALL=1 ;;
--here) here=1 ;;
"") ;;
*)
    say "$1 is not known; give --all, --here or nothing" >&2
    exit 2
    ;;
esac

if ! command -v cargo >/dev/null; then
    say "cargo is missing; install Rust from https://rustup.rs" >&2
    exit 1
fi

# The requirements of the tests in addition to Rust.
packages=(
    mesa-vulkan-drivers libvulkan1 libegl1 libgl1-mesa-dri clang g++ glslang-tools libpng-dev chromium python3 python3-venv strace nodejs mono-mcs mono-runtime
    xvfb xdotool imagemagick libxkbcommon-x11-0 libx11-xcb1 libxcursor1 libxi6 libxrandr2
)
# Debian has it as a package of its own, others include it in nodejs.
command -v npm >/dev/null || packages+=(npm)

is_installed() { [[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]; }

if [[ -n "$here" ]]; then
    say "with what this machine has"
elif command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
    missing=()
    for package in "${packages[@]}"; do
        is_installed "$package" || missing+=("$package")
    done
    if ((${#missing[@]})); then
        if [[ "$(id -u)" == 0 ]]; then
            as_root=(env)
        elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
            as_root=(sudo -n env)
        else
            say "these packages are missing, and this user may not install them: ${missing[*]}" >&2
            say "run: sudo apt-get install --no-install-recommends ${missing[*]}" >&2
            exit 1
        fi
        say "installing ${missing[*]}"
        apt=("${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0)
        if ! { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null; }; then
            say "apt-get failed; install by hand: ${missing[*]}" >&2
            exit 1
        fi
    fi
    export LACUNA_REQUIRE_ADAPTERS="${LACUNA_REQUIRE_ADAPTERS-llvmpipe,gl,swiftshader}"
else
    say "no Debian: it is up to you that there is a Vulkan driver, clang, g++ and SwiftShader (LACUNA_SWIFTSHADER_ICD)"
fi

# Other readers of pictures, in an environment of their own.
if [[ -z "$here${LACUNA_PYTHON-}" ]]; then
    readers=(OpenImageIO numpy Pillow jsonschema MaterialX godot_parser)
    modules="OpenImageIO, numpy, PIL, jsonschema, MaterialX, godot_parser"
    if [[ -n "${LACUNA_ALL-}" ]]; then
        # The libraries that use the Python package's arrays, and the one that checks its types.
        readers+=('dask[array]' distributed xarray zarr matplotlib rioxarray hypothesis mypy pyright)
        modules+=", dask.array, distributed, xarray, zarr, matplotlib, rioxarray, hypothesis, mypy, pyright"
    fi
    export LACUNA_PYTHON="$PWD/target/readers/bin/python"
    if ! "$LACUNA_PYTHON" -c "import $modules" 2>/dev/null; then
        say "installing ${readers[*]} into target/readers"
        if ! { python3 -m venv target/readers && "$LACUNA_PYTHON" -m pip install --quiet "${readers[@]}"; }; then
            say "pip failed; install ${readers[*]} by hand and set LACUNA_PYTHON to the Python that has them" >&2
            exit 1
        fi
    fi
fi

# Khronos' validator of glTF.
export NODE_PATH="${NODE_PATH-$PWD/target/readers/node_modules}"
if [[ -z "$here" && ! -d "$NODE_PATH/gltf-validator" ]]; then
    say "installing gltf-validator into target/readers"
    if ! npm install --silent --no-save --prefix target/readers gltf-validator; then
        say "npm failed; install gltf-validator by hand and set NODE_PATH to the folder that has it" >&2
        exit 1
    fi
fi

scratch="$(mktemp -d)"
beside=
# Says every minute what is being done, so that a person sees that nothing hangs.
say_each_minute() {
    local now
    while sleep 60 >/dev/null 2>&1; do
        now="$(cat "$scratch/doing" 2>/dev/null || true)"
        say "after $((SECONDS / 60)) min: ${now:-building}$(last_line "$scratch/log" " (" ")")$(last_line "$scratch/beside" "; on the GPUs: " "")"
    done
}

# Prints the last line of a file between two texts, shortened; nothing if there is none.
last_line() {
    local line
    line="$(grep -v '^$' "$1" 2>/dev/null | tail -n 1 | cut -c 1-100)" || true
    [[ -z "$line" ]] || printf '%s%s%s' "$2" "$line" "$3"
}

say_each_minute &
minutes=$!
trap 'kill "$minutes" 2>/dev/null; [[ -z "$beside" ]] || kill -- "-$beside"; rm -rf "$scratch"' EXIT
if [[ -z "${XDG_RUNTIME_DIR-}" ]]; then
    # Mesa complains without one.
    mkdir -m 700 "$scratch/runtime"
    export XDG_RUNTIME_DIR="$scratch/runtime"
fi
# A cache of kernels apart from the user's.
export LACUNA_CACHE=off
if [[ -z "$here" ]]; then
    export LACUNA_REQUIRE_GPU=1 LACUNA_REQUIRE_COMPILERS=1 LACUNA_REQUIRE_READERS=1 LACUNA_REQUIRE_SCREEN=1 LACUNA_REQUIRE_BROWSER=1
fi

failed=()
# Runs a step, prints its output, and records whether it failed.
step() {
    local name="$1"
    shift
    say "$name"
    echo "$name" >"$scratch/doing"
    timed "$@" 2>&1 | tee -a "$scratch/log" || failed+=("$name")
}

timed() {
    local started=$SECONDS status=0
    "$@" || status=$?
    say "took $((SECONDS - started)) s"
    return "$status"
}

# Starts a step that runs in parallel with those that follow, in a process group of its own, and keeps its output.
begin() {
    set -m
    timed "$@" >"$scratch/beside" 2>&1 &
    beside=$!
    set +m
}

# Waits for the started step and prints its output.
end() {
    local status=0
    echo "waiting for $1" >"$scratch/doing"
    wait "$beside" || status=$?
    beside=
    say "$1"
    tee -a "$scratch/log" <"$scratch/beside"
    ((status == 0)) || failed+=("$1")
}

# All packages with all features, so that the library is compiled once.
cargo_test=(cargo test --locked --profile checked --no-fail-fast --workspace --all-features)
# One program has all tests that open a GPU: it opens every driver once, and compiles a kernel once on each. It runs on one thread, since OpenGL's
# contexts are bound to threads, and prints what it found; all others run side by side.
others=()
for file in tests/*.rs */tests/*.rs fuzz/bodies/tests/*.rs; do
    others+=(--test "$(basename "$file" .rs)")
done
swiftshader="${LACUNA_SWIFTSHADER_ICD-}"
if [[ -z "$swiftshader" ]] && command -v dpkg-query >/dev/null; then
    swiftshader="$(dpkg-query -L chromium chromium-common 2>/dev/null | grep '/vk_swiftshader_icd\.json$' | head -n 1 || true)"
fi
on_the_gpus() {
    # SwiftShader's compiler works on the caller's stack, and the largest kernels need more of it than a thread of tests has.
    env RUST_MIN_STACK=67108864 VK_ADD_DRIVER_FILES="$swiftshader" "${cargo_test[@]}" --test gpu -- --test-threads=1 --nocapture
}

say "building"
timed "${cargo_test[@]}" --no-run || { say "FAILED to build"; exit 1; }
# The programs that the tests built.
built="$(cd "${CARGO_TARGET_DIR:-target}" && pwd)/checked"
# On one core drivers compile kernels; on the others rustc compiles the page, and all other tests run.
begin on_the_gpus
step "pages for a browser" env LACUNA_XTASK="$built/xtask" bash studio/tests/pages.sh parity-page ${LACUNA_ALL:+lacuna-studio}
step "tests beside the GPUs" "${cargo_test[@]}" --lib --bins --examples "${others[@]}"
step "tests in the documentation" "${cargo_test[@]}" --doc
if [[ -n "${LACUNA_ALL-}" ]]; then
    step "the studio in a browser" env LACUNA_COMMAND="$built/lacuna" bash studio/tests/page.sh
    step "the wheel of the Python package" bash python/tests/wheel.sh
    step "the npm package" env LACUNA_COMMAND="$built/lacuna" bash npm/test.sh
    step "the packages for the registry" bash tests/packages.sh
    step "the release" bash release/check.sh
    step "the workflows" bash tests/workflows.sh
else
    say "only with --all: the studio in a browser, the wheel of the Python package, the npm package, the packages for the registry, the release, the workflows" | tee -a "$scratch/log"
fi
step "parity in a browser" env LACUNA_XTASK="$built/xtask" bash studio/tests/parity.sh ${LACUNA_ALL:+all}
step "the examples in a browser" env LACUNA_COMMAND="$built/lacuna" bash examples/web/test.sh
end "tests on the GPUs"

# The lines "test result: ok. 20 passed; 0 failed; 1 ignored; ...".
counts="$(awk '/^test result: / { gsub(/;/, ""); passed += $4; failed += $6; ignored += $8 } END { printf "%d passed, %d failed, %d ignored", passed, failed, ignored }' "$scratch/log")"
# Lines of tests that could not run here, with the reason.
skipped="$(grep -c '^skipped' "$scratch/log" || true) skipped"
why="$(sed -n 's/^skipped: //p' "$scratch/log" | sort -u | paste -sd ';' - | sed 's/;/; /g')"
skipped="$skipped${why:+ ($why)}"
# Lines of tests that tested less than they can.
left="$(sed -n 's/^.*only with --all: //p' "$scratch/log" | sort -u | paste -sd ';' - | sed 's/;/; /g')"
if ((${#failed[@]})); then
    printf -v names '%s, ' "${failed[@]}"
    say "FAILED in ${names%, }; $counts, $skipped"
    exit 1
fi
say "all passed; $counts, $skipped${left:+; left to --all: $left}"
