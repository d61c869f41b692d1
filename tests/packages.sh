#!/usr/bin/env bash
# Packs what goes to the registry, and uses each package from its own archive, in an empty folder, as a stranger does: `bash tests/packages.sh`.
# It builds the programs without optimisation. The packages are those whose manifest lacks `publish = false`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The most that the library's archive may weigh, in bytes. The registry takes 10 MiB.
most=$((3 << 19))
target="$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)"
packages=(lacuna lacuna-bake lacuna-cli lacuna-studio)
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

selected=()
for package in "${packages[@]}"; do selected+=(--package "$package"); done
cargo package --quiet --locked --no-verify --allow-dirty --target-dir "$folder/target" "${selected[@]}" 2>"$folder/said" || { cat "$folder/said" >&2; exit 1; }

# The archives name each other by version; until they are published, cargo finds them here.
patches=()
for package in "${packages[@]}"; do
    archive="$(echo "$folder/target/package/$package"-[0-9]*.crate)"
    bytes="$(wc -c <"$archive")"
    echo "${archive##*/}: $((bytes)) bytes"
    if [[ "$package" == lacuna ]] && ((bytes > most)); then
        echo "the library's package may have at most $most bytes" >&2
        exit 1
    fi
    mkdir "$folder/$package"
    tar -xzf "$archive" -C "$folder/$package" --strip-components=1
    for file in README.md LICENSE-MIT LICENSE-APACHE; do
        [[ -s "$folder/$package/$file" ]] || { echo "$package lacks $file" >&2; exit 1; }
    done
    patches+=(--config "patch.crates-io.$package.path='$folder/$package'")
done
version="${archive##*-}"
version="${version%.crate}"

# Builds in one folder, so that nothing is compiled twice. The lock file says which versions of other crates are tried.
cd "$folder"
export CARGO_TARGET_DIR="$target/packages" CARGO_INCREMENTAL=0
for program in lacuna-cli lacuna-studio; do
    cargo "${patches[@]}" install --quiet --debug --root "$folder" --path "$folder/$program"
done
bin/lacuna --version
bin/lacuna bake perlin --octaves 6 --seed 7 --size 64 -o noise.png
bin/lacuna bake marble --size 64 -o marble.exr
bin/lacuna-studio --version
[[ "$(bin/lacuna --version)" == "lacuna $version" ]]

# A program of somebody else's.
mkdir -p user/src
cat >user/Cargo.toml <<END
[package]
name = "user"
edition = "2024"

[dependencies]
lacuna = { version = "$version", default-features = false, features = ["cpu"] }
lacuna-bake = "$version"

[workspace]
END
cat >user/src/main.rs <<'END'
use lacuna::{NodeExt, Program, nodes::Perlin};
use lacuna_bake::{Disk, Engine, Request, Source};

fn main() {
    let noise = Program::new(Perlin::new().dimensions(2).seed(7).fbm().octaves(6)).unwrap();
    let recipe = lacuna_bake::read_recipe("version = 2\noutput = \"dots\"\nnodes.dots = { kind = \"blue\" }").unwrap();
    let plan = Request::new(Source::from(recipe), "dots.png").unwrap().plan().unwrap();
    plan.run(&Engine::cpu(Engine::usual_threads()), &mut Disk::new(), &()).unwrap();
    println!("{}", noise.at([3.5, 2.25]).unwrap());
}
END
value="$(cd user && cargo "${patches[@]}" run --quiet)"
same="$(bin/lacuna sample perlin --set dimensions=2 --seed 7 --octaves 6 --at 3.5,2.25)"
[[ "$value" == "$same" && -s user/dots.png ]] || { echo "the library gives $value, the command $same" >&2; exit 1; }

# The documentation, as the documentation host builds it: with the features that the manifest names, which are shown on the items.
for package in lacuna lacuna-bake; do
    features="$(sed -n '/^\[package.metadata.docs.rs\]/,/^\[/s/^features = //p' "$package/Cargo.toml" | tr -d '[]" ')"
    (cd "$package" && RUSTC_BOOTSTRAP=1 RUSTDOCFLAGS="-D warnings --cfg docsrs" cargo "${patches[@]}" doc --quiet --no-deps --lib --features "$features")
done
grep -rq 'Available on <strong>crate feature' "$CARGO_TARGET_DIR/doc/lacuna" || { echo "the documentation shows no features on items" >&2; exit 1; }
echo "the packages of version $version build from their archives, and their programs and the library agree"
