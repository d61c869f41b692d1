#!/usr/bin/env bash
# Searches for undefined behaviour, races and reads out of bounds: `bash tests/deep.sh [PART]...`. It takes long; run it by night.
#
#   miri-library  Miri on the unit tests of the library: values, tables, numbers, permutations, recipes
#   miri-bake     Miri on those of lacuna-bake: formats, the pipeline with its threads
#   address       AddressSanitizer on the unit tests of lacuna-bake, with the CPU engine under them
#   thread        ThreadSanitizer on the pipeline and the store, with the CPU engine's threads
#   thread-rayon  ThreadSanitizer on the pipeline, with those of rayon
#
# A nightly Rust is needed: rustup toolchain install nightly --component miri,rust-src. LACUNA_NIGHTLY names another one. Each part prints a line: the
# number of tests, the time, and the findings. Any finding or failure fails the whole.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "tests/deep.sh: $*"; }

nightly="${LACUNA_NIGHTLY-nightly}"
mend="run: rustup toolchain install $nightly --component miri,rust-src"
if ! host="$(rustc "+$nightly" -vV 2>/dev/null | sed -n 's/^host: //p')" || [[ -z "$host" ]]; then
    say "there is no toolchain $nightly; $mend" >&2
    exit 1
fi
if ! cargo "+$nightly" miri --version >/dev/null 2>&1 || [[ ! -d "$(rustc "+$nightly" --print sysroot)/lib/rustlib/src" ]]; then
    say "the toolchain $nightly lacks miri or rust-src; $mend" >&2
    exit 1
fi

parts=("$@")
((${#parts[@]})) || parts=(miri-library miri-bake address thread thread-rayon)

target="${CARGO_TARGET_DIR:-target}/deep"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
failed=()

# Few cases of each property: Miri is a thousand times slower. It has no GPU, runs no other program, syncs no folder, and knows no assembly: square
# roots are computed in portable code, with the same bits.
miri() {
    MIRIFLAGS="-Zmiri-disable-isolation" PROPTEST_CASES=2 CARGO_TARGET_DIR="$target" cargo "+$nightly" miri test --locked --all-features \
        --features libm/force-soft-floats "$@"
}

# The vector code of the library is large. It is optimised less than in a release, but debug assertions and overflow checks are on.
sanitized() {
    local sanitizer="$1"
    shift
    RUSTFLAGS="-Zsanitizer=$sanitizer" CARGO_TARGET_DIR="$target/$sanitizer" CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_DEBUG=line-tables-only \
        cargo "+$nightly" test --locked --target "$host" "$@"
}

run() {
    case "$1" in
    miri-library) miri --package lacuna --lib -- --skip gpu:: --skip constructs:: ;;
    miri-bake) miri --package lacuna-bake --lib -- --skip store:: --skip readers:: --skip _in_bounded_time ;;
    address) sanitized address --package lacuna-bake --lib ;;
    thread) sanitized thread -Zbuild-std --package lacuna-bake --lib -- pipeline store ;;
    thread-rayon) sanitized thread -Zbuild-std --package lacuna-bake --features lacuna/rayon --lib -- pipeline ;;
    *)
        say "there is no part $1"
        return 1
        ;;
    esac
}

for part in "${parts[@]}"; do
    started=$SECONDS
    say "$part begins"
    result=ok
    run "$part" 2>&1 | tee "$scratch/log" || result=FAILED
    tests="$(awk '/^test result: / { passed += $4 } END { print passed + 0 }' "$scratch/log")"
    findings="$(grep -cE 'Undefined Behavior|(Address|Leak|Thread)Sanitizer: |^error: memory leaked' "$scratch/log" || true)"
    ((findings == 0 && tests > 0)) || result=FAILED
    [[ "$result" == ok ]] || failed+=("$part")
    line="$part: $result, $tests tests, $((SECONDS - started)) s, $findings findings"
    say "$line"
    printf '%s\n' "$line" >>"$scratch/lines"
done

sed 's/^/tests\/deep.sh: /' "$scratch/lines"
if ((${#failed[@]})); then
    say "FAILED in ${failed[*]}"
    exit 1
fi
say "nothing was found"
