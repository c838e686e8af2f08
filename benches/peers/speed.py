#!/usr/bin/env python3
"""The time of Sidestep's whole tick, physics included, against the bare step of RVO2: the table in docs/performance.md.

    git clone https://github.com/snape/RVO2
    python3 benches/peers/speed.py --rvo2 RVO2
    python3 benches/peers/speed.py --rvo2 RVO2 --units 1000 --modes lanes "lanes --rate 30" none

Needs Linux and a C++ compiler (c++, or CXX). Fetches nothing. Both cross from the same starts, each with its own steering, and are timed in the middle of
the crossing: per tick the least of all rounds, then the mean over 120 ticks. Rounds alternate between the programs, which are pinned to one core.
"""

import argparse
import concurrent.futures
import csv
import os
import pathlib
import shlex
import statistics
import subprocess
import sys

from run import BUILD, HERE, ROOT, build

MODES = ["none", "raycast", "cardioid", "raycast+cardioid", "orca", "lanes", "lanes-cheap", "continuum", "power-law"]
SIZES = [200, 1000, 5000]


def output(command, cores=None):
    pin = (lambda: os.sched_setaffinity(0, cores)) if cores else None
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True, preexec_fn=pin).stdout


def build_sidestep(native):
    """Builds the example `crossing` as releases are built, or for this processor, and returns its path."""
    target, env = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")), dict(os.environ)
    if native:
        # A folder of its own: with other compiler flags, Cargo would compile every crate again.
        target /= "native"
        env["RUSTFLAGS"] = "-C target-cpu=native"
    subprocess.run(["cargo", "build", "--release", "-p", "sidestep-lab", "--no-default-features", "--example", "crossing", "--target-dir", target], check=True, cwd=ROOT, env=env)
    return target / "release/examples/crossing"


def starts(sidestep, units):
    """The start file A of this size, or else the starts of the map `crossing`."""
    file = ROOT / f"benches/starts/A_{units}.txt"
    if not file.exists():
        file = BUILD / f"crossing_{units}.txt"
        file.write_text(output([sidestep, "starts", "crossing", "--units", units]))
    return file


class Runner:
    """A program from one start file. It walks to the middle of the crossing once, and is timed from there again and again."""

    def __init__(self, name, program, before, after, units):
        self.name, self.units, self.least = name, units, None
        self.places = BUILD / f"{'-'.join(name.replace('=', ' ').split())}-{units}.places"
        self.place = [program, "place", *before, *after]
        self.time = [program, "time", *before, *after]

    def walk(self):
        self.places.write_text(output(self.place))

    def round(self, cores, threads):
        if self.name == "RVO2":
            lines = output([*self.time, self.places], cores).splitlines()
        else:
            lines = output([*self.time, "--from", self.places, "--threads", threads], cores).splitlines()
        total = lines[0].split().index("total")
        ticks = [float(line.split()[total]) for line in lines[1:]]
        self.least = ticks if self.least is None else list(map(min, self.least, ticks))

    def micros(self):
        return statistics.mean(self.least)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rvo2", type=pathlib.Path, required=True, metavar="FOLDER", help="a checkout of RVO2; it is compiled with -O3 -march=native, without OpenMP")
    parser.add_argument("--sidestep", type=pathlib.Path, metavar="FILE", help="the example `crossing`, already built; otherwise it is built with --release")
    parser.add_argument("--native", action="store_true", help="compile Sidestep for this processor, too (target-cpu=native)")
    parser.add_argument("--units", type=int, nargs="+", default=SIZES, metavar="N", help="sizes [default: 200 1000 5000]")
    parser.add_argument("--modes", nargs="+", default=MODES, metavar="MODE", help="modes of Sidestep; each may have options of benches/programs/crossing.rs: \"lanes --rate 30\"")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="times that everything is timed [default: 5]")
    parser.add_argument("--cores", default="0", metavar="LIST", help="the cores that the timed programs may use [default: 0]")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads of Sidestep; RVO2 has one [default: 1]")
    parser.add_argument("--csv", type=pathlib.Path, default=BUILD / "speed.csv", metavar="FILE", help="where to write the figures [default: target/peers/speed.csv]")
    arguments = parser.parse_args()
    if arguments.native and arguments.sidestep:
        parser.error("--native builds the program, so it cannot be used with --sidestep")
    if not (arguments.rvo2 / "src/RVO.h").exists():
        sys.exit(f"{arguments.rvo2} is no checkout of RVO2: it has no src/RVO.h")
    cores = {int(core) for core in arguments.cores.split(",")}
    sidestep = (arguments.sidestep or build_sidestep(arguments.native)).resolve()
    source = arguments.rvo2 / "src"
    rvo2 = build("rvo2_speed", [source], sorted(source.glob("*.cc")), ["-march=native"])
    runners = []
    for units in arguments.units:
        file = starts(sidestep, units)
        runners.append(Runner("RVO2", rvo2, [file], [], units))
        for words in arguments.modes:
            mode, *options = shlex.split(words)
            runners.append(Runner(words, sidestep, [file, mode], options, units))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(Runner.walk, runners))
    for round in range(arguments.rounds):
        print(f"round {round + 1} of {arguments.rounds}", file=sys.stderr)
        for runner in runners:
            runner.round(cores, arguments.threads)
    micros = {(runner.name, runner.units): runner.micros() for runner in runners}
    rows = [{"units": units, "program": name, "threads": 1 if name == "RVO2" else arguments.threads, "rounds": arguments.rounds,
             "mean_us": f"{value:.1f}", "times_rvo2": f"{value / micros['RVO2', units]:.3f}"} for (name, units), value in micros.items()]
    arguments.csv.parent.mkdir(parents=True, exist_ok=True)
    with arguments.csv.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"µs per tick (times RVO2); {arguments.threads} thread{'s' if arguments.threads > 1 else ''}, cores {arguments.cores}, {arguments.rounds} rounds\n")
    print(f"| | {' | '.join(f'{units} units' for units in arguments.units)} |\n|{'---|' * (len(arguments.units) + 1)}")
    for name in ["RVO2", *arguments.modes]:
        cells = [f"{micros[name, units]:.0f} ({micros[name, units] / micros['RVO2', units]:.2f})" for units in arguments.units]
        print(f"| {name if name == 'RVO2' else f'`{name}`'} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
