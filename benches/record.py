#!/usr/bin/env python3
"""Appends the results of `cargo bench` to benches/results/MACHINE.csv, a file for each kind of machine.

    cargo bench --bench tick -- whole/1000
    python3 benches/record.py

It takes what Criterion left in target/criterion and skips results that are recorded already or older than the commit. MACHINE is the model of the processor and the number of cores.
"""

import argparse
import csv
import datetime
import json
import os
import pathlib
import platform
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
COLUMNS = ["date", "commit", "cpu", "bench", "median_ns", "low_ns", "high_ns"]


def git(*arguments):
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True, cwd=ROOT).stdout.strip()


def processor():
    """Returns the processor's model as its maker calls it."""
    try:
        models = re.findall(r"^model name\s*:\s*(.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    except OSError:
        models = []
    if not models and platform.system() == "Darwin":
        models = [subprocess.run(["sysctl", "-n", "machdep.cpu.brand_string"], capture_output=True, text=True).stdout.strip()]
    return (models or [""])[0] or platform.processor() or platform.machine()


def results(folder):
    """The time, name and estimates of each benchmark that Criterion measured."""
    for file in sorted(folder.glob("**/new/estimates.json")):
        bench = json.loads((file.parent / "benchmark.json").read_text())["full_id"]
        yield datetime.datetime.fromtimestamp(int(file.stat().st_mtime), datetime.timezone.utc), bench, json.loads(file.read_text())["median"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--criterion", type=pathlib.Path, default=pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "criterion", metavar="FOLDER",
                        help="Criterion's results [default: target/criterion]")
    parser.add_argument("--old", action="store_true", help="record results that are older than the commit, too")
    arguments = parser.parse_args()
    commit = git("rev-parse", "--short=9", "HEAD") + ("+" if git("status", "--porcelain", "--untracked-files=no", "--", "src", "Cargo.toml", "Cargo.lock") else "")
    committed = datetime.datetime.fromtimestamp(int(git("log", "-1", "--format=%ct")), datetime.timezone.utc)
    cpu = processor()
    machine = re.sub(r"[^a-z0-9]+", "-", f"{re.sub(r'[(](R|TM)[)]', '', cpu)} {os.cpu_count()} cores".lower()).strip("-")
    file = ROOT / "benches" / "results" / f"{machine}.csv"
    known = set()
    if file.exists():
        with file.open() as text:
            known = {(row["date"], row["bench"]) for row in csv.DictReader(text)}
    rows, older = [], 0
    for date, bench, median in results(arguments.criterion):
        stamp = date.strftime("%Y-%m-%dT%H:%M:%SZ")
        if (stamp, bench) in known:
            continue
        if date < committed and not arguments.old:
            older += 1
            continue
        interval = median["confidence_interval"]
        nanoseconds = [round(value) for value in (median["point_estimate"], interval["lower_bound"], interval["upper_bound"])]
        rows.append(dict(zip(COLUMNS, [stamp, commit, cpu, bench, *nanoseconds])))
    if older:
        print(f"skipped {older} results that are older than commit {commit}; --old records them")
    if not rows:
        sys.exit(f"no new result in {arguments.criterion}: run `cargo bench --bench tick` first")
    file.parent.mkdir(exist_ok=True)
    new = not file.exists()
    with file.open("a", newline="") as text:
        writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerows(sorted(rows, key=lambda row: row["bench"]))
    print(f"appended {len(rows)} results of commit {commit} to {file.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
