#!/usr/bin/env python3
"""Counts the instructions and branch mispredictions of a tick, and compares them with benches/counts.csv.

    python3 benches/counts.py            # compare; fails if a count is more than 3 % off
    python3 benches/counts.py --accept   # write the new counts to benches/counts.csv, to be committed

Needs Valgrind and Linux on x86_64. docs/performance.md explains what is counted.
"""

import argparse
import concurrent.futures
import csv
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BASELINE = ROOT / "benches" / "counts.csv"
MODES = ["lanes", "raycast+cardioid", "orca", "none"]
SIZES = [400, 2000]
# As in .cargo/config.toml.
FLAGS = ["-C", "target-cpu=x86-64-v2"]
COLUMNS = ["mode", "units", "instructions", "mispredictions", "rustc", "valgrind"]
COUNTS = ["instructions", "mispredictions"]
# A multiple of every period of work that is not done in each tick.
TICKS = 12
TOLERANCE = 0.03
# With another compiler or Valgrind than the baseline's.
WIDE_TOLERANCE = 0.10
# Mispredictions that are fewer than this share of the instructions cost next to nothing. They also change when code only moves, because the simulated predictor shares its
# entries between branches; in `none` by 4 %.
NEGLIGIBLE = 1 / 7000
# The C library chooses its copying functions by the processor. This chooses those that every x86_64 processor has; older versions of the
# library use the second name of a feature. Valgrind shows the same processor to the program wherever there is AVX2.
SAME_EVERYWHERE = "glibc.cpu.hwcaps=" + ",".join(
    f"-{feature}" for feature in ["AVX512F", "AVX512VL", "AVX2", "AVX2_Usable", "AVX", "AVX_Usable", "AVX_Fast_Unaligned_Load", "FMA", "FMA_Usable", "BMI2", "ERMS", "FSRM",
                                  "SSSE3", "SSE4_1", "SSE4_2", "RTM"])


