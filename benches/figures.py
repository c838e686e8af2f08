#!/usr/bin/env python3
"""Measures the figures of the documentation. Each table writes benches/results/TABLE.csv; `figures.py --help` lists them.

    cargo build --release
    python3 benches/figures.py lanes
    UPDATE_DOCS=1 cargo test --lib docs_test      # pages show the new figures

Studies keep their runs in target/figures, so that an interrupted one resumes. Run nothing else beside a table of times. `speed` and `peers` need a C++ compiler and checkouts
of RVO2 and recastnavigation, `counts` needs Valgrind, `statistics` and `coverage` need SciPy (pip install scipy==1.17.1), `plans` SciPy and Shapely. Nothing is fetched."""

import argparse
import collections
import concurrent.futures
import csv
import datetime
import itertools
import json
import math
import os
import pathlib
import platform
import random
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benches/results"
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
WORK = TARGET / "figures"
PROGRAM = os.environ.get("SIDESTEP", str(TARGET / "release/sidestep"))
# Student's t for two-sided 95 % intervals, by degrees of freedom.
T = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365}
TABLES = {}


def table(function):
    TABLES[function.__name__.replace("_", "-")] = function
    return function


# --- What all tables share


def output(*command, **options):
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def git(*arguments):
    return output("git", *arguments, cwd=ROOT).strip()


def commit():
    """The commit; `+` means that the sources had changes that were not committed."""
    return git("rev-parse", "--short=7", "HEAD") + ("+" if git("status", "--porcelain", "--untracked-files=no", "--", "*.rs", "*Cargo.toml", "Cargo.lock") else "")


def version():
    number = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]
    return f"{number}, {commit()}, {datetime.date.today()}"


def machine():
    try:
        models = re.findall(r"^model name\s*:\s*(.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    except OSError:
        models = []
    if not models and platform.system() == "Darwin":
        models = [output("sysctl", "-n", "machdep.cpu.brand_string").strip()]
    model = models[0] if models else platform.processor() or platform.machine()
    return f"{os.cpu_count()} cores, {model}"


def stored(name):
    """The rows of a table as dictionaries; none if it does not exist."""
    file = RESULTS / f"{name}.csv"
    if not file.exists():
        return []
    with file.open(newline="") as text:
        return list(csv.DictReader(line for line in text if not line.startswith("#")))


def write(name, title, command, rows, notes="", where=None):
    """Writes a table: rows are dictionaries with the same keys."""
    rows = list(rows)
    rust = output("rustc", "--version").split()[1]
    with (RESULTS / f"{name}.csv").open("w", newline="") as file:
        file.write(f"# {title} | {command} | {version()} | {where or f'{machine()}, {platform.system()}, Rust {rust}'}\n")
        file.write(f"# {notes}\n" if notes else "")
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"wrote benches/results/{name}.csv, {len(rows)} rows")


def show(value, digits):
    return "" if value is None else f"{value:.{digits}f}"


def percent(share, digits=1):
    return "" if share is None else f"{100 * share:.{digits}f} %"


def interval(values, digits):
    """The mean, and half the width of its 95 % interval."""
    half = T[len(values) - 1] * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else None
    return show(statistics.mean(values), digits), show(half, digits)


def run(*arguments):
    command = [PROGRAM, "run", *map(str, arguments), "--threads", "1", "--json"]
    print(" ".join(command), file=sys.stderr, flush=True)
    return json.loads(output(*command))


def over_seeds(jobs, seeds):
    """The metrics of seeds 1 to `seeds` for each list of arguments."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = [[pool.submit(run, *job, "--seed", seed) for seed in range(1, seeds + 1)] for job in jobs]
        return [[one.result() for one in job] for job in runs]


def known(runs, metric):
    return [m[metric] for m in runs if m[metric] is not None]


def modes_of_the_program():
    lines = output(PROGRAM, "models").splitlines()[1:]
    return [line.split()[0] for line in itertools.takewhile(str.strip, lines)]


# --- Modes on maps


@table
def modes(_):
    """all modes on eight maps, one run each"""
    both, on = ["off", "on"], ["on"]
    maps = {"crossing 200": both, "crossing 1000": on, "crossing-perpendicular 200": on, "circle 250": on, "large-groups": both, "tunnel": both, "corridor": on, "bottleneck": on}
    rows = []
    for name, pushes in maps.items():
        map_name, *units = name.split()
        for mode, push in itertools.product(modes_of_the_program(), pushes):
            m = run(map_name, *(["--units", *units] if units else []), "--avoid", mode, "--push", push)
            rows.append({
                "map": name, "mode": mode, "push": push, "arrived": percent(m["arrived"]), "t95 s": show(m["t95"], 2), "last s": show(m["t100"], 2),
                "time ratio": show(m["time_ratio"], 3), "deepest overlap R": show(m["deepest_overlap"], 3), "stuck units": m["stuck"], "longest stuck s": show(m["stuck_longest"], 0),
                "mean acceleration m/s²": show(m["mean_acceleration"], 1), "lane order": show(m["lane_order"], 2), "median tick ms": show(m["tick_us"]["p50"] / 1000, 3)})
    write("modes", "All modes on eight maps", "sidestep run MAP --units N --avoid MODE --push PUSH --threads 1 --json", rows, "One run a row, with the map's own seed.")


@table
def lanes(_):
    """the modes of lanes on 19 maps, eight seeds"""
    files = ["A-200", "A-1000", "B-200", "B-1000", "C-200"]
    maps = {name: [f"benches/starts/{name.replace('-', '_')}.txt", "--jitter", "0.05"] for name in files}
    for name in ["crossing 200", "crossing 1000", "crossing 5000", "crossing-perpendicular 200"]:
        maps[name] = [name.split()[0], "--units", name.split()[1]]
    maps |= {"crossing-oblique 400": ["crossing-oblique"], "four-way 400": ["four-way"], "circle 250": ["circle"], "corridor": ["corridor"]}
    maps |= {name: [name, "--jitter", "0.02"] for name in ["large-groups", "small-groups", "tunnel", "bottleneck", "t-junction", "two-doors"]}
    jobs = [(name, mode) for mode in ["lanes", "lanes-cheap"] for name in maps]
    rows = []
    for (name, mode), runs in zip(jobs, over_seeds([[*maps[name], "--avoid", mode, "--push", "off"] for name, mode in jobs], 8)):
        ratio, half = interval(known(runs, "time_ratio"), 3)
        mean, most = (lambda metric: statistics.mean(m[metric] for m in runs)), (lambda metric: max(m[metric] for m in runs))
        rows.append({
            "map": name, "mode": mode, "arrived": percent(min(m["arrived"] for m in runs)), "time ratio": ratio, "time ratio ±": half,
            "worst ratio": show(max(known(runs, "time_ratio")), 3), "last s": show(statistics.mean(known(runs, "t100")), 1), "deepest overlap R": show(most("deepest_overlap"), 3),
            "stuck units": show(mean("stuck"), 1), "longest stuck s": show(most("stuck_longest"), 1), "mean acceleration m/s²": show(mean("mean_acceleration"), 1),
            "heading flips": percent(most("heading_flips"), 3)})
    write("lanes", "`lanes` and `lanes-cheap` over eight seeds", "sidestep run MAP --avoid MODE --push off --seed SEED --threads 1 --json", rows,
          "Seeds 1 to 8. Arrived: the lowest share of the seeds. Worst ratio, overlap, longest time and flips: the highest of the seeds. The other columns are means, the time ratio "
          "with its 95 % t-interval. A, B and C are the start files of `benches/starts` (head-on, at a right angle, a ring) with 5 cm of jitter; maps have their own jitter or 2 cm.")


@table
def large_crowds(_):
    """the ray and field modes head-on, 200 to 5000 units"""
    cases = [(units, push, seeds) for units, seeds in [(200, 8), (1000, 6)] for push in ["off", "0.4", "0.8", "1.2"]]
    cases += [(500, "1.2", 1), (2000, "0.8", 1), (2000, "1.2", 1), (5000, "1.2", 1)]
    jobs = [(mode, *case) for mode in ["raycast", "cardioid", "raycast+cardioid"] for case in sorted(cases, key=lambda case: case[0])]
    jobs += [("continuum", 5000, push, 1) for push in ["on", "off"]]
    rows = []
    for mode, units, push, seeds in jobs:
        [runs] = over_seeds([["crossing", "--units", units, "--avoid", mode, "--push", push]], seeds)
        row = {"mode": mode, "units": units, "push": push, "arrived": percent(min(m["arrived"] for m in runs), 0)}
        for name, metric, digits in [("time ratio", "time_ratio", 3), ("last s", "t100", 1)]:
            row[name], row[f"{name} ±"] = interval(known(runs, metric), digits) if known(runs, metric) else ("", "")
        row |= {"stuck units": show(statistics.mean(m["stuck"] for m in runs), 0), "longest stuck s": show(max(m["stuck_longest"] for m in runs), 0)}
        row["deepest overlap R"], row["deepest overlap R ±"] = interval(known(runs, "deepest_overlap"), 3)
        rows.append(row)
    write("large-crowds", "Large crowds head-on", "sidestep run crossing --units N --avoid MODE --push PUSH --seed SEED --threads 1 --json", rows,
          "Rows with 200 units are means over seeds 1 to 8, rows with 1000 units over seeds 1 to 6, with 95 % t-intervals; rows without an interval are seed 1 alone. Longest: of all seeds.")


# All but the cones, which take two to nine times as long as free flow in a crowd.
OTHERS = ["none", "raycast", "cardioid", "raycast+cardioid", "orca", "social-force", "power-law", "continuum", "lanes-cheap", "separation", "separation-inverse-square", "closest-approach"]
# Maps whose groups follow plans are left out: there a mode decides little.
MAPS_OF_BEST = [
    "door", "door-narrow", "two-doors-both-ways", "three-rooms", "corner", "pillars", "maze", "choke", "tunnel", "corridor", "overtake", "bottleneck", "two-doors", "t-junction",
    "crossing", "crossing-perpendicular", "crossing-oblique", "four-way", "circle", "slow-fast", "through-idle", "rally", "small-groups", "large-groups", "one-on-one",
    "one-on-one-angled", "straight-ahead", "even-pair", "after-you", "chicken", "dozen",
]


def compared(name, part, modes, push, seeds, limit=None):
    """One map's metrics by (mode, push)."""
    folder = WORK / "best" / f"{name}-{part}"
    jitter = [] if re.search("^jitter", (ROOT / f"maps/{name}.toml").read_text(), re.M) else ["--jitter", "0.05"]
    output(PROGRAM, "compare", "--maps", name, "--modes", ",".join(modes), "--push", push, "--seeds", seeds, "-o", folder, *jitter, *(["--limit", limit] if limit else []))
    found = collections.defaultdict(list)
    for one in map(json.loads, (folder / "results.jsonl").read_text().splitlines()):
        found[one["run"]["mode"], one["run"]["push"]].append(one["metrics"])
    return found


