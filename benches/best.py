#!/usr/bin/env python3
"""Compares lanes with the best other mode on every map, and prints the table of docs/results.md.

    cargo build --release && python3 benches/best.py > best.md

For each map, every other mode runs once, with and without the sideways push, for 1.25 times as long as lanes needs for its last
arrival. The best of them, and the second if it is within 3 % of it, then run with the seeds and the time limit of lanes. lanes-cheap
has its own column. Maps whose groups follow plans are left out: there a mode decides little.

Results are kept in a folder ("best", or the first argument), so an interrupted run resumes. Further arguments choose maps.
"""

import json
import math
import os
import subprocess
import sys

PROGRAM = os.environ.get("SIDESTEP", "target/release/sidestep")
FOLDER = sys.argv[1] if len(sys.argv) > 1 else "best"
SEEDS = 4
# All but the cones, which take two to nine times as long as free flow in a crowd.
MODES = [
    "none", "raycast", "cardioid", "raycast+cardioid", "orca", "social-force", "power-law", "continuum", "lanes-cheap", "separation",
    "separation-inverse-square", "closest-approach",
]
MAPS = [
    "door", "door-narrow", "two-doors-both-ways", "three-rooms", "corner", "pillars", "maze", "choke",
    "tunnel", "corridor", "overtake", "bottleneck", "two-doors", "t-junction",
    "crossing", "crossing-perpendicular", "crossing-oblique", "four-way", "circle", "slow-fast", "through-idle", "rally",
    "small-groups", "large-groups", "one-on-one", "one-on-one-angled", "straight-ahead", "even-pair", "after-you", "chicken", "dozen",
]


def has_jitter(name):
    return any(line.startswith("jitter") for line in open(f"maps/{name}.toml"))


def compare(name, part, modes, push, seeds, limit=None):
    """Runs one map and returns its results by (mode, push)."""
    folder = f"{FOLDER}/{name}-{part}"
    os.makedirs(FOLDER, exist_ok=True)
    command = [PROGRAM, "compare", "--maps", name, "--modes", ",".join(modes), "--push", push, "--seeds", str(seeds), "-o", folder]
    command += [] if has_jitter(name) else ["--jitter", "0.05"]
    command += ["--limit", f"{limit:g}"] if limit else []
    print(" ".join(command), file=sys.stderr, flush=True)
    subprocess.run(command, check=True, capture_output=True)
    results = {}
    for line in open(f"{folder}/results.jsonl"):
        one = json.loads(line)
        results.setdefault((one["run"]["mode"], one["run"]["push"]), []).append(one["metrics"])
    return results


def mean(runs, metric):
    known = [m[metric] for m in runs if m[metric] is not None]
    return sum(known) / len(known) if known else math.inf


def order(runs):
    """Units that arrive come first, then the time ratio."""
    return -round(mean(runs, "arrived"), 3), mean(runs, "time_ratio")


def show(runs):
    arrived = mean(runs, "arrived")
    if arrived == 0:
        return "0 %"
    return f"{mean(runs, 'time_ratio'):.3f}" + (f", {100 * arrived:.1f} %" if arrived < 1 else "")


def label(mode, push):
    return f"`{mode}`" + (" + push" if push else "")


print("| map | `lanes` | `lanes-cheap` | best other mode | | lanes / other |\n|---|---|---|---|---|---|")
for name in sys.argv[2:] or MAPS:
    lanes = compare(name, "lanes", ["lanes"], "off", SEEDS)["lanes", 0]
    last = max(m["t100"] or 0 for m in lanes) or 120
    limit = 5 * math.ceil(1.25 * last / 5)
    first = compare(name, f"first-{limit}", MODES, "off,on", 1, limit)
    cheap = min((variant for variant in first if variant[0] == "lanes-cheap"), key=lambda variant: order(first[variant]))
    chosen = sorted((variant for variant in first if variant[0] != "lanes-cheap"), key=lambda variant: order(first[variant]))[:2]
    (arrived, ratio), (second_arrived, second_ratio) = (order(first[variant]) for variant in chosen)
    if second_arrived != arrived or second_ratio > 1.03 * ratio:
        chosen.pop()
    results = {}
    for mode, push in [cheap, *chosen]:
        results |= compare(name, f"{mode}-{push:g}", [mode], f"{push:g}" if push else "off", SEEDS)
    best = min(chosen, key=lambda variant: order(results[variant]))
    factor = mean(lanes, "time_ratio") / mean(results[best], "time_ratio")
    same = order(lanes)[0] == order(results[best])[0]
    cells = [name, show(lanes), show(results[cheap]) + " + push" * (cheap[1] > 0), label(*best), show(results[best]), f"{factor:.2f}" if same else "–"]
    print(f"| {' | '.join(cells)} |", flush=True)
