#!/usr/bin/env python3
"""Measures how well each avoidance mode fits each built-in map, for the window's list of modes.

    cargo build --release
    python3 benches/fit.py              # writes lab/src/viewer/fit.csv; 20 to 40 minutes on one core
    python3 benches/fit.py --maps door  # measures some maps again and keeps the other rows

Every map runs in every mode with the map's own push, mechanisms and settings, one run per seed. A run ends at 90 s of simulated time.
"""

import argparse
import concurrent.futures
import csv
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
TABLE = ROOT / "lab" / "src" / "viewer" / "fit.csv"
COLUMNS = ["map", "mode", "runs", "arrived", "time_ratio"]
LIMIT = 90


def names(program, command):
    """The first words of the lines of a list, up to its first empty line."""
    lines = subprocess.run([program, command], capture_output=True, text=True, check=True).stdout.split("\n\n")[0].splitlines()
    return [line.split()[0] for line in lines[1:]]


def run(program, map_name, mode, seed):
    command = [program, "run", map_name, "--avoid", mode, "--seed", str(seed), "--limit", str(LIMIT), "--threads", "1", "--headless", "--json", "-"]
    result = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    # Without walking units, as if all had arrived.
    return (result["arrived"], result["time_ratio"]) if result["walkers"] else (None, None)


def mean(values, digits):
    known = [value for value in values if value is not None]
    return f"{sum(known) / len(known):.{digits}f}" if known else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "target" / "release" / "sidestep"))
    parser.add_argument("--maps", help="maps, separated by commas [default: all built-in maps]")
    parser.add_argument("--seeds", type=int, default=2, help="seeds per map and mode, from 1 [default: 2]")
    parser.add_argument("--jobs", type=int, default=1, help="runs at the same time [default: 1]")
    parser.add_argument("--out", default=str(TABLE))
    options = parser.parse_args()
    maps, modes = names(options.program, "maps"), names(options.program, "models")
    chosen = options.maps.split(",") if options.maps else maps
    out = pathlib.Path(options.out)
    rows = {}
    if out.exists():
        with out.open(newline="") as file:
            lines = (line for line in file if not line.startswith("#"))
            rows = {(row["map"], row["mode"]): row for row in csv.DictReader(lines)}

    def measure(case):
        map_name, mode = case
        runs = [run(options.program, map_name, mode, seed) for seed in range(1, options.seeds + 1)]
        arrived, ratios = zip(*runs)
        return dict(zip(COLUMNS, [map_name, mode, len(runs), mean(arrived, 4), mean(ratios, 3)]))

    def write():
        with out.open("w", newline="") as file:
            file.write("# Made by `python3 benches/fit.py`: mean arrival share and mean time ratio of each mode on each built-in map.\n")
            table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            table.writeheader()
            table.writerows(rows[case] for case in ((m, mode) for m in maps for mode in modes) if case in rows)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(measure, [(m, mode) for m in chosen for mode in modes]):
            rows[row["map"], row["mode"]] = row
            write()


if __name__ == "__main__":
    main()