@table
def best(_):
    """lanes and the best other mode on each map"""
    def mean(runs, metric):
        return statistics.mean(known(runs, metric) or [math.inf])

    def order(runs):
        """Units that arrive come first, then the time ratio."""
        return -round(mean(runs, "arrived"), 3), mean(runs, "time_ratio")

    def text(runs, push=0):
        arrived = mean(runs, "arrived")
        ratio = [f"{mean(runs, 'time_ratio'):.3f}"] if arrived else []
        return ", ".join(ratio + [percent(arrived)] * (arrived < 1)) + " + push" * (push > 0)

    rows = []
    for name in MAPS_OF_BEST:
        own = compared(name, "lanes", ["lanes"], "off", 4)["lanes", 0]
        limit = 5 * math.ceil(1.25 * (max(known(own, "t100"), default=0) or 120) / 5)
        first = compared(name, f"first-{limit}", OTHERS, "off,on", 1, limit)
        ranked = sorted(first, key=lambda variant: order(first[variant]))
        cheap = next(variant for variant in ranked if variant[0] == "lanes-cheap")
        chosen = [variant for variant in ranked if variant[0] != "lanes-cheap"][:2]
        (arrived, ratio), (second_arrived, second_ratio) = (order(first[variant]) for variant in chosen)
        if second_arrived != arrived or second_ratio > 1.03 * ratio:
            chosen.pop()
        found = {}
        for mode, push in [cheap, *chosen]:
            found |= compared(name, f"{mode}-{push:g}", [mode], f"{push:g}" if push else "off", 4)
        winner = min(chosen, key=lambda variant: order(found[variant]))
        same = order(own)[0] == order(found[winner])[0]
        rows.append({"map": name, "lanes": text(own), "lanes-cheap": text(found[cheap], cheap[1]), "best other mode": winner[0] + " + push" * (winner[1] > 0),
                     "its ratio": text(found[winner]), "lanes to it": f"{mean(own, 'time_ratio') / mean(found[winner], 'time_ratio'):.2f}" if same else ""})
    write("best", "`lanes` without push and the best other mode on each map", "benches/figures.py best", rows,
          "Time ratios, means over seeds 1 to 4; the share of units where not all arrive. Every mode but the cones ran once with and without push, for 1.25 times as long as `lanes` "
          "needs; the best, and the second within 3 %, ran with four seeds.")


# --- Studies of benches/*.toml

NARROW = {"": "as it is", "keep_right off": "keep-right off", "narrow_push off": "narrow push off", "gates off, keep_right off, narrow_push off, queueing off, routes off": "all off"}
RATES = {"": "60 Hz", "decisions.rate 30": "30 Hz", "decisions.rate 20": "20 Hz", "decisions.overlap on": "overlap", "decisions.overlap on, decisions.rate 30": "30 Hz with overlap"}
LOOKS = {"": "as it is", "decisions.perception 60": "neighbours at 60 Hz", "lanes.response 0.5": "response 0.5", "lanes.look_every 1, lanes.response 0.6": "fields in every tick",
         "decisions.perception 60, lanes.every 2, lanes.look_every 1, lanes.response 0.6": "all at 60 Hz"}
PARTS = {"": "as it is", "pressure_gain 0": "without pressure", "lane_gain 0": "without the lane field", "near_gain 0": "without near neighbours",
         "lane_gain 0, pressure_gain 0": "near neighbours only", "side_bias 0": "without side_bias", "nudge 0": "without the nudge out of a standstill",
         "trust 0": "predicted from velocities only", "trust 1": "predicted from goals only"}
# Title and names of the variants of each study; the variants' common settings are left out of their names.
STUDIES = {
    "narrow": ("`lanes` without each of its mechanisms", NARROW),
    "narrow-modes": ("Modes without and with the mechanisms", {"gates off, keep_right off, narrow_push off, queueing off, routes off": "without", "gates on, keep_right on, narrow_push on, queueing on, routes on": "with"}),
    "rate": ("`lanes` with lower decision rates, and with physics beside decisions", RATES),
    "rate-modes": ("Lower decision rates in other modes", RATES),
    "looks": ("How often units look", LOOKS),
    "ablation": ("`lanes` without each of its parts", PARTS),
}


def settings_of(run):
    """The settings that a study gave a run, as texts."""
    switch = {0.0: "off", 1.0: "on"}
    named = lambda key, value: switch.get(value, f"{value:g}") if key.endswith((".on", ".overlap")) else f"{value:g}"
    return {f"{key.removesuffix('.on')} {named(key, value)}" for key, value in run["settings"].items()}


