#!/usr/bin/env bash
# Builds what a release offers for download, for this machine or for a target that Cargo can link for:
#
#   deploy/release.sh                                      # target/dist/sidestep-VERSION-TARGET.tar.gz
#   deploy/release.sh --wheel                              # also a Python wheel of the program (needs maturin)
#   deploy/release.sh --target aarch64-unknown-linux-gnu
#
# The archive holds the stripped program, its manual pages and shell completions, the README, the changelog and the licences. The script
# runs the packed program and fails if it reports another version. It prints sizes and SHA-256 sums. See CONTRIBUTING.md.
set -euo pipefail
cd "$(dirname "$0")/.."

stop() {
    printf '%s\n  help: %s\n' "$1" "$2" >&2
    exit 2
}

usage="deploy/release.sh [--wheel] [--target TARGET]"
host=$(rustc -vV | sed -n 's/^host: //p')
target=$host
wheel=
while [ $# -gt 0 ]; do
    case $1 in
        --wheel) wheel=yes ;;
        --target) shift; target=${1:-}; [ -n "$target" ] || stop "--target needs a value" "$usage" ;;
        -h | --help) echo "$usage"; exit ;;
        *) stop "unknown argument '$1'" "$usage" ;;
    esac
    shift
done
[ -z "$wheel" ] || [ "$target" = "$host" ] || stop "--wheel builds for this machine only" "leave out --target"
[ -z "$wheel" ] || command -v maturin >/dev/null || stop "cannot find maturin" "python3 -m venv venv && venv/bin/pip install maturin, and add venv/bin to the PATH"

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
built=${CARGO_TARGET_DIR:-target}
dist=target/dist
name=sidestep-$version-$target
suffix=
[[ $target != *windows* ]] || suffix=.exe
# Without --target for the host, so that the build and the wheel share their dependencies.
options=(--profile dist --locked -p sidestep-lab --bin sidestep)
folder=$built/dist
[ "$target" = "$host" ] || { options+=(--target "$target"); folder=$built/$target/dist; }

begin=$SECONDS
cargo rustc "${options[@]}" -- -C strip=symbols
printf 'built in %d s\n' $((SECONDS - begin))

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/$name/completions" "$dist"
cp "$folder/sidestep$suffix" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$scratch/$name"
# A program for another processor cannot run here, so the host's writes the pages. They are the same on every target.
helper=$scratch/$name/sidestep$suffix
if [ "$target" != "$host" ]; then
    cargo rustc --profile dist --locked -p sidestep-lab --bin sidestep -- -C strip=symbols
    helper=$built/dist/sidestep
fi
"$helper" man "$scratch/$name/man"
"$helper" completions bash >"$scratch/$name/completions/sidestep.bash"
"$helper" completions zsh >"$scratch/$name/completions/_sidestep"
"$helper" completions fish >"$scratch/$name/completions/sidestep.fish"
"$helper" completions powershell >"$scratch/$name/completions/sidestep.ps1"
"$helper" completions elvish >"$scratch/$name/completions/sidestep.elv"

# The same files give the same archive: names are sorted, and times are those of the last commit.
archive=$dist/$name.tar.gz
time=$(git log -1 --format=%ct 2>/dev/null || date +%s)
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$time" -C "$scratch" -cf - "$name" | gzip -9n >"$archive"

# Checks what was packed, not what was built.
mkdir "$scratch/unpacked"
tar -xzf "$archive" -C "$scratch/unpacked"
if [ "$target" = "$host" ]; then
    reported=$("$scratch/unpacked/$name/sidestep$suffix" --version)
    [[ $reported == "sidestep $version+"* ]] || stop "the packed program reports '$reported'" "expected sidestep $version+…: is the build up to date?"
    printf '%s\n' "$reported"
else
    printf 'not run: the program is for %s, and this machine is %s\n' "$target" "$host"
fi
files=("$archive")

if [ -n "$wheel" ]; then
    begin=$SECONDS
    maturin build --locked --out "$scratch/wheel"
    printf 'wheel built in %d s\n' $((SECONDS - begin))
    for file in "$scratch"/wheel/*.whl; do
        cp "$file" "$dist"
        files+=("$dist/$(basename "$file")")
    done
fi

printf '\n%12s bytes  %s\n' "$(stat -c %s "$scratch/unpacked/$name/sidestep$suffix")" "the program"
for file in "${files[@]}"; do
    printf '%12s bytes  %s\n' "$(stat -c %s "$file")" "$file"
done
sha256sum "${files[@]}"
