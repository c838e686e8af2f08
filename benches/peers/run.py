#!/usr/bin/env python3
"""Sidestep, RVO2 and Detour Crowd from the same starts: the comparison in README.md.

    git clone https://github.com/snape/RVO2
    git clone https://github.com/recastnavigation/recastnavigation
    cargo build --release
    python3 benches/peers/run.py --rvo2 RVO2 --detour recastnavigation

Needs a C++ compiler (c++, or CXX). Fetches nothing. One thread each; the programs take turns, and the best of three times counts."""

import argparse
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "target" / "peers"
LIMIT = 120  # s, simulated
MODES = ["lanes", "continuum", "orca"]


def build(name, folders, sources, flags=()):
    """Compiles one peer with its program here; returns the program's path."""
    program = BUILD / name
    BUILD.mkdir(parents=True, exist_ok=True)
    includes = [f"-I{folder}" for folder in [HERE, *folders]]
    subprocess.run([os.environ.get("CXX", "c++"), "-O3", "-DNDEBUG", "-std=c++17", *flags, *includes, HERE / f"{name}.cpp", *sources, "-o", program], check=True)
    return program


def peers(arguments):
    """Name and command of every peer that was named."""
    if arguments.rvo2:
        source = arguments.rvo2 / "src"
        yield "RVO2", [build("rvo2", [source], sorted(source.glob("*.cc")))]
    if arguments.detour:
        parts = [arguments.detour / part for part in ("Detour", "DetourCrowd")]
        sources = [file for part in parts for file in sorted((part / "Source").glob("*.cpp"))]
        yield "Detour Crowd", [build("detour", [part / "Include" for part in parts], sources)]


def sidestep(program, mode, starts):
    """One run as the peers print theirs."""
    command = [program, "run", starts, "--avoid", mode, "--push", "off", "--threads", "1", "--limit", str(LIMIT), "--json"]
    run = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    keys = ("units", "arrived", "time_ratio", "t100", "deepest_overlap")
    return {key: run[key] for key in keys} | {"median_ms": run["tick_us"]["p50"] / 1000}


def peer(command, starts):
    return json.loads(subprocess.run([*command, starts, str(LIMIT)], check=True, capture_output=True, text=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rvo2", type=pathlib.Path, metavar="FOLDER", help="a checkout of RVO2")
    parser.add_argument("--detour", type=pathlib.Path, metavar="FOLDER", help="a checkout of recastnavigation")
    parser.add_argument("--sidestep", type=pathlib.Path, default=ROOT / "target/release/sidestep", metavar="FILE", help="the program")
    parser.add_argument("--starts", type=pathlib.Path, nargs="*", default=[ROOT / f"benches/starts/{name}.txt" for name in ("A_200", "A_1000", "B_1000")],
                        metavar="FILE", help="start files")
    arguments = parser.parse_args()
    if not arguments.sidestep.exists():
        sys.exit(f"{arguments.sidestep} does not exist: run `cargo build --release` first, or name the program with --sidestep")
    runners = [(f"Sidestep `{mode}`", lambda starts, mode=mode: sidestep(arguments.sidestep, mode, starts)) for mode in MODES]
    runners += [(name, lambda starts, command=command: peer(command, starts)) for name, command in peers(arguments)]
    print("| starts | | arrived | time ratio | last arrival, s | deepest overlap / R | step, ms |\n|---|---|---|---|---|---|---|")
    for starts in arguments.starts:
        rows = [[runner(starts) for _, runner in runners] for _ in range(3)]
        for column, (name, _) in enumerate(runners):
            row, best = rows[0][column], min(turn[column]["median_ms"] for turn in rows)
            last = "–" if row["t100"] is None else f"{row['t100']:.1f}"
            ratio = "–" if row["time_ratio"] is None else f"{row['time_ratio']:.2f}"
            print(f"| {starts.stem} | {name} | {100 * row['arrived']:.1f} % | {ratio} | {last} | {row['deepest_overlap']:.2f} | {best:.2f} |", flush=True)


if __name__ == "__main__":
    main()