def study_row(runs, base):
    """A variant's figures, with the difference from the first variant over the same seeds."""
    ratios = known(runs.values(), "time_ratio")
    ratio, half = interval(ratios, 3) if ratios else ("", "")
    row = {"arrived": percent(statistics.mean(m["arrived"] for m in runs.values())), "time ratio": ratio, "time ratio ±": half if runs is base else "", "difference": "", "difference ±": ""}
    pairs = [(runs[seed]["time_ratio"], base[seed]["time_ratio"]) for seed in runs if runs is not base and seed in base]
    changes = [own - other for own, other in pairs if None not in (own, other)]
    if len(changes) > 1:
        row["difference"], row["difference ±"] = f"{statistics.mean(changes):+.3f}", interval(changes, 3)[1]
    return row | {"deepest overlap R": show(max(m["deepest_overlap"] for m in runs.values()), 2)}


def over_all_scenes(runs):
    """The means over all maps, as runs of a map of their own; only of seeds with a time ratio on each of them."""
    metrics = collections.defaultdict(list)
    for (_, mode), variants in runs.items():
        for variant, seeds in variants.items():
            for seed, m in seeds.items():
                metrics[mode, variant, seed].append(m)
    scenes = collections.defaultdict(lambda: collections.defaultdict(dict))
    for (mode, variant, seed), found in metrics.items():
        ratios = known(found, "time_ratio")
        scenes["all scenes", mode][variant][seed] = {
            "time_ratio": statistics.mean(ratios) if len(ratios) == len(found) else None,
            "arrived": statistics.mean(m["arrived"] for m in found), "deepest_overlap": max(m["deepest_overlap"] for m in found)}
    return scenes


def study(name):
    folder, (title, names) = WORK / name, STUDIES[name]
    subprocess.run([PROGRAM, "compare", ROOT / f"benches/{name}.toml", "-o", folder], check=True, stdout=sys.stderr)
    ones = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    common = set.intersection(*(settings_of(one["run"]) for one in ones))
    runs = collections.defaultdict(lambda: collections.defaultdict(dict))
    for one in ones:
        settings = settings_of(one["run"]) - common
        if name == "ablation":
            settings = {setting.split(".", 1)[1] for setting in settings}
        label = ", ".join(sorted(settings))
        if name == "ablation" and "horizon" in label:
            label = "present positions"
        map_name = pathlib.Path(one["run"]["map"]).stem.replace("_", "-")
        runs[map_name, one["run"]["mode"]][names.get(label, label)][one["run"]["seed"]] = one["metrics"]
    if name == "ablation":
        runs |= over_all_scenes(runs)
    order = list(names.values())
    rows = []
    for (map_name, mode), variants in sorted(runs.items()):
        sorted_variants = sorted(variants, key=lambda label: order.index(label) if label in order else len(order))
        base = variants[sorted_variants[0]]
        rows += [{"map": map_name, "mode": mode, "variant": label} | study_row(variants[label], base) for label in sorted_variants]
    write(name, title, f"sidestep compare benches/{name}.toml -o {name}", rows,
          f"{len({one['run']['seed'] for one in ones})} seeds, push off, 5 cm of jitter where a map has none. Means over the seeds with 95 % t-intervals. Difference: the mean difference from "
          "the first variant, over the same starts. Overlap: the deepest of all seeds.")


for study_name in STUDIES:
    TABLES[study_name] = lambda _, name=study_name: study(name)
    TABLES[study_name].__doc__ = f"the study benches/{study_name}.toml"


# --- Plans that nobody designed, and Warzone 2100's benchmark

PLANS = 6
# So many that chance rarely decides which of two equal configurations is faster; with two it often does.
STARTS = 8
# A study for each group of configurations; the first configuration is the one that the others are compared with.
PLAN_STUDIES = {
    "plans-lanes": """modes = ["lanes"]
push = ["off"]
variants = [{}, { gates.on = false }, { keep_right.on = false }, { queueing.on = false }, { routes.on = false }, { narrow_push.on = false }]""",
    "plans-others": """modes = ["lanes", "none", "orca", "continuum"]
push = ["on"]
variants = [{ gates.on = true, keep_right.on = true, queueing.on = true, routes.on = true, narrow_push.on = true }]""",
}


def wilson(count, total):
    """The 95 % interval of a share (Wilson 1927)."""
    z = 1.96
    middle, half = count / total + z * z / 2 / total, z * math.sqrt(count / total * (1 - count / total) / total + z * z / 4 / total**2)
    return (middle - half) / (1 + z * z / total), (middle + half) / (1 + z * z / total)


def rank(runs):
    """Smaller is better: how many runs left units behind, then the mean time ratio."""
    ratios = known(runs, "time_ratio")
    return sum(metrics["arrived"] < 1 for metrics in runs), statistics.mean(ratios) if ratios else math.inf


def best_or_close(first, others):
    """Whether no configuration brings everyone through in more runs than the first, and none of those with as many is more than 2 % faster."""
    (left, ratio), (fewest, fastest) = rank(first), min(map(rank, [first, *others]))
    return left == fewest and ratio <= 1.02 * fastest


def best_if_equal(first, count):
    """The chance of `best_or_close` where all configurations are as good as the first: their runs are drawn from its own (Efron 1979)."""
    numbers, rounds = random.Random(1), 400
    return statistics.mean(best_or_close(drawn[0], drawn[1:]) for drawn in ([numbers.choices(first, k=len(first)) for _ in range(count)] for _ in range(rounds)))


def plan_rows(runs):
    """A row for each family and for all: `runs` are metrics by plan, configuration and seed."""
    families = collections.defaultdict(list)
    for plan in runs:
        families[plan.rsplit("-", 1)[0]].append(plan)
    for family, own in [*families.items(), ("all", list(runs))]:
        first = [metrics for plan in own for metrics in next(iter(runs[plan].values())).values()]
        whole = sum(metrics["arrived"] == 1 for metrics in first)
        # Runs that leave units behind come after all others.
        ratios = sorted(metrics["time_ratio"] if metrics["arrived"] == 1 else math.inf for metrics in first)
        at = lambda share: show(ratios[int(share * (len(ratios) - 1))], 2) if math.isfinite(ratios[int(share * (len(ratios) - 1))]) else "jam"
        by_plan = [[list(seeds.values()) for seeds in runs[plan].values()] for plan in own]
        best = statistics.mean(best_or_close(measured[0], measured[1:]) for measured in by_plan)
        equal = statistics.mean(best_if_equal(measured[0], len(measured)) for measured in by_plan)
        low, high = wilson(whole, len(first))
        yield {"family": family, "plans": len(own), "runs": len(first), "everyone arrives": whole, "low": percent(low, 0), "high": percent(high, 0), "p50": at(0.5), "p90": at(0.9),
               "best or within 2 %": percent(best, 0), "if all were equal": percent(equal, 0)}


