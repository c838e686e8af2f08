#!/usr/bin/env python3
"""Runs a study on a HyperQueue server: python3 deploy/hq.py FOLDER

Submits the runs of a planned study as tasks (shards), waits for them, merges the results and lists missing runs. Finished runs are not
repeated, so the same command resumes the study after any interruption. Start it in the directory in which the study was planned. It needs
`pip install hyperqueue` in the version of the server. See docs/studies.md for details."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
from typing import NoReturn

MOST_TASKS = 997  # default limit; a prime, so that every n-th run of the manifest mixes all maps and modes


def stop(why: str, what_to_do: str) -> NoReturn:
    sys.exit(f"{why}\n  help: {what_to_do}")


def first_line(error: object) -> str:
    """Returns HyperQueue's message without the stack trace."""
    return next(iter(str(error).splitlines()), "no reason given")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="deploy/hq.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="the study's folder, which all workers must see under this path")
    parser.add_argument("--tasks", type=int, metavar="N", help=f"number of tasks [default: one per run, at most {MOST_TASKS}]")
    parser.add_argument("--cpus", type=int, default=1, metavar="N", help="cores per task, each of which does one run at a time [default: 1]")
    parser.add_argument("--crash-limit", type=int, default=20, metavar="N", help="number of workers that may die during a task [default: 20]")
    parser.add_argument("--program", default="sidestep", help="path of the program on the workers [default: sidestep in the PATH]")
    parser.add_argument("--server-dir", type=pathlib.Path, metavar="DIR", help="HyperQueue's server directory [default: ~/.hq-server]")
    parser.add_argument("--no-merge", action="store_true", help="do not merge the results")
    asked = parser.parse_args()
    for name in ("tasks", "cpus", "crash_limit"):
        if getattr(asked, name) is not None and getattr(asked, name) < 1:
            parser.error(f"--{name.replace('_', '-')} must be 1 or more")
    return asked


def count_runs(folder: pathlib.Path) -> int:
    manifest = folder / "manifest.jsonl"
    try:
        with open(manifest, "rb") as lines:
            return sum(1 for _ in lines)
    except OSError as error:
        stop(f"no study in {folder}: {error}", f"create its manifest with: sidestep study plan -o {folder}")


def connect(server_dir: pathlib.Path | None):
    """Returns HyperQueue's module and a client of the running server."""
    if not sys.stderr.isatty():
        os.environ.setdefault("TQDM_DISABLE", "1")  # its progress bar is for terminals
    try:
        import hyperqueue
    except ImportError as error:
        stop(f"HyperQueue's Python package is not installed: {error}", "run `pip install hyperqueue` in a virtual environment")
    try:
        return hyperqueue, hyperqueue.Client(server_dir)
    except Exception as error:
        where = server_dir or "~/.hq-server"
        stop(
            f"no HyperQueue server answers in {where}: {first_line(error)}",
            "start one with `hq server start`, or give its directory with --server-dir; package and server need the same version",
        )


def job(hyperqueue, asked: argparse.Namespace, program: str, tasks: int):
    """Creates a job with one task per shard. A failed task does not stop the others, and a task whose worker dies is restarted."""
    from hyperqueue.ffi.protocol import ResourceRequest
    from hyperqueue.output import StdioDef

    logs = asked.folder.resolve() / "logs"
    logs.mkdir(exist_ok=True)
    job = hyperqueue.Job(default_workdir=pathlib.Path.cwd(), max_fails=None, name=f"sidestep {asked.folder.name}")
    for shard in range(1, tasks + 1):
        # The logs of successful tasks are removed.
        out, err = (StdioDef.remove_if_finished(f"{logs}/%{{JOB_ID}}.{shard}.{kind}") for kind in ("out", "err"))
        line = [program, "study", "run", str(asked.folder), "--shard", f"{shard}/{tasks}", "--threads", str(asked.cpus)]
        needs = ResourceRequest(cpus=asked.cpus)
        job.program(line, stdout=out, stderr=err, name=f"{shard}/{tasks}", resources=needs, crash_limit=asked.crash_limit)
    return job


def main() -> None:
    asked = arguments()
    runs = count_runs(asked.folder)
    program = shutil.which(asked.program) or stop(f"cannot find the program {asked.program}", "give its path with --program")
    hyperqueue, client = connect(asked.server_dir)
    tasks = min(asked.tasks or MOST_TASKS, runs)
    try:
        submitted = client.submit(job(hyperqueue, asked, str(pathlib.Path(program).absolute()), tasks))
        print(f"HyperQueue job {submitted.id}: {runs} runs in {tasks} tasks", flush=True)
        client.wait_for_jobs([submitted], raise_on_error=False)
        failed = client.get_failed_tasks(submitted)
    except KeyboardInterrupt:
        stop("stopped waiting; the job continues", "run this command again once the job is over to merge its results")
    except Exception as error:
        stop(f"HyperQueue: {first_line(error)}", "run this command again to resume; finished runs are not repeated")
    for task, context in sorted(failed.items())[:5]:
        print(f"task {task + 1}/{tasks} failed: {first_line(context.error)}; see {context.stderr}", file=sys.stderr)
    if not asked.no_merge:
        sys.exit(subprocess.run([program, "study", "merge", str(asked.folder)]).returncode)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
