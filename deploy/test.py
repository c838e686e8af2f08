#!/usr/bin/env python3
"""Runs one study with HyperQueue, Slurm and GNU parallel, and directly on this machine: python3 deploy/test.py [--all] [PROGRAM]

Each engine is started for real on this machine, as the calling user, and disturbed halfway: a worker is killed and replaced, a job is
cancelled, or a program is killed. In the end, the merged results must be identical to those of the direct runs byte for byte, except for
measured times. An engine that is not installed is skipped, or counts as a failure with --all. The engines are in Debian's slurm-wlm and
parallel, and in PyPI's hyperqueue (for the Python that runs this script)."""

import argparse
import contextlib
import importlib.util
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
# 60 runs of about 0.3 s each, so that a kill lands halfway.
STUDY = "--maps crossing,circle --modes none,lanes,raycast --push off,on --units 150 --seeds 5 --limit 40".split()
RUNS = 60
TASKS = 15
WAIT = 120.0  # time limit for every step, s


def check(holds: bool, what: str) -> None:
    """Reports the outcome of a check and counts failures."""
    print(("ok   " if holds else "FAIL ") + what, flush=True)
    check.failed += not holds


check.failed = 0


def until(holds, what: str) -> None:
    end = time.monotonic() + WAIT
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"timed out waiting for {what}")
        time.sleep(0.02)


def done(folder: pathlib.Path) -> int:
    """Returns the number of results."""
    return sum(1 for _ in (folder / "runs").glob("[0-9a-f]*.json"))


def end(process: subprocess.Popen) -> None:
    """Kills a process and its descendants by pid, as when a machine dies."""
    started = descendants(process.pid)
    process.kill()
    for pid in started:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.wait()


def descendants(pid: int) -> list[int]:
    with contextlib.suppress(FileNotFoundError):
        children = pathlib.Path(f"/proc/{pid}/task").glob("*/children")
        own = [int(child) for file in children for child in file.read_text().split()]
        return own + [later for child in own for later in descendants(child)]
    return []


@contextlib.contextmanager
def daemon(command: list, log: pathlib.Path, **options):
    """Runs a process in the background for the duration of the context."""
    with open(log, "ab") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, **options)
    try:
        yield process
    finally:
        if process.poll() is None:
            end(process)


class Study:
    """Studies in separate folders, and the reference study that ran directly on this machine."""

    def __init__(self, program: pathlib.Path, room: pathlib.Path):
        self.program, self.room = program, room
        self.alone = self.plan("alone")
        self.call("study", "run", self.alone)
        self.call("study", "merge", self.alone)

    def call(self, *arguments, status: int = 0) -> str:
        ended = subprocess.run([self.program, *arguments], cwd=self.room, capture_output=True, text=True)
        if ended.returncode != status:
            raise RuntimeError(f"{arguments}: exit status {ended.returncode} instead of {status}\n{ended.stdout}{ended.stderr}")
        return ended.stdout

    def plan(self, name: str) -> pathlib.Path:
        self.call("study", "plan", *STUDY, "-o", self.room / name)
        return self.room / name

    def compare(self, folder: pathlib.Path) -> None:
        for what in (table, records):
            ours, theirs = what(self.alone), what(folder)
            same = ours == theirs and ours.count("\n") >= RUNS
            check(same, f"{folder.name}: the {what.__name__} of {RUNS} runs equals that of one machine byte for byte")


def table(folder: pathlib.Path) -> str:
    """Returns results.csv without the measured times, which are the last columns from `threads` on."""
    lines = (folder / "results.csv").read_text().splitlines()
    clock = lines[0].split(",").index("threads")
    return "".join(",".join(line.split(",")[:clock]) + "\n" for line in lines)


def records(folder: pathlib.Path) -> str:
    """Returns results.jsonl without the measured times."""
    lines = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    for record in lines:
        del record["metrics"]["tick_us"], record["checksum"]
    return "".join(json.dumps(record) + "\n" for record in lines)