@table
def plans(arguments):
    """lanes on random plans of all families, eight starts each; --first N for plans that nobody has seen"""
    import plans as generator
    files = generator.write(WORK / f"plans-{arguments.first}", generator.FAMILIES, PLANS, arguments.first)
    runs = {file.stem: collections.defaultdict(dict) for file in files}
    for name, what in PLAN_STUDIES.items():
        study, folder = WORK / f"{name}.toml", WORK / f"{name}-{arguments.first}"
        study.write_text(f"sidestep = 1\n[study]\nmaps = {json.dumps(list(map(str, files)))}\nseeds = {STARTS}\njitter = {generator.JITTER}\n{what}\n")
        subprocess.run([PROGRAM, "compare", study, "-o", folder], check=True, stdout=sys.stderr)
        for one in map(json.loads, (folder / "results.jsonl").read_text().splitlines()):
            run = one["run"]
            if not one["metrics"]:
                # Groups that start side by side may overlap with a jitter.
                print(f"left out: {run['map']}, seed {run['seed']}: {one['outcome']}")
                continue
            label = name, run["mode"], *sorted(settings_of(run))
            runs[pathlib.Path(run["map"]).stem][label][run["seed"]] = one["metrics"]
    for configurations in runs.values():
        ordered = sorted(configurations.items(), key=lambda item: (item[0][0] != "plans-lanes", len(item[0])))
        configurations.clear()
        configurations.update(ordered)
    rows = list(plan_rows(runs))
    for row in rows:
        print(row)
    for plan, configurations in runs.items():
        left = [f"seed {seed}: {m['arrived']:.0%}" for seed, m in next(iter(configurations.values())).items() if m["arrived"] < 1]
        if left:
            print(plan, *left)
    write("plans", "`lanes` on random plans", f"benches/figures.py plans --first {arguments.first}", rows,
          "Everyone arrives: runs without a unit left behind, with the 95 % Wilson interval of their share. A run that leaves units behind counts as slower than all others. Best: of ten configurations, none "
          "brings everyone through in more runs, and none of those with as many is more than 2 % faster. If all were equal: this share by chance, if all were as good as `lanes` (bootstrap).")


RIVALS = ["pibt", "warzone", "lanes"]
MAPS_OF_RIVALS = ["choke", "door", "door-narrow", "maze"]


@table
def rivals(_):
    """PIBT and Warzone 2100's rules beside lanes on random plans and four maps, two starts each"""
    import plans as generator
    program = example("rivals")
    maps = {str(file): file.stem.rsplit("-", 1)[0] for file in generator.write(WORK / "plans-rivals", generator.FAMILIES, 4, 90001)} | {name: name for name in MAPS_OF_RIVALS}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        texts = list(pool.map(lambda name: output(program, ",".join(RIVALS), 2, name), maps))
    found, no_way = collections.defaultdict(list), collections.Counter()
    for name, _, mode, _, arrived, ratio, lost in (line.split(",") for text in texts for line in text.splitlines()):
        no_way[mode] += int(lost) > 0
        for place in [maps[name]] + ["all plans"] * (name not in MAPS_OF_RIVALS):
            found[place, mode].append(float(ratio) if float(arrived) == 1 else math.inf)
    rows = []
    for place in [*dict.fromkeys(family for family in maps.values() if family not in MAPS_OF_RIVALS), "all plans", *MAPS_OF_RIVALS]:
        row = {"plans": place, "runs": len(found[place, "pibt"])}
        for mode in RIVALS:
            ratios = sorted(found[place, mode])
            at = lambda share: show(ratios[int(share * (len(ratios) - 1))], 2) if math.isfinite(ratios[int(share * (len(ratios) - 1))]) else "jam"
            row |= {f"{mode}: everyone arrives": sum(map(math.isfinite, ratios)), f"{mode}: p50": at(0.5), f"{mode}: p90": at(0.9)}
        rows.append(row)
    print("runs in which cells lead some units nowhere:", dict(no_way))
    write("rivals", "PIBT, Warzone 2100's rules and `lanes`, without push", "benches/figures.py rivals", rows, "A run that leaves units behind counts as slower than all others.")


@table
def movebench(_):
    """the movement benchmark of Warzone 2100, beside its published scores"""
    import movebench as bench
    rows = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, scenario in bench.SCENARIOS.items():
            options = ["--avoid", "lanes", "--push", "off"]
            scores = list(pool.map(lambda arrangement: bench.score(PROGRAM, folder, name, arrangement, options), bench.ARRANGEMENTS))
            middle = lambda key: show(statistics.median(score[key] for score in scores), 0)
            rows.append({"scenario": name, "resolved": sum(score["resolved"] for score in scores), "p50": middle("p50"), "p95": middle("p95"), "largest p95": show(max(score["p95"] for score in scores), 0)})
            for side, known_score in (("plain", scenario.plain), ("congestion", scenario.congestion)):
                rows[-1] |= {f"Warzone {side} resolved": show(known_score.resolved, 0), f"Warzone {side} p95": show(known_score.p95, 0)}
            print(rows[-1])
    write("movebench", "Warzone 2100's movement benchmark, rebuilt", "benches/figures.py movebench", rows,
          "27 arrangements a scenario. Resolved: at the end, three quarters of the ordered units are within 6 tiles of their goals. p50 and p95: seconds of Warzone until a unit is within 1.5 tiles, medians over "
          "the arrangements. Warzone: published scores, without and with its congestion features, as far as they are known.")


# --- Times


@table
def scale(_):
    """cost by stage and number of units; also writes growth.csv"""
    command = "scale --avoid lanes,raycast+cardioid --units 100,200,500,1000,2000,5000 --quality-up-to 1000 -o".split()
    subprocess.run([PROGRAM, *command, WORK / "scale"], check=True)
    with (WORK / "scale/scale.csv").open(newline="") as file:
        measured = list(csv.DictReader(file))
    number = lambda text, digits: show(float(text), digits) if text else ""
    rows = [{"mode": m["mode"], "units": m["units"]} | {f"{stage} µs": f"{float(m[f'{stage}_mean_us_per_tick']):.3g}" if float(m[f"{stage}_mean_us_per_tick"]) < 1000 else
                                                         number(m[f"{stage}_mean_us_per_tick"], 0) for stage in ["perceive", "paths", "decide", "physics", "total"]}
            | {"per unit µs": number(m["total_mean_us_per_unit"], 2), "time ratio": number(m["time_ratio"], 3), "deepest overlap R": number(m["deepest_overlap"], 3), "stuck units": m["stuck"]}
            for m in measured]
    command = f"sidestep {' '.join(command)} scale"
    write("scale", "Cost by stage and quality, by the number of units", command, rows, "Mid-crossing, push off, one seed, one thread.")
    growth = json.loads((WORK / "scale/scale.json").read_text())["growth"]
    rows = [{"mode": one["mode"], "stage": one["stage"]} | {name: show(one["fit"]["exponent"][key], 2) for name, key in [("exponent", "mean"), ("low", "low"), ("high", "high")]}
            for one in growth if one["fit"]]
    write("growth", "How cost grows: the exponent e of cost ~ units^e", command, rows, "With its 95 % interval.")


PEERS = ROOT / "benches/peers"


def build_peer(name, folders, sources, flags=()):
    """Compiles one peer with its program in benches/peers; returns the program's path."""
    WORK.mkdir(parents=True, exist_ok=True)
    includes = [f"-I{folder}" for folder in [PEERS, *folders]]
    subprocess.run([os.environ.get("CXX", "c++"), "-O3", "-DNDEBUG", "-std=c++17", *flags, *includes, PEERS / f"{name}.cpp", *sources, "-o", WORK / name], check=True)
    return WORK / name


def rvo2_source(arguments):
    if not arguments.rvo2 or not (arguments.rvo2 / "src/RVO.h").exists():
        sys.exit("--rvo2 must be a checkout of RVO2: git clone https://github.com/snape/RVO2")
    return arguments.rvo2 / "src"


