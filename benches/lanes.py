#!/usr/bin/env python3
"""Runs the lanes modes over several seeds and prints the tables of docs/lanes.md and the lanes section of docs/results.md.

    cargo build --release && python3 benches/lanes.py > table.md

Every run is one command, which is printed to standard error. A row shows the mean over seeds with its 95 % t-interval. Starts of maps
are jittered by the map's own jitter, or by 2 cm if it has none; start files (benches/starts) are jittered by 5 cm.
"""

import concurrent.futures
import json
import os
import statistics
import subprocess
import sys

PROGRAM = "target/release/sidestep"
# Student's t for two-sided 95 % intervals, by degrees of freedom.
T = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365}
START = "benches/starts/{}.txt"

CROSSINGS = {
    "A-200 (start file)": [START.format("A_200"), "--jitter", "0.05"],
    "A-1000 (start file)": [START.format("A_1000"), "--jitter", "0.05"],
    "B-200 (start file)": [START.format("B_200"), "--jitter", "0.05"],
    "B-1000 (start file)": [START.format("B_1000"), "--jitter", "0.05"],
    "C-200 (start file)": [START.format("C_200"), "--jitter", "0.05"],
    "crossing 200": ["crossing", "--units", "200"],
    "crossing 1000": ["crossing", "--units", "1000"],
    "crossing 5000": ["crossing", "--units", "5000"],
    "crossing-perpendicular 200": ["crossing-perpendicular", "--units", "200"],
    "crossing-oblique 400": ["crossing-oblique"],
    "four-way 400": ["four-way"],
    "circle 250": ["circle"],
    "large-groups": ["large-groups", "--jitter", "0.02"],
    "small-groups": ["small-groups", "--jitter", "0.02"],
}
WALLS = {
    "tunnel": ["tunnel", "--jitter", "0.02"],
    "corridor": ["corridor"],
    "bottleneck": ["bottleneck", "--jitter", "0.02"],
    "t-junction": ["t-junction", "--jitter", "0.02"],
    "two-doors": ["two-doors", "--jitter", "0.02"],
}


def run(arguments):
    command = [PROGRAM, "run", *arguments, "--threads", "1", "--json"]
    print(" ".join(command), file=sys.stderr, flush=True)
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def over_seeds(jobs, seeds):
    """Returns the metrics of seeds 1 to `seeds` for each (arguments of the map, mode)."""
    def arguments(job, seed):
        where, mode = job
        return [*where, "--avoid", mode, "--push", "off", "--seed", str(seed)]

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        all_runs = [[pool.submit(run, arguments(job, seed)) for seed in range(1, seeds + 1)] for job in jobs]
        return [[one.result() for one in runs] for runs in all_runs]


def mean(values):
    """Returns the mean and half the width of its 95 % interval."""
    half = T[len(values) - 1] * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return statistics.mean(values), half


def ratio(runs):
    known = [m["time_ratio"] for m in runs if m["time_ratio"] is not None]
    arrived = min(m["arrived"] for m in runs)
    if not known or arrived < 0.5:
        return f"{100 * arrived:.0f} % arrive"
    middle, half = mean(known) if len(known) == len(runs) else (statistics.mean(known), 0.0)
    return f"{middle:.3f} ± {half:.3f}" + ("" if arrived == 1 else f", {100 * arrived:.0f} %")


def figures(seeds=8):
    for mode in ["lanes", "lanes-cheap"]:
        maps = {**CROSSINGS, **WALLS}
        print(f"\n`sidestep run MAP --avoid {mode} --push off --seed SEED --threads 1 --json`, seeds 1 to {seeds}\n")
        print("| map | arrived | time ratio | worst | last s | deepest overlap / R | stuck units (longest) | mean acc. m/s² | heading flips |")
        print("|---|---|---|---|---|---|---|---|---|")
        jobs = [(where, mode) for where in maps.values()]
        for name, runs in zip(maps, over_seeds(jobs, seeds)):
            last = [m["t100"] for m in runs if m["t100"] is not None]
            print(
                f"| {name} | {100 * min(m['arrived'] for m in runs):.1f} % | {ratio(runs)} | {max(m['time_ratio'] or 99 for m in runs):.3f} "
                f"| {statistics.mean(last):.1f} | {max(m['deepest_overlap'] for m in runs):.3f} "
                f"| {statistics.mean(m['stuck'] for m in runs):.1f} ({max(m['stuck_longest'] for m in runs):.1f} s) "
                f"| {statistics.mean(m['mean_acceleration'] for m in runs):.1f} | {100 * max(m['heading_flips'] for m in runs):.3f} % |",
                flush=True,
            )


if __name__ == "__main__":
    figures()