# --- HyperQueue. The wheel lacks the `hq` program but contains its code. Server and workers run as separate processes:


def serve(directory: str) -> None:
    """Runs a HyperQueue server until it is killed."""
    from hyperqueue.cluster import LocalCluster

    os.makedirs(directory)
    cluster = LocalCluster(directory)  # noqa: F841  (the cluster ends with its object)
    signal.pause()


def work(directory: str) -> None:
    """Runs a worker with one core for the server in `directory`. A LocalCluster starts workers for the server that its directory points
    to. Here the directory is redirected to the other server, and the cluster's own server stays idle."""
    from hyperqueue.cluster import LocalCluster, WorkerConfig

    with tempfile.TemporaryDirectory() as own:
        cluster = LocalCluster(own)
        current = pathlib.Path(own) / "hq-current"
        current.unlink()
        current.symlink_to((pathlib.Path(directory) / "hq-current").resolve())
        cluster.start_worker(WorkerConfig(cores=1))
        signal.pause()


def witness(study: Study, log: pathlib.Path) -> pathlib.Path:
    """Returns a wrapper of the program that logs the begin and end of each shard with the pid of the worker."""
    script = study.room / "witness.sh"
    script.write_text(
        f"""#!/bin/sh
[ "$2" = run ] || exec {study.program} "$@"
echo begin $PPID "$5" >> {log}
{study.program} "$@" && echo end $PPID "$5" >> {log}
"""
    )
    script.chmod(0o755)
    return script


def witnessed(log: pathlib.Path, what: str, pid: int) -> list[str]:
    lines = [line.split() for line in log.read_text().splitlines()] if log.exists() else []
    return [shard for kind, worker, shard in lines if (kind, worker) == (what, str(pid))]


def hyperqueue(study: Study) -> None:
    """A worker is killed halfway and replaced."""
    folder, server, log = study.plan("hyperqueue"), study.room / "hq-server", study.room / "witness.log"
    text = study.room / "hq.log"
    with contextlib.ExitStack() as stack:
        def start(*arguments) -> subprocess.Popen:
            # A killed HyperQueue leaves its folder of task files behind.
            environment = os.environ | {"TMPDIR": str(study.room)}
            return stack.enter_context(daemon([sys.executable, *map(str, arguments)], text, cwd=study.room, env=environment))

        serving = start(__file__, "--serve", server)
        until((server / "hq-current" / "access.json").exists, "HyperQueue's server")
        first, second = (start(__file__, "--work", server) for _ in range(2))
        options = ["--tasks", TASKS, "--server-dir", server, "--program", witness(study, log)]
        job = start(HERE / "hq.py", folder.name, *options)
        until(lambda: job.poll() is not None or done(folder) >= RUNS // 3, "a third of the runs")
        begun = len(witnessed(log, "begin", first.pid))
        until(lambda: job.poll() is not None or len(witnessed(log, "begin", first.pid)) > begun, "a shard's begin")
        end(first)
        left = done(folder)
        lost = set(witnessed(log, "begin", first.pid)) - set(witnessed(log, "end", first.pid))
        third = start(__file__, "--work", server)
        pids = f"server {serving.pid}, workers {first.pid} and {second.pid}, later {third.pid}"
        print(f"     ({pids}; {left} of {RUNS} runs were finished when {first.pid} was killed)")
        status = job.wait(WAIT)
    names = {first: "killed", second: "other", third: "new"}
    shards = {name: witnessed(log, "end", worker.pid) for worker, name in names.items()}
    print("     (finished shards by worker: " + ", ".join(f"{name} {len(own)}" for name, own in shards.items()) + ")")
    check(status == 0, "hyperqueue: nothing is missing")
    check(0 < left < RUNS, f"hyperqueue: the worker was killed halfway, after {left} of {RUNS} runs")
    check(bool(lost) and lost <= set(shards["other"] + shards["new"]), f"hyperqueue: other workers finished its shards ({', '.join(lost)})")
    check(len(shards["new"]) > 0, "hyperqueue: the new worker did some of the work")
    study.compare(folder)
    mistakes(study, folder)


def mistakes(study: Study, folder: pathlib.Path) -> None:
    messages = {
        "no study in": ["nowhere"],
        "no HyperQueue server answers": [folder.name, "--server-dir", "nowhere", "--program", study.program],
        "cannot find the program": [folder.name, "--program", "nothing"],
        "HyperQueue's Python package is not installed": [folder.name, "--program", study.program],
    }
    for what, arguments in messages.items():
        python = [sys.executable, *(["-S"] if "package" in what else []), HERE / "hq.py"]  # -S: without installed packages
        wrong = subprocess.run([*python, *arguments], cwd=study.room, capture_output=True, text=True)
        ok = wrong.returncode == 1 and what in wrong.stderr and "help:" in wrong.stderr and "Traceback" not in wrong.stderr
        check(ok, f"hyperqueue: error message: {what}")


# --- Slurm: a controller and a node, run as the calling user on free ports.

SLURM = """ClusterName=sidestep
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={room}/state
SlurmdSpoolDir={room}/spool
SlurmctldPidFile={room}/slurmctld.pid
SlurmdPidFile={room}/slurmd.pid
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
KillWait=5
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=2048 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
"""


def free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("", 0))
        return [one.getsockname()[1] for one in sockets]