@table
def peers(arguments):
    """Sidestep, RVO2 and Detour Crowd from the same starts (--rvo2, --detour)"""
    limit, source = 120, rvo2_source(arguments)
    if not arguments.detour:
        sys.exit("--detour must be a checkout: git clone https://github.com/recastnavigation/recastnavigation")
    parts = [arguments.detour / part for part in ("Detour", "DetourCrowd")]
    rvo2 = build_peer("rvo2", [source], sorted(source.glob("*.cc")))
    detour = build_peer("detour", [part / "Include" for part in parts], [file for part in parts for file in sorted((part / "Source").glob("*.cpp"))])

    def sidestep(mode, starts):
        m = run(starts, "--avoid", mode, "--push", "off", "--limit", limit)
        return m | {"median_ms": m["tick_us"]["p50"] / 1000}

    runners = {f"Sidestep {mode}": lambda starts, mode=mode: sidestep(mode, starts) for mode in ["lanes", "continuum", "orca"]}
    runners |= {name: lambda starts, program=program: json.loads(output(program, starts, limit)) for name, program in [("RVO2", rvo2), ("Detour Crowd", detour)]}
    rows = []
    for start in ["A_200", "A_1000", "B_1000"]:
        # The programs take turns, and the best of three times counts.
        turns = [{name: runner(ROOT / f"benches/starts/{start}.txt") for name, runner in runners.items()} for _ in range(3)]
        for name, m in turns[0].items():
            rows.append({"start": start.replace("_", "-"), "program": name, "arrived": percent(m["arrived"]), "time ratio": show(m["time_ratio"], 2), "last s": show(m["t100"], 1),
                         "deepest overlap R": show(m["deepest_overlap"], 2), "median step ms": show(min(turn[name]["median_ms"] for turn in turns), 2)})
    commits = [output("git", "rev-parse", "--short=7", "HEAD", cwd=folder).strip() for folder in (arguments.rvo2, arguments.detour)]
    write("peers", "Sidestep, RVO2 and Detour Crowd from the same starts", "benches/figures.py peers --rvo2 RVO2 --detour recastnavigation", rows,
          f"RVO2 at commit {commits[0]}, Detour Crowd at {commits[1]}. An overlap of 2 means that two units were at the same position.")


def example(name):
    """Builds an example of the laboratory as releases are built, and returns its path."""
    output("cargo", "build", "--release", "-p", "sidestep-lab", "--no-default-features", "--example", name, cwd=ROOT)
    return TARGET / "release/examples" / name


@table
def paths(_):
    """walls that change and new goals in mid-run"""
    program = example("paths")
    lines = [line for case in ["doors", "walls", "goals", "groups", "large"] for line in output(program, case).splitlines()[1:]]
    rows = [dict(zip(["case", "value", "unit"], line.split(","))) for line in lines]
    write("paths", "What walls that change and new goals cost in mid-run", "benches/figures.py paths", rows, "Release build, one thread. Changes: the median of 11 ticks, less the usual tick.")


@table
def load(_):
    """orders to 20 groups every second, and units that come and go"""
    rows = [dict(zip(["case", "value"], line.split(","))) for line in output(example("paths"), "load").splitlines()[1:]]
    write("load", "What orders and units that come and go cost", "benches/figures.py load", rows, "Release build, one thread, 400 × 400 m. Ratios of ticks in turns.")


@table
def walls(arguments):
    """the stages of a tick among 56 pillars and without them"""
    program, units = example("crossing"), 400
    # In turns, and the least of five rounds: other programs only make a round slower.
    kinds = {"open": ["--open"], "pillars": []}
    times = {kind: {} for kind in kinds}
    for _, (kind, options) in itertools.product(range(5), kinds.items()):
        for line in output(program, "stages", ROOT / "benches/maps/columns.toml", "lanes", *options).splitlines():
            stage, micros = line.split()
            times[kind][stage] = min(float(micros), times[kind].get(stage, float("inf")))
    rows = [{"stage": stage, **{kind: times[kind][stage] for kind in kinds}} for stage in times["open"]]
    rows.append({"stage": "whole tick", **{kind: round(sum(times[kind].values()), 1) for kind in kinds}})
    rows = [row | {"ratio": show(row["pillars"] / max(row["open"], 0.1), 2)} for row in rows]
    write("walls", f"µs per tick of lanes with {units} units in the middle of each other, in the open and among 56 round pillars 4 m apart", "benches/figures.py walls", rows,
          "The least mean of five rounds in turns, one thread.")


class Timed:
    """A program from one start file. It walks to the middle of the crossing once, and is timed from there again and again."""

    def __init__(self, name, program, before, after, units):
        self.name, self.units, self.least = name, units, None
        self.places = WORK / f"{'-'.join(name.replace('=', ' ').split())}-{units}.places"
        self.place, self.time = [program, "place", *before, *after], [program, "time", *before, *after]

    def walk(self):
        self.places.write_text(output(*self.place))

    def round(self, cores, threads):
        options = [self.places] if self.name == "RVO2" else ["--from", self.places, "--threads", threads]
        lines = output(*self.time, *options, preexec_fn=lambda: os.sched_setaffinity(0, cores)).splitlines()
        total = lines[0].split().index("total")
        ticks = [float(line.split()[total]) for line in lines[1:]]
        self.least = ticks if self.least is None else list(map(min, self.least, ticks))


@table
def speed(arguments):
    """a whole tick against the bare step of RVO2 (--rvo2); replaces the rows it measures, keeps the others"""
    sidestep, source = example("crossing"), rvo2_source(arguments)
    rvo2 = build_peer("rvo2_speed", [source], sorted(source.glob("*.cc")), ["-march=native"])
    threads, cores = arguments.threads, set(range(arguments.threads))
    timed = []
    for units in arguments.units or [200, 1000, 5000]:
        file = ROOT / f"benches/starts/A_{units}.txt"
        if not file.exists():
            file = WORK / f"crossing_{units}.txt"
            file.write_text(output(sidestep, "starts", "crossing", "--units", units))
        timed.append(Timed("RVO2", rvo2, [file], [], units))
        for words in arguments.modes or ["none", "raycast", "cardioid", "raycast+cardioid", "orca", "lanes", "lanes-cheap", "continuum", "power-law"]:
            mode, *options = shlex.split(words)
            timed.append(Timed(words, sidestep, [file, mode], options, units))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(Timed.walk, timed))
    for _ in range(arguments.rounds):
        for one in timed:
            one.round(cores, threads)
    ms = {(one.name, one.units): statistics.mean(one.least) / 1000 for one in timed}
    rows = {(row["threads"], row["program"], row["units"]): row for row in stored("speed")}
    for (name, units), value in ms.items():
        rows[str(threads), name, str(units)] = {"threads": threads, "program": name, "units": units, "mean tick ms": show(value, 3),
                                                "times RVO2": show(value / ms["RVO2", units], 2), "commit": commit()}
    write("speed", "A whole tick in the middle of a crossing, and the bare step of RVO2", "benches/figures.py speed --rvo2 RVO2", rows.values(),
          "RVO2 is compiled with -O3 -march=native; it has one thread. Per tick the least of 3 to 5 rounds, in which the programs take turns; then the mean over 120 ticks.")


def criterion(group):
    """Time, name and median of what Criterion measured last in a group."""
    for file in sorted((TARGET / "criterion").glob("**/new/estimates.json")):
        name = json.loads((file.parent / "benchmark.json").read_text())["full_id"]
        if name.startswith(group):
            yield datetime.datetime.fromtimestamp(int(file.stat().st_mtime), datetime.timezone.utc), name, json.loads(file.read_text())["median"]


@table
def bench(_):
    """appends what `cargo bench --bench tick` measured since the commit"""
    old, committed, rows = stored("bench"), datetime.datetime.fromtimestamp(int(git("log", "-1", "--format=%ct")), datetime.timezone.utc), []
    for date, name, median in criterion("whole/"):
        row = {"date": date.strftime("%Y-%m-%dT%H:%M:%SZ"), "commit": commit(), "machine": machine(), "bench": name, "median_ns": round(median["point_estimate"]),
               "low_ns": round(median["confidence_interval"]["lower_bound"]), "high_ns": round(median["confidence_interval"]["upper_bound"])}
        if date >= committed and not any((row["date"], name) == (known["date"], known["bench"]) for known in old):
            rows.append(row)
    if not rows:
        sys.exit("Criterion has no new result: run `cargo bench --bench tick` first")
    write("bench", "Ticks measured by Criterion", "cargo bench --bench tick", [*old, *rows], "Compare the rows of one commit with each other.", "column machine")


