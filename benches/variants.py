#!/usr/bin/env python3
"""Prints the variants of a study as a table of maps by variants, such as the tables of docs/performance.md and docs/lanes.md.

    cargo run --release -- compare benches/rate.toml -o rate --against lanes
    python3 benches/variants.py rate

A cell has the mean time ratio of all seeds and the deepest overlap in brackets, in radii. The first variant's cells also have the 95 % interval,
and the others the mean difference from the first, over the same starts, with its 95 % interval; it is bold where the interval excludes 0. Where not
all units arrive, their share comes first.
"""

import json
import pathlib
import statistics
import sys

# Student's t for two-sided 95 % intervals, by degrees of freedom.
T = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365}


def half_width(values):
    return T.get(len(values) - 1, 1.96) * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0


def label(settings):
    named = {0.0: "off", 1.0: "on"}
    parts = [f"{key.removesuffix('.on')} {named.get(value, f'{value:g}') if key.endswith(('.on', '.overlap')) else f'{value:g}'}" for key, value in settings.items()]
    return ", ".join(parts) or "as it is"


def cell(runs, base):
    ratios = [m["time_ratio"] for m in runs.values() if m["time_ratio"] is not None]
    arrived = statistics.mean(m["arrived"] for m in runs.values())
    text = f"{100 * arrived:.1f} %" if arrived < 1 else ""
    if ratios:
        text += (", " if text else "") + f"{statistics.mean(ratios):.3f}"
        if runs is base:
            text += f" ± {half_width(ratios):.3f}"
        else:
            both = [(runs[seed]["time_ratio"], base[seed]["time_ratio"]) for seed in runs if seed in base]
            changes = [own - other for own, other in both if None not in (own, other)]
            if len(changes) > 1:
                mean, half = statistics.mean(changes), half_width(changes)
                change = f"{mean:+.3f} ± {half:.3f}"
                text += f" ({f'**{change}**' if abs(mean) > half else change})"
    return f"{text} ({max(m['deepest_overlap'] for m in runs.values()):.2f})"


table, variants, modes = {}, [], []
for folder in sys.argv[1:]:
    results = pathlib.Path(folder, "results.jsonl")
    # A study that has not ended yet has single files.
    lines = results.read_text().splitlines() if results.exists() else [file.read_text() for file in sorted(pathlib.Path(folder, "runs").glob("*.json"))]
    for one in map(json.loads, lines):
        run = one["run"]
        variant, mode = label(run["settings"]), run["mode"]
        variants += [variant] if variant not in variants else []
        modes += [mode] if mode not in modes else []
        name = pathlib.Path(run["map"]).stem
        table.setdefault((name, mode), {}).setdefault(variant, {})[run["seed"]] = one["metrics"]

variants.sort(key=lambda variant: (variant != "as it is", variant.count(","), variant))
print(f"| map | {'mode | ' if len(modes) > 1 else ''}{' | '.join(variants)} |\n|{'---|' * (len(variants) + 1 + (len(modes) > 1))}")
for (name, mode), row in sorted(table.items()):
    cells = [cell(row[variant], row.get(variants[0], {})) if variant in row else "" for variant in variants]
    print(f"| {name} | {f'`{mode}` | ' if len(modes) > 1 else ''}{' | '.join(cells)} |")
