#!/usr/bin/env python3
"""Runs every row of docs/results.md and prints its tables.

    cargo build --release && python3 benches/results.py > tables.md

Each row is the output of one command, which is shown above the table. Tick times are those of this machine, so run nothing else on it.
"""

import itertools
import json
import subprocess
import sys

PROGRAM = "target/release/sidestep"


def lines(*arguments):
    text = subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True).stdout
    return text.splitlines()


def names(command):
    """Returns the first column of the first list that a command prints, without its heading."""
    return [line.split()[0] for line in itertools.takewhile(str.strip, lines(command)[1:])]


def run(*arguments):
    command = [PROGRAM, "run", *arguments, "--threads", "1", "--json"]
    print(" ".join(command), file=sys.stderr)
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def show(value, digits=2):
    return "–" if value is None else f"{value:.{digits}f}"


COLUMNS = ["arrived", "t95 s", "t100 s", "time ratio", "deepest overlap / R", "stuck (longest)", "mean acc. m/s²", "lane order", "tick µs"]


def head(first):
    print(f"| {' | '.join([*first, *COLUMNS])} |\n|{'---|' * (len(first) + len(COLUMNS))}")


def row(first, m):
    cells = [
        *first, f"{100 * m['arrived']:.1f} %" if m["walkers"] else "–", show(m["t95"]), show(m["t100"]), show(m["time_ratio"], 3), show(m["deepest_overlap"], 3),
        f"{m['stuck']} ({m['stuck_longest']:.0f} s)", show(m["mean_acceleration"], 1), show(m["lane_order"]), f"{m['tick_us']['p50']:.0f}",
    ]
    print("| " + " | ".join(cells) + " |", flush=True)


def table(title, arguments, pushes, peers=()):
    print(f"\n### {title}\n\n`sidestep run {' '.join(arguments)} --avoid MODE --push PUSH --threads 1 --json`\n")
    head(["mode", "push"])
    for mode in names("models"):
        for push in pushes:
            row([mode, push], run(*arguments, "--avoid", mode, "--push", push))
    for peer in peers:
        print(peer)


# From separate measurements of the other programs (radius 0.5), without stuck units, accelerations and lanes.
RVO2_200 = "| *RVO2 2.0.3, its own start A-200* | – | 100.0 % | 22.07 | 50.55 | 1.41 | 0.082 | – | – | – | 163 |"
RVO2_1000 = "| *RVO2 2.0.3, its own start A-1000* | – | 99.9 % | 46.67 | – | 1.96 | 0.112 | – | – | – | 1054 |"
RVO2_PERPENDICULAR = "| *RVO2 2.0.3, its own start B-200* | – | 100.0 % | 22.68 | 49.42 | 1.36 | 0.040 | – | – | – | 184 |"
RVO2_CIRCLE = "| *RVO2 2.0.3, its own start C-200* | – | 100.0 % | 35.72 | 41.77 | 1.65 | 0.170 | – | – | – | 158 |"
HOWTORTS = "| *HowToRTS's own demo, raycast* | – | 100.0 % | 8.25 | 10.15 | 1.43 | 0.23 | – | – | – | – |"
HOWTORTS_CONTINUUM = "| *HowToRTS's own demo, continuum crowds* | – | 100.0 % | 9.45 | 14.45 | 1.50 | 0.41 | – | – | – | – |"
HOWTORTS_TUNNEL = "| *HowToRTS's own demo, continuum crowds* | – | 100.0 % | 7.70 | 7.95 | 1.33 | 0.24 | – | – | – | – |"

BOTH = ["off", "on"]
table("large-groups: 36 against 36, HowToRTS's numbers", ["large-groups"], BOTH, [HOWTORTS, HOWTORTS_CONTINUUM])
table("crossing, 200 units", ["crossing", "--units", "200"], BOTH, [RVO2_200])
table("crossing, 1000 units", ["crossing", "--units", "1000"], ["on"], [RVO2_1000])
table("crossing-perpendicular, 200 units", ["crossing-perpendicular", "--units", "200"], ["on"], [RVO2_PERPENDICULAR])
table("circle, 250 units", ["circle"], ["on"], [RVO2_CIRCLE])
table("tunnel: large-groups through a corridor 4 m wide", ["tunnel"], BOTH, [HOWTORTS_TUNNEL])
table("corridor: pedestrians, both ways", ["corridor"], ["on"])
table("bottleneck: pedestrians through a gap", ["bottleneck"], ["on"])

print("\n### Every map with its defaults\n\n`sidestep run MAP --threads 1 --json`\n")
head(["map", "mode"])
for name in names("maps"):
    m = run(name)
    row([name, m["mode"]], m)