@table
def snapshots(_):
    """copying, saving and restoring 1000 units, and recording them"""
    printed = output("cargo", "bench", "-p", "sidestep-lab", "--no-default-features", "--bench", "snapshot")
    ms = {name: median["point_estimate"] / 1e6 for _, name, median in criterion("snapshot/")}
    rows = []
    columns = {"copy world": "copy of a world", "copy crowd": "copy of a crowd", "save world": "bytes of a world", "save crowd": "bytes of a crowd",
               "rewind world": "rewind a world", "rewind crowd": "rewind a crowd", "restore world": "restore a world", "restore crowd": "restore a crowd"}
    for line in re.findall(r"^(\w+), (\S+): world (\d+) bytes, crowd (\d+) bytes, recording (\d+) bytes$", printed, re.M):
        (scene, mode), sizes = line[:2], [int(size) / 1e6 for size in line[2:]]
        time = lambda what: show(ms[f"snapshot/{scene}, {mode}: {what}"], 2)
        rows.append({"map": scene, "mode": mode} | {f"{name} ms": time(what) for name, what in columns.items()} |
                    {"bytes world MB": show(sizes[0], 2), "bytes crowd MB": show(sizes[1], 2), "recording MB per minute": show(sizes[2], 1)})
    write("snapshots", "Keeping the state of 1000 units in mid-crossing, and going back to it", "cargo bench --bench snapshot", rows, "One thread, release build.")


