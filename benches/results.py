#!/usr/bin/env python3
"""Runs every row of docs/results.md and prints its tables.

    cargo build --release && python3 benches/results.py > tables.md

Each row is one command; the figures are what it printed. Times of a tick are this machine's.
"""

import json
import subprocess
import sys

PROGRAM = "target/release/sidestep"
MODES = ["none", "raycast", "cardioid", "raycast+cardioid"]


def run(*arguments):
    command = [PROGRAM, "run", *arguments, "--threads", "1", "--json"]
    print(" ".join(command), file=sys.stderr)
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def show(value, digits=2):
    return "–" if value is None else f"{value:.{digits}f}"


def row(name, m, command):
    tick = m["tick_us"]
    cells = [
        name, f"{100 * m['arrived']:.1f} %", show(m["t50"]), show(m["t95"]), show(m["t100"]), show(m["time_ratio"], 3),
        show(m["path_ratio"], 3), show(m["deepest_overlap"], 3), f"{m['stuck']} ({m['stuck_longest']:.0f} s)",
        show(m["mean_acceleration"], 1), show(m["lane_order"]), f"{tick['p50']:.0f}", f"{tick['p99']:.0f}", f"`{command}`",
    ]
    print("| " + " | ".join(cells) + " |", flush=True)


HEAD = ("| mode | arrived | t50 s | t95 s | t100 s | time ratio | path ratio | deepest overlap / R | stuck (longest) "
        "| mean acc. m/s² | lane order | tick µs p50 | p99 | command |\n|" + "---|" * 14)


def table(title, map_name, extra=(), peers=()):
    print(f"\n### {title}\n\n{HEAD}")
    for mode in MODES:
        for push in ["off", "on"]:
            arguments = [map_name, *extra, "--avoid", mode, "--push", push]
            row(f"{mode}, push {push}", run(*arguments), "run " + " ".join(arguments))
    for peer in peers:
        print(peer)


# From the peers' own measurement (radius 0.5; t50, paths, stuck and accelerations were not taken there).
RVO2_200 = "| *RVO2 2.0.3* | 100.0 % | – | 22.07 | 50.55 | 1.41 | – | 0.082 | 0 | – | – | 163 | 298 | *its own start, A-200* |"
RVO2_1000 = "| *RVO2 2.0.3* | 99.9 % | – | 46.67 | – | 1.96 | – | 0.112 | 0 | – | – | 1054 | 1621 | *its own start, A-1000* |"
HOWTORTS = "| *HowToRTS's own demo, raycast* | 100.0 % | 7.02 | 8.25 | 10.15 | 1.43 | – | 0.23 | – | – | – | – | – | *their code, headless* |"

table("large-groups: 36 against 36, HowToRTS's numbers", "large-groups", peers=[HOWTORTS])
table("crossing, 200 units", "crossing", ["--units", "200"], [RVO2_200])
table("crossing, 400 units (the map as it is)", "crossing")
table("crossing, 1000 units", "crossing", ["--units", "1000"], [RVO2_1000])

print(f"\n### Every map as it comes\n\n{HEAD.replace('| mode |', '| map |')}")
maps = subprocess.run([PROGRAM, "maps"], check=True, capture_output=True, text=True).stdout.splitlines()[1:]
for name in (line.split()[0] for line in maps):
    row(name, run(name), f"run {name}")