def slurm(study: Study) -> None:
    """The array is cancelled halfway and submitted again."""
    room = study.room / "slurm"
    for name in ("state", "spool"):
        (room / name).mkdir(parents=True)
    values = {"host": socket.gethostname().split(".")[0], "user": subprocess.check_output(["id", "-un"], text=True).strip()}
    config = SLURM.format(ports=free_ports(2), room=room, cpus=os.cpu_count(), **values)
    (room / "slurm.conf").write_text(config)
    environment = os.environ | {"SLURM_CONF": str(room / "slurm.conf"), "SIDESTEP": str(study.program)}
    folder = study.plan("on-slurm")

    def call(*command) -> subprocess.CompletedProcess:
        return subprocess.run(list(map(str, command)), cwd=study.room, env=environment, capture_output=True, text=True)

    with contextlib.ExitStack() as stack:
        for name in ("slurmctld", "slurmd"):
            stack.enter_context(daemon([name, "-D", "-f", str(room / "slurm.conf")], room / f"{name}.log", env=environment))
        until(lambda: "idle" in call("sinfo", "-h", "-o", "%T").stdout, "Slurm's node")
        script = HERE / "slurm.sh"
        array = [f"--array=1-{TASKS}", script, folder.name]
        first = call("sbatch", "--parsable", *array)
        check(first.returncode == 0, f"slurm: the array is accepted {first.stderr.strip()}")
        until(lambda: done(folder) >= RUNS // 3, "a third of the runs")
        call("scancel", first.stdout.strip())
        until(lambda: not call("squeue", "-h").stdout, "the end of the cancelled job")
        missing = study.call("study", "merge", folder, status=1)
        check(0 < done(folder) < RUNS, f"slurm: the array was cancelled halfway, after {done(folder)} of {RUNS} runs")
        check(f"{RUNS - done(folder)} runs without a result" in missing, "slurm: merge reports the number of missing runs")
        call("sbatch", *array)
        until(lambda: not call("squeue", "-h").stdout, "the end of the second job")
        study.call("study", "merge", folder)
        study.compare(folder)
        scratch_parts(study, call, script)
        wrong = {"no study in": ["--array=1", script, "nowhere"], "the array is not 1-2": ["--array=3,5", script, folder.name]}
        for arguments in wrong.values():
            call("sbatch", f"--output={room}/wrong-%A_%a.log", *arguments)
        until(lambda: not call("squeue", "-h").stdout, "the end of the invalid jobs")
        said = "".join(file.read_text() for file in room.glob("wrong-*.log"))
        for what in wrong:
            check(what in said and said.count("help:") == 3, f"slurm: error message: {what}")


def scratch_parts(study: Study, call, script: pathlib.Path) -> None:
    """Each task leaves one file, and the files are merged. Submitted twice, since finished parts are not repeated."""
    folder = study.plan("on-slurm-in-parts")
    (study.room / "scratch").mkdir()
    for _ in range(2):
        call("sbatch", "--array=1-4", f"--export=ALL,TMPDIR={study.room}/scratch", script, "--parts", folder.name)
        until(lambda: not call("squeue", "-h").stdout, "the end of the parts")
    parts = sorted((folder / "parts").iterdir())
    names = [part.name for part in parts] == [f"{k}-of-4.jsonl" for k in range(1, 5)]
    check(names and done(folder) == 0, "slurm: four parts leave four files")
    said = "".join(file.read_text() for file in study.room.glob("sidestep-*.log"))
    check(said.count("4.jsonl already exists") == 4 and not list((study.room / "scratch").iterdir()), "slurm: parts are done once, and scratch space is cleaned up")
    study.call("study", "merge", folder, *parts)
    study.compare(folder)


# --- GNU parallel, with the command of docs/studies.md.


def parallel(study: Study) -> None:
    """The command is killed halfway and started again."""
    folder = study.plan("on-parallel")
    line = f"seq {TASKS} | parallel -j2 --joblog {folder.name}/joblog --resume-failed {study.program} study run {folder.name} --threads 1 --shard {{}}/{TASKS}"
    log = study.room / "parallel.log"
    with daemon(["bash", "-c", line], log, cwd=study.room) as process:
        until(lambda: process.poll() is not None or done(folder) >= RUNS // 3, "a third of the runs")
        end(process)
    check(0 < done(folder) < RUNS, f"parallel: it was killed halfway, after {done(folder)} of {RUNS} runs")
    with daemon(["bash", "-c", line], log, cwd=study.room) as process:
        check(process.wait(WAIT) == 0, "parallel: the same command resumes the study")
    study.call("study", "merge", folder)
    study.compare(folder)


ENGINES = {
    hyperqueue: lambda: importlib.util.find_spec("hyperqueue") is not None,
    slurm: lambda: all(map(shutil.which, ("slurmctld", "slurmd", "sbatch"))),
    parallel: lambda: shutil.which("parallel") is not None,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", type=pathlib.Path, default=HERE.parent / "target/release/sidestep")
    parser.add_argument("--all", action="store_true", help="count an engine that is not installed as a failure")
    parser.add_argument("--serve", metavar="DIR", help=argparse.SUPPRESS)
    parser.add_argument("--work", metavar="DIR", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve or asked.work:
        return serve(asked.serve) if asked.serve else work(asked.work)
    if not asked.program.exists():
        sys.exit(f"cannot find {asked.program}\n  help: build it with cargo build --release")
    with tempfile.TemporaryDirectory() as room:
        study = Study(asked.program.resolve(), pathlib.Path(room))
        for engine, is_there in ENGINES.items():
            begin = time.monotonic()
            if is_there():
                try:
                    engine(study)
                except Exception as error:
                    check(False, f"{engine.__name__}: {error!r}")
                    for log in study.room.rglob("*.log"):
                        print(f"--- {log.name}\n{log.read_text()[-4000:]}")
                print(f"     ({engine.__name__}: {time.monotonic() - begin:.0f} s)")
            elif asked.all:
                check(False, f"{engine.__name__} is not installed")
            else:
                print(f"     ({engine.__name__} is not installed: skipped)")
    print(f"{check.failed} failed")
    sys.exit(check.failed > 0)


if __name__ == "__main__":
    main()
