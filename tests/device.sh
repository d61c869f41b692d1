#!/usr/bin/env bash
# Packs the tests and measurements for a machine that has a GPU with its driver and nothing else: `bash tests/device.sh FOLDER`, then `bash
# FOLDER/run.sh` over there. That compares every adapter with the CPU engine, bit by bit, by SPIR-V and by WGSL, measures kernels, also in one run
# with other people's, and bakes every preset on the CPU, on the GPU with and without its kernel kept on disk, and on the engine that `auto` chooses.
# Its reports are in FOLDER/reports.
#
#   LACUNA_ADAPTER=NAME     the adapters whose description contains NAME; all by default
#   LACUNA_CASES=SOURCES    the sources that parity compares; all-corpus by default
#   LACUNA_SAMPLES=N        samples of a case; 65536 by default
#   LACUNA_SIDE=N           samples along a side of a measurement; 16384 by default
#   LACUNA_SECONDS=S        seconds for each figure; 0.2 by default
#   LACUNA_BAKES=SIDES      sides of the bakes; `256 1024 4096` by default
#   LACUNA_PEERS=FOLDER     other people's shaders, as the README of benches/gpu-peers says; only the textbook's Perlin noise by default
set -euo pipefail

if (($# != 1)); then
    echo "tests/device.sh: give a folder to pack into" >&2
    exit 2
fi
mkdir -p "$1"
folder="$(cd "$1" && pwd)"
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cargo build --release --locked --package lacuna-cli
strip -o "$folder/lacuna" target/release/lacuna
(cd presets && printf '%s\n' *.toml | sed 's/\.toml$//') >"$folder/presets.txt"
cargo build --release --locked --manifest-path benches/gpu-peers/Cargo.toml
strip -o "$folder/gpu-peers" benches/gpu-peers/target/release/gpu-peers

cat >"$folder/run.sh" <<'RUN'
#!/usr/bin/env bash
# Parity and measurements of this machine's GPUs; see tests/device.sh of lacuna.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
mkdir -p reports
adapter="${LACUNA_ADAPTER-all}"
failed=()

# Runs a command, keeps its report in a file, and continues if it fails.
step() {
    local report="$1" name="${1%.*}" status=0
    shift
    echo "$name"
    "$@" >"reports/$report" 2>"reports/$name.log" || status=$?
    ((status == 0)) || failed+=("$name ($status)")
}

if command -v nvidia-smi >/dev/null; then nvidia-smi -q >reports/nvidia-smi.txt; fi
if [[ -z "${XDG_RUNTIME_DIR-}" ]]; then
    # Mesa complains without one.
    XDG_RUNTIME_DIR="$(mktemp -d)"
    export XDG_RUNTIME_DIR
fi
# shellcheck disable=SC2206 # several sources
cases=(${LACUNA_CASES-all-corpus})
step adapters.json ./lacuna adapters --json
for text in spirv wgsl; do
    flags=()
    [[ $text == spirv ]] || flags=(--wgsl)
    step "parity-$text.json" ./lacuna parity "${cases[@]}" --adapter "$adapter" --samples "${LACUNA_SAMPLES-65536}" --json "${flags[@]}"
    step "bench-$text.json" ./lacuna bench --gpu-only --adapter "$adapter" --gpu-side "${LACUNA_SIDE-16384}" --seconds "${LACUNA_SECONDS-0.2}" --json "${flags[@]}"
done
export LACUNA_CACHE="$PWD/reports/kernels"
for preset in $(cat presets.txt); do
    for side in ${LACUNA_BAKES-256 1024 4096}; do
        # The driver's own cache of kernels is not emptied: only the first run on a machine measures a first compilation.
        rm -rf "$LACUNA_CACHE"
        for way in cpu gpu-first gpu-again auto; do
            step "bake-$preset-$side-$way.json" ./lacuna bake "$preset" --size "$side" --engine "${way%%-*}" --force --json -o reports/picture.png
        done
        rm -f reports/picture.png
    done
done
peers=(--side "${LACUNA_SIDE-16384}" --seconds "${LACUNA_SECONDS-0.2}")
[[ $adapter == all ]] || peers+=(--adapter "$adapter")
[[ -z "${LACUNA_PEERS-}" ]] || peers+=("$LACUNA_PEERS")
step peers.txt ./gpu-peers "${peers[@]}"
if ((${#failed[@]})); then
    echo "failed: ${failed[*]}; see reports/"
    exit 1
fi
echo "all done, and no bit differs; see reports/"
RUN
chmod +x "$folder/run.sh"
echo "tests/device.sh: packed into $folder ($(du -sh "$folder" | cut -f1)); run $folder/run.sh on the machine"
