#!/usr/bin/env bash
# Sets up what the tests need and runs all of them: `bash tests/run.sh`, on a fresh Debian 12 with nothing but Rust, or anywhere else.
#
# On Debian what is missing is installed, as root or through a sudo that asks for no password. No GPU is needed: Mesa gives software
# Vulkan and OpenGL, and the package chromium brings SwiftShader, a third driver. What the tests look at:
#
#   LACUNA_REQUIRE_GPU=1          a machine without an adapter fails; set here
#   LACUNA_REQUIRE_COMPILERS=1    a machine without clang and g++ fails; set here
#   LACUNA_REQUIRE_READERS=1      a machine without readers of pictures (OpenImageIO, NumPy, Pillow) or of JSON schemas fails; set here
#   LACUNA_REQUIRE_SCREEN=1       a machine without Xvfb, xdotool or ImageMagick fails; set here
#   LACUNA_REQUIRE_BROWSER=1      a machine without Chromium, node or npm fails; set here
#   LACUNA_PYTHON=FILE            the Python that has them; set here to one in target/readers unless it is set
#   LACUNA_REQUIRE_ADAPTERS=a,b   each text must match an adapter; set here on Debian to vulkan,gl unless it is set
#   LACUNA_PARITY_SAMPLES=N       samples a case of parity; 2^14 unless it is set
#   LACUNA_SWIFTSHADER_ICD=FILE   SwiftShader's vk_swiftshader_icd.json, where it is not from Debian's package
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "tests/run.sh: $*"; }

if ! command -v cargo >/dev/null; then
    say "cargo is missing; install Rust from https://rustup.rs" >&2
    exit 1
fi

# What the tests need beside Rust.
packages=(
    mesa-vulkan-drivers libvulkan1 libegl1 libgl1-mesa-dri clang g++ chromium python3 python3-venv strace nodejs
    xvfb xdotool imagemagick libxkbcommon-x11-0 libx11-xcb1 libxcursor1 libxi6 libxrandr2
)
# Debian has it apart, others with nodejs.
command -v npm >/dev/null || packages+=(npm)

