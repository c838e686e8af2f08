#!/usr/bin/env python3
"""Runs the commands that the documentation shows: python3 .ci/commands.py PROGRAM [PAGE ...]

A block ```sh whose first line begins with `sidestep` runs, all blocks of a page in order, in a scratch copy of what they may name
(maps, docs, benches). A block ```sh long is only checked: compare and scale with --dry-run, other commands up to their arguments.
A block ```toml NAME is saved under that name first. Fails if a command does, and names the page and the line."""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
LIMIT = 120  # s for one block
FENCE = re.compile(r"^```(\S*)[ \t]*(.*)$")


def blocks(page):
    """Line number, language, rest of the info string and lines of each fenced block."""
    inside, found = None, []
    for number, line in enumerate(page.read_text().splitlines(), 1):
        fence = FENCE.match(line)
        if inside is None and fence:
            inside = (number + 1, fence[1], fence[2].strip(), [])
        elif inside is not None and line.strip() == "```":
            found.append(inside)
            inside = None
        elif inside is not None:
            inside[3].append(line)
    return found


def commands(lines):
    """The commands of a block, with continued lines joined and comments removed."""
    text = "\n".join(lines).replace("\\\n", " ")
    return [re.sub(r"\s+#\s.*$", "", line).strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def checked(command):
    """A long command so that it does no work."""
    first = command.split(" | ")[0].split(" > ")[0].strip()
    if not first.startswith("sidestep "):
        return "true"
    dry = re.match(r"sidestep (compare|scale)\b", first) and "--pair" not in first
    return f"{first} {'--dry-run' if dry else '--help'}"


def run_page(page, program):
    """Runs a page's blocks; returns how many ran, their time and what failed."""
    ran, failures, begin = 0, [], time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        for name in ("maps", "docs", "benches", "deploy"):
            shutil.copytree(ROOT / name, scratch / name)
        (scratch / "bin").mkdir()
        (scratch / "bin/sidestep").symlink_to(program)
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        environment["PATH"] = f"{scratch / 'bin'}:{environment['PATH']}"
        for line, language, rest, lines in blocks(page):
            if language == "toml" and rest:
                (scratch / rest).write_text("\n".join(lines) + "\n")
            if language != "sh" or not lines or not lines[0].startswith("sidestep"):
                continue
            long = rest == "long"
            script = "\n".join(map(checked, commands(lines))) if long else "\n".join(lines)
            try:
                result = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=scratch, env=environment, timeout=LIMIT, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
                wrong = None if result.returncode == 0 else f"exit code {result.returncode}\n{result.stdout[-1500:]}"
            except subprocess.TimeoutExpired:
                wrong = f"still running after {LIMIT} s: mark the block `sh long`"
            ran += 1
            if wrong:
                failures.append(f"{page.relative_to(ROOT)}:{line}: {wrong}")
    return ran, time.monotonic() - begin, failures


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    pages = [ROOT / name for name in sys.argv[2:]] or sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
    count, failures = 0, []
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for page, (ran, seconds, wrong) in zip(pages, pool.map(lambda page: run_page(page, program), pages)):
            count += ran
            failures += wrong
            if ran:
                print(f"{ran:3} blocks {seconds:6.1f} s  {page.relative_to(ROOT)}", flush=True)
    print("\n".join(failures))
    if failures or count == 0:
        sys.exit(f"{len(failures)} of {count} blocks failed")
    print(f"{count} blocks ran")


if __name__ == "__main__":
    main()