@table
def resumed(_):
    """an hour of `streams` that is killed five times and resumed"""
    def play(*command, killed_after=None):
        memory, begin = [], time.monotonic()
        process = subprocess.Popen([PROGRAM, *command, "--threads", "1"], stdout=subprocess.DEVNULL)
        while process.poll() is None:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            memory += [int(kb) / 1024 for kb in re.findall(r"VmRSS:\s+(\d+)", status)]
            if killed_after and time.monotonic() - begin > killed_after:
                process.kill()
            time.sleep(0.1)
        return time.monotonic() - begin, memory
    hour = ["run", "streams", "--limit", "3600"]
    with tempfile.TemporaryDirectory() as folder:
        file = lambda name: f"{folder}/{name}"
        seconds, memory = play(*hour, "--record", file("whole.sidestep"), "--json", file("whole.json"))
        rng, kills = random.Random(1), 5
        after = lambda: rng.uniform(0.5, 1.5) * seconds / (kills + 1)
        play(*hour, "--headless", "--record", file("cut.sidestep"), killed_after=after())
        for _ in range(kills - 1):
            play("replay", file("cut.sidestep"), "--resume", killed_after=after())
        play("replay", file("cut.sidestep"), "--resume", "--json", file("cut.json"))
        whole, cut = [json.loads(pathlib.Path(file(name)).read_text()) for name in ["whole.json", "cut.json"]]
        verified = subprocess.run([PROGRAM, "replay", file("cut.sidestep"), "--verify"], stdout=subprocess.DEVNULL).returncode == 0
        differing = [key for key in whole if key not in ("tick_us", "threads") and whole[key] != cut[key]]
        size = os.path.getsize(file("whole.sidestep")) / 1e6
    rows = [{"map": "streams", "kills": kills, "state hash": whole["state_hash"], "resumed": cut["state_hash"], "metrics that differ": len(differing), "verified": str(verified).lower(),
             "seconds": show(seconds, 0), "MB": show(size, 0), "memory at half MB": show(memory[len(memory) // 2], 0), "memory at end MB": show(memory[-1], 0)}]
    write("resumed", "An hour of a map that is killed five times at random and resumed", "python3 benches/figures.py resumed", rows, "One thread, release build. Memory: resident, of the undisturbed run.")


@table
def draw(_):
    """drawing a crossing, and what each overlay adds"""
    subprocess.run(["cargo", "bench", "--bench", "draw"], check=True, cwd=ROOT)
    ms = {name: median["point_estimate"] / 1e6 for _, name, median in itertools.chain(criterion("draw/"), criterion("overlays/"))}
    rows = [{"what": name.removeprefix("draw/"), "ms": show(value, 2)} for name, value in ms.items() if name.startswith("draw/")]
    rows += [{"what": name.removeprefix("overlays/"), "ms": show(value - ms["overlays/none"], 2)} for name, value in ms.items() if name.startswith("overlays/") and name != "overlays/none"]
    write("draw", "Drawing a crossing at 1280 × 720 pixels, and what each overlay adds for 1000 units", "cargo bench --bench draw", rows, "One thread, release build, without text.")


# --- Instructions, which need no clock

COUNTED_MODES = ["lanes", "raycast+cardioid", "orca", "none"]
COUNTED_SIZES = [400, 2000]
# As in .cargo/config.toml.
FLAGS = ["-C", "target-cpu=x86-64-v2"]
COUNTS = ["instructions", "mispredictions"]
# A multiple of every period of work that is not done in each tick.
TICKS = 12
TOLERANCE = 0.03
# With another compiler or Valgrind than the baseline's.
WIDE_TOLERANCE = 0.10
# Mispredictions change when code only moves, because the simulated predictor shares its entries between branches; in `none` by 7 %. So fewer of them are no gain that a
# later change could lose, and a difference of less than this share of the instructions costs next to nothing.
NEGLIGIBLE = 1 / 7000
# The C library chooses its copying functions by the processor. This chooses those that every x86_64 processor has; older versions of the
# library use the second name of a feature. Valgrind shows the same processor to the program wherever there is AVX2.
SAME_EVERYWHERE = "glibc.cpu.hwcaps=" + ",".join(
    f"-{feature}" for feature in ["AVX512F", "AVX512VL", "AVX2", "AVX2_Usable", "AVX", "AVX_Usable", "AVX_Fast_Unaligned_Load", "FMA", "FMA_Usable", "BMI2", "ERMS", "FSRM",
                                  "SSSE3", "SSE4_1", "SSE4_2", "RTM"])


def counted_program():
    """Builds the program and returns its path. Compiler flags of the environment are ignored."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("CARGO_PROFILE_RELEASE_") and key not in ("CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET")}
    # With an unoptimised laboratory: what is counted is the engine's. With the example, the dependencies are those of release tests, so that CI compiles them only once.
    output("cargo", "build", "--release", "--lib", "--example", "crossing", "--config", "profile.release.package.sidestep-lab.opt-level=0",
           cwd=ROOT, env=env | {"RUSTFLAGS": " ".join(FLAGS)})
    release, program = TARGET / "release", TARGET / "counted"
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


@table
def counts(arguments):
    """instructions per tick: compares with counts.csv and fails if one is more than 3 % off; writes it with --accept"""
    modes, sizes = arguments.modes or COUNTED_MODES, arguments.units or COUNTED_SIZES
    if unknown := [name for name in [*modes, *sizes] if name not in COUNTED_MODES + COUNTED_SIZES]:
        sys.exit(f"counts.csv has no {unknown[0]}: choose among {COUNTED_MODES} and {COUNTED_SIZES}")
    if arguments.accept and (modes, sizes) != (COUNTED_MODES, COUNTED_SIZES):
        sys.exit("--accept needs all modes and sizes")
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        print(f"SKIPPED: no instruction was counted. The baseline is for Linux on x86_64; this is {platform.system()} on {platform.machine()}.")
        return
    try:
        valgrind = output("valgrind", "--version").strip().removeprefix("valgrind-")
    except FileNotFoundError:
        sys.exit("Valgrind is missing: install it, for example with `apt-get install valgrind`")
    versions = {"rustc": output("rustc", "--version").split()[1], "valgrind": valgrind}
    program = counted_program()
    cases = [(mode, units) for units in sorted(sizes, reverse=True) for mode in modes]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        counted = list(pool.map(lambda case: count(program, pathlib.Path(folder), *case), cases))
    rows = {(row["mode"], row["units"]): row | versions for row in counted}
    if arguments.accept:
        write("counts", "Instructions and mispredicted branches per tick in the middle of a crossing", "benches/figures.py counts --accept",
              [rows[mode, units] for mode in COUNTED_MODES for units in COUNTED_SIZES], where="Callgrind on x86-64, one thread")
        print("commit it, and say in the message why the counts changed")
        return
    sys.exit(compare_counts(rows, {(row["mode"], int(row["units"])): row for row in stored("counts")}, versions))


def compare_counts(rows, baseline, versions):
    """Prints all rows and returns 1 if one is off."""
    tolerance = TOLERANCE
    for tool, version in versions.items():
        if others := sorted({row[tool] for row in baseline.values()} - {version}):
            tolerance = WIDE_TOLERANCE
            print(f"NOTICE: the baseline was counted with {tool} {', '.join(others)}, this is {tool} {version}. "
                  f"Counts may differ by {WIDE_TOLERANCE:.0%} instead of {TOLERANCE:.0%}. Accept new counts with this version to have the narrow limit again.")
    print(f"per tick, mid-crossing, 1 thread\n{'mode':17} {'units':>5} {'instructions':>13} {'ratio':>6} {'mispredictions':>15} {'ratio':>6}")
    off = []
    for (mode, units), row in sorted(rows.items()):
        if (old := baseline.get((mode, units))) is None:
            off.append(f"{mode}, {units} units: not in the baseline")
            continue
        ratios = {name: row[name] / int(old[name]) for name in COUNTS}
        print(f"{mode:17} {units:5} {row['instructions']:13} {ratios['instructions']:6.3f} {row['mispredictions']:15} {ratios['mispredictions']:6.3f}")
        for name, ratio in ratios.items():
            negligible = name == "mispredictions" and row[name] - int(old[name]) < NEGLIGIBLE * row["instructions"]
            if abs(ratio - 1) > tolerance and not negligible:
                off.append(f"{mode}, {units} units: {name} {'grew' if ratio > 1 else 'fell'} by {abs(ratio - 1):.1%}, from {int(old[name])} to {row[name]} per tick")
    if not off:
        print(f"all within {tolerance:.0%} of benches/results/counts.csv")
        return 0
    print(f"\n{len(off)} of {len(rows) * len(COUNTS)} counts differ by more than {tolerance:.0%} from benches/results/counts.csv:")
    print("\n".join(f"  {line}" for line in off))
    print("If that is what you want (less is a gain that the next change must not lose again), accept it and commit the file:\n  python3 benches/figures.py counts --accept")
    return 1


# --- SciPy's statistics
# The values that the tests of the statistics compare with. The data are drawn from fixed seeds and stored with six digits, so the tests need neither NumPy's generator nor
# SciPy. SciPy lacks Holm's correction, which is implemented here.

LARGEST_EFFECT = 100.0
# Degrees of freedom, from few to very many, for the 97.5 % quantile of Student's t.
FREEDOM = [1, 2, 3, 5, 7, 10, 19, 31, 63, 99, 500, 1000, 9999, 100_000, 1_000_000]

try:
    import numpy as np
    import scipy
    from scipy import stats
except ModuleNotFoundError:
    np = None


def drawn(seed, draw):
    return [round(float(v), 6) for v in draw(np.random.default_rng(seed))]


def golden_cases():
    samples = {
        "normal, 8": drawn(1, lambda r: r.normal(1.3, 0.05, 8)),
        "normal, 30": drawn(2, lambda r: r.normal(-4.0, 2.0, 30)),
        "log-normal, 12: skewed": drawn(3, lambda r: r.lognormal(0.0, 1.2, 12)),
        "exponential, 40: skewed": drawn(4, lambda r: r.exponential(3.0, 40)),
        "one far out of 10, to the left": [-50.0, 1.0, 2.0, 1.5, 2.5, 1.0, 0.5, 2.0, 3.0, 1.5],
        "two": [1.25, 1.5],
        "three": [0.5, 4.0, 1.0],
        "ties": [0.0, 0.0, 0.0, 1.0, 0.0, 2.0, 1.0, 0.0, 3.0, 0.0, 1.0, 0.0],
        "all equal": [1.25] * 8,
        "large n": drawn(5, lambda r: r.gamma(2.0, 1.5, 2000)),
        "far from 0": drawn(6, lambda r: 1e6 + r.normal(0.0, 0.01, 20)),
        "tiny values": [float(f"{v:.6e}") for v in np.random.default_rng(7).normal(3e-7, 1e-7, 9)],
    }
    calm = drawn(11, lambda r: r.normal(1.25, 0.03, 8))
    pairs = {
        "no difference, 8": (drawn(12, lambda r: r.normal(1.25, 0.03, 8)), calm),
        "a small difference, 8": (drawn(13, lambda r: np.array(calm) + r.normal(0.01, 0.01, 8)), calm),
        "a large difference, 8": (drawn(14, lambda r: np.array(calm) - r.normal(0.4, 0.05, 8)), calm),
        "nearly equal": ([v + d * 1e-6 for v, d in zip(calm, [3, 1, 2, 4, 2, 3, 1, 2])], calm),
        "differences nearly without scatter": ([v + 0.5 + d * 1e-6 for v, d in zip(calm, [1, -1, 2, 0, -2, 1, 0, -1])], calm),
        "two": ([1.0, 2.0], [1.5, 3.0]),
        "ties": ([0.0, 1.0, 0.0, 2.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0, 1.0, 0.0]),
        "skewed, 25": (drawn(15, lambda r: r.lognormal(0, 1, 25)), drawn(16, lambda r: r.lognormal(0.8, 1, 25))),
        "large n": (drawn(17, lambda r: r.normal(0.03, 1, 2000)), drawn(18, lambda r: r.normal(0, 1, 2000))),
        "a very small p": (drawn(19, lambda r: r.normal(2, 1, 400)), drawn(20, lambda r: r.normal(0, 1, 400))),
    }
    ps = [
        [0.01, 0.04, 0.03, 0.005],
        [0.2],
        [0.04, 0.04, 0.04, 0.5, 0.5],
        [1e-12, 0.9, 0.049, 0.0, 0.011, 0.3, 1.0, 0.0101],
        drawn(21, lambda r: r.uniform(0, 0.1, 66)),
    ]
    sizes = [100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10000.0, 20000.0]
    fits = {
        "linear, with noise": (sizes, drawn(31, lambda r: 0.4 * np.array(sizes) * r.lognormal(0, 0.1, 8))),
        "quadratic, with noise": (sizes, drawn(32, lambda r: 1e-3 * np.array(sizes) ** 2 * r.lognormal(0, 0.2, 8))),
        "n log n": (sizes, drawn(33, lambda r: 0.01 * np.array(sizes) * np.log(sizes))),
        "a fixed cost at small sizes": (sizes, drawn(34, lambda r: 300 + 0.5 * np.array(sizes))),
        "nearly constant": (sizes, drawn(35, lambda r: r.normal(1.3, 0.02, 8))),
        "falling, below 1": (sizes, drawn(36, lambda r: np.array(sizes) ** -0.5 * r.lognormal(0, 0.05, 8))),
        "three points": ([100.0, 1000.0, 10000.0], [2.0, 25.0, 190.0]),
        "the same size many times": ([100.0] * 5 + [1000.0] * 5, drawn(37, lambda r: r.lognormal(1, 0.3, 10))),
    }
    return samples, pairs, ps, fits


def golden_sample(name, values):
    n, mean = len(values), float(np.mean(values))
    low, high = (mean, mean) if np.ptp(values) == 0 else stats.t.interval(0.95, n - 1, mean, stats.sem(values))
    skewness = 0.0 if np.ptp(values) == 0 else stats.skew(values, bias=True)
    return {"name": name, "values": values, "t": [mean, low, high], "skewness": skewness, "bootstrap": bootstrap(values)}


def bootstrap(values):
    """Returns the BCa interval from ten times as many resamples as ours, so that the noise of the comparison is ours alone; null if SciPy
    has none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", stats.DegenerateDataWarning)
        found = stats.bootstrap((values,), np.mean, n_resamples=100_000, batch=1000, method="BCa", rng=np.random.default_rng(99))
    low, high = found.confidence_interval
    return None if np.isnan(low) else [low, high]


def golden_pair(name, values, baseline):
    test = stats.ttest_rel(values, baseline)
    low, high = test.confidence_interval(0.95)
    difference = np.subtract(values, baseline)
    effect = float(np.clip(difference.mean() / difference.std(ddof=1), -LARGEST_EFFECT, LARGEST_EFFECT))
    return {"name": name, "values": values, "baseline": baseline, "difference": [difference.mean(), low, high],
            "p": test.pvalue, "effect": effect}


def holm(p):
    adjusted, largest = [0.0] * len(p), 0.0
    for smaller, k in enumerate(sorted(range(len(p)), key=lambda k: p[k])):
        largest = max(largest, min(1.0, (len(p) - smaller) * p[k]))
        adjusted[k] = largest
    return {"p": p, "adjusted": adjusted}


def golden_fit(name, x, y):
    line = stats.linregress(np.log(x), np.log(y))
    half = stats.t.ppf(0.975, len(x) - 2) * line.stderr
    return {"name": name, "x": x, "y": y, "exponent": [line.slope, line.slope - half, line.slope + half],
            "intercept": line.intercept, "r2": line.rvalue ** 2}


def false_differences(trials=20_000, n=16):
    """Prints how often a paired t-test at 5 % over n seeds finds a difference in the mean although there is none."""
    rng = np.random.default_rng(1)
    tail = lambda: rng.lognormal(0, 1, (trials, n))
    for name, differences in {"both log-normal": tail() - tail(), "one log-normal": tail() - np.exp(0.5)}.items():
        print(f"{name}: {100 * (stats.ttest_1samp(differences, 0, axis=1).pvalue < 0.05).mean():.0f} %")


def power(n=8, effect=1.0):
    """Prints how often a difference of `effect` standard deviations is found over n seeds: alone, and as the first of 66 pairs."""
    for pairs in [1, 66]:
        t = stats.t.ppf(1 - 0.025 / pairs, n - 1)
        found = stats.nct.sf(t, n - 1, effect * np.sqrt(n)) + stats.nct.cdf(-t, n - 1, effect * np.sqrt(n))
        print(f"{pairs} pairs: {100 * found:.0f} %")


def plain(value):
    return value.item() if isinstance(value, np.generic) else value


def held_by(values, mean, resamples, rng):
    n = len(values)
    half = stats.t.ppf(0.975, n - 1) * values.std(ddof=1) / np.sqrt(n)
    by_t = abs(values.mean() - mean) <= half
    g1 = stats.skew(values)
    means = np.sort(values[rng.integers(0, n, (resamples, n))].mean(axis=1))
    z0 = stats.norm.ppf(np.clip((means < values.mean()).mean(), 0.5 / resamples, 1 - 0.5 / resamples))
    w = z0 + stats.norm.ppf([0.025, 0.975])
    low, high = np.quantile(means, stats.norm.cdf(z0 + w / (1 - g1 / (6 * np.sqrt(n)) * w)))
    by_bootstrap = low <= mean <= high
    skewed = abs(g1) > 1
    return by_t, by_bootstrap, by_bootstrap if skewed else by_t, skewed


@table
def statistics_golden(_):
    """lab/tests/golden/statistics.json, computed with SciPy"""
    samples, pairs, ps, fits = golden_cases()
    golden = {
        "scipy": scipy.__version__,
        "samples": [golden_sample(name, values) for name, values in samples.items()],
        "pairs": [golden_pair(name, *pair) for name, pair in pairs.items()],
        "holm": [holm(p) for p in ps],
        "fits": [golden_fit(name, *points) for name, points in fits.items()],
        "t": [{"freedom": f, "t": stats.t.ppf(0.975, f)} for f in FREEDOM],
    }
    # One case per line, so that a diff shows which case has changed.
    parts = [f'"scipy": {json.dumps(golden.pop("scipy"))}']
    for key, cases in golden.items():
        lines = ",\n".join(json.dumps(case, default=plain) for case in cases)
        parts.append(f'"{key}": [\n{lines}\n]')
    (ROOT / "lab/tests/golden/statistics.json").write_text("{\n" + ",\n".join(parts) + "\n}\n")


@table
def coverage(_):
    """how often a 95 % interval contains the true mean; prints how reliable the tests are"""
    trials, resamples, rng = 4000, 2000, np.random.default_rng(5)
    sources = {
        "normal": (lambda n: rng.normal(0, 1, n), 0.0),
        "exponential": (lambda n: rng.exponential(1, n), 1.0),
        "log-normal, σ = 1": (lambda n: rng.lognormal(0, 1, n), np.exp(0.5)),
    }
    rows = []
    for (name, (draw, mean)), n in itertools.product(sources.items(), [4, 8, 16, 32, 64]):
        held = np.array([held_by(draw(n), mean, resamples, rng) for _ in range(trials)]).mean(axis=0)
        rows.append({"values": name, "seeds": n} | dict(zip(["t", "bootstrap", "as chosen", "bootstrap chosen"], (percent(share, 0) for share in held))))
    write("coverage", "How often a 95 % interval contains the true mean", "benches/figures.py coverage", rows,
          "4000 trials each. As chosen: the method that Sidestep uses; bootstrap chosen: how often that is the bootstrap.", f"SciPy {scipy.__version__}")
    false_differences()
    power()


def main():
    tables = "\n".join(f"  {name:17} {function.__doc__}" for name, function in TABLES.items())
    parser = argparse.ArgumentParser(description=__doc__, epilog=f"tables:\n{tables}", formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", choices=TABLES, metavar="TABLE", help="see below")
    parser.add_argument("--rvo2", type=pathlib.Path, metavar="FOLDER", help="speed, peers: a checkout of RVO2")
    parser.add_argument("--detour", type=pathlib.Path, metavar="FOLDER", help="peers: a checkout of recastnavigation")
    parser.add_argument("--units", type=int, nargs="+", metavar="N", help="speed, counts: sizes")
    parser.add_argument("--modes", nargs="+", metavar="MODE", help="speed, counts: modes; for speed with options of benches/programs/crossing.rs, such as \"lanes --rate 30\"")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="speed: times that everything is timed [default: 5]")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="speed: threads of Sidestep, on as many cores; RVO2 has one [default: 1]")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="plans: number of the first plan of each family")
    parser.add_argument("--accept", action="store_true", help="counts: write counts.csv instead of comparing")
    arguments = parser.parse_args()
    if arguments.table in ("statistics-golden", "coverage") and np is None:
        sys.exit(f"{arguments.table} needs SciPy: pip install scipy==1.17.1")
    RESULTS.mkdir(exist_ok=True)
    WORK.mkdir(parents=True, exist_ok=True)
    TABLES[arguments.table](arguments)


if __name__ == "__main__":
    main()