def output(*command, **options):
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def build():
    """Builds the program and returns its path. Compiler flags of the environment are ignored."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("CARGO_PROFILE_RELEASE_") and key not in ("CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET")}
    folder = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve() / "counts"
    # Without the window and the dependencies of tests, which `--example` would compile. One codegen unit, because the split into several changes what is inlined
    # (by up to 8 % of the instructions) whenever code moves.
    output("cargo", "build", "--release", "--no-default-features", "--lib", "-p", "sidestep", "-p", "sidestep-lab",
           "--config", "profile.release.package.sidestep.codegen-units=1", "--target-dir", folder, cwd=ROOT, env=env | {"RUSTFLAGS": " ".join(FLAGS)})
    release, program = folder / "release", folder / "crossing"
    output("rustc", "--edition", "2024", "--crate-name", "crossing", "-C", "opt-level=3", "-C", "codegen-units=1", *FLAGS, "-L", f"dependency={release / 'deps'}",
           "--extern", f"sidestep={release / 'libsidestep.rlib'}", "--extern", f"sidestep_lab={release / 'libsidestep_lab.rlib'}", "-o", program, ROOT / "benches/programs/crossing.rs")
    return program


def count(program, folder, mode, units):
    """Returns instructions and mispredicted branches per tick. The crowd walks to the middle of the crossing outside of Valgrind."""
    start, counts = folder / f"{mode}-{units}", folder / f"{mode}-{units}.callgrind"
    start.write_text(output(program, "place", "crossing", mode, "--units", units))
    # Nothing but this in the environment: its size shifts the stack.
    subprocess.run(
        ["valgrind", "--tool=callgrind", "--branch-sim=yes", "--toggle-collect=*counted_ticks*", f"--callgrind-out-file={counts.name}", program,
         "count", "crossing", mode, "--units", str(units), "--from", start.name, "--ticks", str(TICKS)],
        check=True, capture_output=True, text=True, cwd=folder, env={"PATH": os.environ["PATH"], "GLIBC_TUNABLES": SAME_EVERYWHERE})
    text = counts.read_text()
    events = re.search(r"^events: (.*)$", text, re.M)[1].split()
    totals = dict(zip(events, map(int, re.search(r"^(?:totals|summary): (.*)$", text, re.M)[1].split())))
    if totals.get("Ir", 0) < 1000 * TICKS:
        sys.exit(f"{mode}, {units} units: Callgrind did not find the function counted_ticks in {program}")
    return {"mode": mode, "units": units, "instructions": round(totals["Ir"] / TICKS), "mispredictions": round((totals["Bcm"] + totals["Bim"]) / TICKS)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--accept", action="store_true", help="write the counts to benches/counts.csv instead of comparing")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="the example `crossing`, already built, such as `cargo build --release --example crossing` does; its counts are a few percent off")
    parser.add_argument("--modes", nargs="+", default=MODES, choices=MODES, metavar="MODE", help="modes to count [default: all of the baseline]")
    parser.add_argument("--units", nargs="+", type=int, default=SIZES, choices=SIZES, metavar="N", help="sizes to count [default: 400 2000]")
    arguments = parser.parse_args()
    if arguments.accept and (arguments.modes != MODES or arguments.units != SIZES):
        parser.error("--accept needs all modes and sizes")
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        print(f"SKIPPED: no instruction was counted. The baseline is for Linux on x86_64; this is {platform.system()} on {platform.machine()}.")
        return
    try:
        valgrind = output("valgrind", "--version").strip().removeprefix("valgrind-")
    except FileNotFoundError:
        sys.exit("Valgrind is missing: install it, for example with `apt-get install valgrind`")
    versions = {"rustc": output("rustc", "--version").split()[1], "valgrind": valgrind}
    program = (arguments.program or pathlib.Path(build())).resolve()
    cases = [(mode, units) for units in sorted(arguments.units, reverse=True) for mode in arguments.modes]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        counted = list(pool.map(lambda case: count(program, pathlib.Path(folder), *case), cases))
    rows = {(row["mode"], row["units"]): row | versions for row in counted}
    if arguments.accept:
        with BASELINE.open("w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows[mode, units] for mode in MODES for units in SIZES)
        print(f"wrote {BASELINE.relative_to(ROOT)}: commit it, and say in the message why the counts changed")
        return
    with BASELINE.open() as file:
        baseline = {(row["mode"], int(row["units"])): row for row in csv.DictReader(file)}
    sys.exit(compare(rows, baseline, versions))


def compare(rows, baseline, versions):
    """Prints all rows and returns 1 if one is off."""
    tolerance = TOLERANCE
    for tool, version in versions.items():
        if others := sorted({row[tool] for row in baseline.values()} - {version}):
            tolerance = WIDE_TOLERANCE
            print(f"NOTICE: the baseline was counted with {tool} {', '.join(others)}, this is {tool} {version}. "
                  f"Counts may differ by {WIDE_TOLERANCE:.0%} instead of {TOLERANCE:.0%}. Accept new counts with this version to have the narrow limit again.")
    print(f"per tick, mid-crossing, 1 thread\n{'mode':17} {'units':>5} {'instructions':>13} {'ratio':>6} {'mispredictions':>15} {'ratio':>6}")
    off = []
    for mode, units in ((mode, units) for mode in MODES for units in SIZES):
        if (row := rows.get((mode, units))) is None:
            continue
        if (old := baseline.get((mode, units))) is None:
            off.append(f"{mode}, {units} units: not in the baseline")
            continue
        ratios = {name: row[name] / int(old[name]) for name in COUNTS}
        print(f"{mode:17} {units:5} {row['instructions']:13} {ratios['instructions']:6.3f} {row['mispredictions']:15} {ratios['mispredictions']:6.3f}")
        for name, ratio in ratios.items():
            negligible = name == "mispredictions" and abs(row[name] - int(old[name])) < NEGLIGIBLE * row["instructions"]
            if abs(ratio - 1) > tolerance and not negligible:
                off.append(f"{mode}, {units} units: {name} {'grew' if ratio > 1 else 'fell'} by {abs(ratio - 1):.1%}, from {int(old[name])} to {row[name]} per tick")
    if not off:
        print(f"all within {tolerance:.0%} of benches/counts.csv")
        return 0
    print(f"\n{len(off)} of {len(rows) * len(COUNTS)} counts differ by more than {tolerance:.0%} from benches/counts.csv:")
    print("\n".join(f"  {line}" for line in off))
    print("If that is what you want (less is a gain that the next change must not lose again), accept it and commit the file:\n  python3 benches/counts.py --accept")
    return 1


if __name__ == "__main__":
    main()
