#!/usr/bin/env bash
# Runs every fuzzer: `bash tests/fuzz.sh SECONDS [TARGET]...`, all of them for so many seconds in all, without the time for building.
#
# A line per target reports the number of inputs, how many of them were legal and passed all checks, the inputs per second, the blocks of code that
# were reached for the first time, the slowest input, the most memory, and the crashes. An input that takes longer than a second, or more than a GiB,
# counts as a crash.
#
# Crashes are in target/fuzz/artifacts/TARGET; LACUNA_FUZZ_SHOW=1 target/fuzz/build/HOST/release/TARGET FILE prints the recipe of one. Mend the cause,
# put the input into fuzz/corpus/TARGET, which the tests run too, and check that `cargo test --package lacuna-fuzz-bodies` passes. Inputs that reached
# new code are kept in target/fuzz/corpus, and the next run starts with them.
#
# The fuzzers need no sanitizer and no nightly: tests/deep.sh has those. Environment variables:
#
#   LACUNA_FUZZ_JOBS=N      fuzzers side by side; 2 by default
#   LACUNA_FUZZ_TIMEOUT=N   seconds after which an input counts as hanging; 1 by default, more for a busy machine
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "tests/fuzz.sh: $*"; }

if ! [[ "${1-}" =~ ^[1-9][0-9]*$ ]]; then
    say "give the seconds that all fuzzers together may take: bash tests/fuzz.sh 60" >&2
    exit 2
fi
seconds="$1"
shift
jobs="${LACUNA_FUZZ_JOBS-2}"
out="$PWD/target/fuzz"

# The targets with the most bytes of each one's inputs, as the bodies list them.
declare -A lengths
targets=()
while read -r name length; do
    targets+=("$name")
    lengths["$name"]="$length"
done < <(awk '/^targets! \{/ { inside = 1; next } /^\}/ { inside = 0 } inside { print $1, $2 }' fuzz/bodies/src/lib.rs)
for name in "$@"; do
    if [[ -z "${lengths[$name]-}" ]]; then
        say "there is no target $name; there are ${targets[*]}" >&2
        exit 2
    fi
done
(($#)) && targets=("$@")

if ! command -v cargo >/dev/null; then
    say "cargo is missing; install Rust from https://rustup.rs" >&2
    exit 1
fi
cargo_fuzz="$(command -v cargo-fuzz || true)"
if [[ -z "$cargo_fuzz" ]]; then
    cargo_fuzz="$out/bin/cargo-fuzz"
    if ! [[ -x "$cargo_fuzz" ]]; then
        say "installing cargo-fuzz into target/fuzz/bin"
        cargo install cargo-fuzz --version 0.13.2 --locked --quiet --root "$out"
    fi
fi

say "building"
# Without a sanitizer the stable compiler has everything that libFuzzer needs. Recording comparisons would take half of the time of exact numbers.
"$cargo_fuzz" build --sanitizer none --no-trace-compares --codegen-units 16 --target-dir "$out/build"
host="$(rustc -vV | sed -n 's/^host: //p')"

# Shares of the time: a recipe's text takes milliseconds and a graph ten, all else far less. The largest shares go first, side by side.
weight() {
    case "$1" in
    recipe_text) echo 8 ;;
    recipe_structure) echo 6 ;;
    *) echo 1 ;;
    esac
}
mapfile -t order < <(for name in "${targets[@]}"; do printf '%s %s\n' "$(weight "$name")" "$name"; done | sort -s -k1,1nr | cut -d' ' -f2)
all=0
for name in "${order[@]}"; do all=$((all + $(weight "$name"))); done

# Runs one target, and leaves a line in place of its log.
fuzz() {
    local name="$1" time="$2" code=0
    local log="$out/logs/$name.txt" corpus="$out/corpus/$name" artifacts="$out/artifacts/$name"
    mkdir -p "$out/logs" "$corpus" "$artifacts"
    # Weighing every input of a large corpus by the rarity of its features would take a quarter of the time.
    local options=(-max_total_time="$time" -max_len="${lengths[$name]}" -timeout="${LACUNA_FUZZ_TIMEOUT-1}" -rss_limit_mb=1024 -print_final_stats=1
        -entropic=0 -artifact_prefix="$artifacts/")
    case "$name" in
    recipe_text | set_paths | expressions | written) options+=(-dict=fuzz/dictionaries/recipe.dict) ;;
    command_line) options+=(-dict=fuzz/dictionaries/command_line.dict) ;;
    # Bytes are choices here, and short inputs small graphs.
    recipe_structure | bake) options+=(-len_control=0) ;;
    esac
    "$out/build/$host/release/$name" "${options[@]}" "$corpus" "fuzz/corpus/$name" >"$log" 2>&1 || code=$?
    awk -v name="$name" -v code="$code" -v seconds="$time" '
        # The first and the last line of libFuzzer that report coverage.
        match($0, /cov: [0-9]+/) { found = substr($0, RSTART + 5, RLENGTH - 5); if (first == "") first = found; last = found }
        match($0, /^#[0-9]+/) { inputs = substr($0, 2, RLENGTH - 1) }
        /^stat::number_of_executed_units:/ { inputs = $2 }
        /^stat::peak_rss_mb:/ { memory = $2 }
        /^all the way: / { sub(",", "", $4); legal = $4; slowest = $6 }
        END {
            printf "%-16s %9d inputs, over %d came all the way, %d a second, %d new of %d blocks, slowest %d ms, %d MB, %d crashes\n",
                name, inputs, legal, inputs / seconds, last - first, last, slowest, memory, code != 0
        }' "$log"
    if ((code)); then
        say "$name FAILED with $code; the end of target/fuzz/logs/$name.txt:"
        grep -v '^#\|^all the way' "$log" | tail -n 25
    fi
    return "$code"
}

say "${#targets[@]} targets for $seconds s, $jobs side by side"
failed=0
running=0
for name in "${order[@]}"; do
    if ((running == jobs)); then
        wait -n || failed=1
        running=$((running - 1))
    fi
    time=$((seconds * jobs * $(weight "$name") / all))
    time=$((time > seconds ? seconds : time > 0 ? time : 1))
    fuzz "$name" "$time" &
    running=$((running + 1))
done
while ((running > 0)); do
    wait -n || failed=1
    running=$((running - 1))
done
((failed)) && { say "FAILED"; exit 1; }
say "no crash"