is_installed() { [[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]; }

if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
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
    export LACUNA_REQUIRE_ADAPTERS="${LACUNA_REQUIRE_ADAPTERS-vulkan,gl}"
else
    say "no Debian: it is up to you that there is a Vulkan driver, clang, g++ and SwiftShader (LACUNA_SWIFTSHADER_ICD)"
fi

# Other people's readers of pictures, in an environment of their own.
if [[ -z "${LACUNA_PYTHON-}" ]]; then
    readers=(OpenImageIO numpy Pillow jsonschema)
    export LACUNA_PYTHON="$PWD/target/readers/bin/python"
    if ! "$LACUNA_PYTHON" -c 'import OpenImageIO, numpy, PIL, jsonschema' 2>/dev/null; then
        say "installing ${readers[*]} into target/readers"
        if ! { python3 -m venv target/readers && "$LACUNA_PYTHON" -m pip install --quiet "${readers[@]}"; }; then
            say "pip failed; install ${readers[*]} by hand and set LACUNA_PYTHON to the Python that has them" >&2
            exit 1
        fi
    fi
fi

scratch="$(mktemp -d)"
beside=
trap '[[ -z "$beside" ]] || kill -- "-$beside"; rm -rf "$scratch"' EXIT
if [[ -z "${XDG_RUNTIME_DIR-}" ]]; then
    # Mesa complains without one.
    mkdir -m 700 "$scratch/runtime"
    export XDG_RUNTIME_DIR="$scratch/runtime"
fi
export LACUNA_REQUIRE_GPU=1 LACUNA_REQUIRE_COMPILERS=1 LACUNA_REQUIRE_READERS=1 LACUNA_REQUIRE_SCREEN=1 LACUNA_REQUIRE_BROWSER=1

failed=()
# Runs a step, with its output, and remembers whether it failed.
step() {
    local name="$1"
    shift
    say "$name"
    timed "$@" 2>&1 | tee -a "$scratch/log" || failed+=("$name")
}

timed() {
    local started=$SECONDS status=0
    "$@" || status=$?
    say "took $((SECONDS - started)) s"
    return "$status"
}

# Begins a step that runs beside those that follow, in a process group of its own, and keeps its output.
begin() {
    set -m
    timed "$@" >"$scratch/beside" 2>&1 &
    beside=$!
    set +m
}

# Waits for the step that was begun and shows its output.
end() {
    local status=0
    wait "$beside" || status=$?
    beside=
    say "$1"
    tee -a "$scratch/log" <"$scratch/beside"
    ((status == 0)) || failed+=("$1")
}

# The tests that open a GPU run on one thread, since OpenGL's contexts are bound to threads, and say what they found; all others run side by side.
on_a_gpu=(devices golden kernel parity presets properties reference view)
# All packages with all features, so that the library is compiled once.
cargo_test=(cargo test --locked --profile checked --no-fail-fast --workspace --all-features)
gpu=()
others=()
for file in tests/*.rs; do
    name="$(basename "$file" .rs)"
    if [[ " ${on_a_gpu[*]} " == *" $name "* ]]; then
        gpu+=(--test "$name")
    else
        others+=(--test "$name")
    fi
done
for file in */tests/*.rs fuzz/bodies/tests/*.rs studio/parity/tests/*.rs; do
    others+=(--test "$(basename "$file" .rs)")
done

say "building"
if ! "${cargo_test[@]}" --no-run; then
    say "FAILED to build"
    exit 1
fi
swiftshader="${LACUNA_SWIFTSHADER_ICD-}"
if [[ -z "$swiftshader" ]] && command -v dpkg-query >/dev/null; then
    swiftshader="$(dpkg-query -L chromium chromium-common 2>/dev/null | grep '/vk_swiftshader_icd\.json$' | head -n 1 || true)"
fi
on_the_gpus() {
    local status=0
    "${cargo_test[@]}" "${gpu[@]}" -- --test-threads=1 --nocapture || status=1
    if [[ -f "$swiftshader" ]]; then
        say "tests on SwiftShader"
        # Its compiler works on the caller's stack, and the largest kernels take more of it than a thread of tests has.
        env RUST_MIN_STACK=67108864 VK_DRIVER_FILES="$swiftshader" LACUNA_REQUIRE_ADAPTERS=swiftshader \
            LACUNA_PARITY_SAMPLES="${LACUNA_PARITY_SAMPLES-4096}" "${cargo_test[@]}" --test parity --test kernel -- --test-threads=1 --nocapture || status=1
    else
        say "SwiftShader was not found; set LACUNA_SWIFTSHADER_ICD to its vk_swiftshader_icd.json"
        status=1
    fi
    return "$status"
}
# For many minutes each keeps one core, on which rustc compiles the library and drivers compile kernels; the others are left to all other tests.
pages_and_gpus() {
    local status=0
    say "pages for the browser"
    timed bash studio/tests/pages.sh || status=1
    on_the_gpus || status=1
    return "$status"
}
begin pages_and_gpus
step "tests beside the GPU" "${cargo_test[@]}" --lib --bins --examples "${others[@]}"
step "tests in the documentation" "${cargo_test[@]}" --doc

# What the tests built.
built="$(cd "${CARGO_TARGET_DIR:-target}" && pwd)/checked"
step "the studio in a browser" env LACUNA_COMMAND="$built/lacuna" bash studio/tests/page.sh
step "parity in a browser" env LACUNA_PARITY_PAGE="$built/parity-page" bash studio/tests/parity.sh

end "pages for the browser and tests on the GPUs"

# The lines "test result: ok. 20 passed; 0 failed; 1 ignored; ...".
counts="$(awk '/^test result: / { gsub(/;/, ""); passed += $4; failed += $6; ignored += $8 } END { printf "%d passed, %d failed, %d ignored", passed, failed, ignored }' "$scratch/log")"
skipped="$(grep -c '^skipped' "$scratch/log" || true)"
if ((${#failed[@]})); then
    printf -v names '%s, ' "${failed[@]}"
    say "FAILED in ${names%, }; $counts, $skipped skipped"
    exit 1
fi
say "all passed; $counts, $skipped skipped"
