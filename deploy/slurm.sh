#!/usr/bin/env bash
# A study's runs as a Slurm job array, each task a part (shard) of them. From the directory in which the study was planned:
#
#   sidestep study plan question.toml -o study
#   sbatch --array=1-199 deploy/slurm.sh study        # 199 tasks; a prime number mixes maps and modes best
#   sidestep study merge study                        # when they are over; names what is missing
#
# The same sbatch line goes on after anything: what is there isn't done again. Only some tasks of 199 again:
#
#   sbatch --array=17,41 deploy/slurm.sh study 199
#
# Where a file for each result is too many, each task can work in its node's own scratch space (TMPDIR) and leave one file:
#
#   sbatch --array=1-199 deploy/slurm.sh --parts study
#   sidestep study merge study study/parts/*.jsonl
#
# With --cpus-per-task=N a task does N runs at once. SIDESTEP names the program where it is not in the PATH. Options of sbatch on the
# command line go before those below. docs/cluster.md says the rest.
#SBATCH --job-name=sidestep
#SBATCH --cpus-per-task=1
#SBATCH --mem-per-cpu=1G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --output=sidestep-%A_%a.log
set -euo pipefail

stop() {
    printf '%s\n  help: %s\n' "$1" "$2" >&2
    exit 2
}

usage="sbatch --array=1-199 deploy/slurm.sh [--parts] FOLDER [TASKS]"
parts=
[ "${1:-}" = --parts ] && parts=yes && shift
folder=${1:-}
program=${SIDESTEP:-sidestep}
task=${SLURM_ARRAY_TASK_ID:-}
tasks=${2:-${SLURM_ARRAY_TASK_COUNT:-}}
[ -n "$folder" ] || stop "no folder is named" "$usage"
[ -n "$task" ] || stop "this is no task of an array" "$usage"
[ -e "$folder/manifest.jsonl" ] ||
    stop "no study in $folder on $(hostname), seen from $PWD" "'sidestep study plan -o $folder' makes its manifest; all nodes must see it"
command -v "$program" >/dev/null || stop "there is no program $program on $(hostname)" "name it: SIDESTEP=/path/to/sidestep"
if [ $# -lt 2 ] && { [ "$SLURM_ARRAY_TASK_MIN" != 1 ] || [ "$SLURM_ARRAY_TASK_MAX" != "$tasks" ]; }; then
    stop "the array is not 1-$tasks" "say how many tasks there were in all: sbatch --array=17,41 deploy/slurm.sh $folder 199"
fi
shard=(--shard "$task/$tasks" --threads "${SLURM_CPUS_PER_TASK:-1}")
# exec: a signal that Slurm sends reaches the program itself.
[ -n "$parts" ] || exec "$program" study run "$folder" "${shard[@]}"

part=$folder/parts/$task-of-$tasks.jsonl
[ ! -e "$part" ] || { echo "$part is there"; exit 0; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$folder/manifest.jsonl" "$scratch"
"$program" study run "$scratch" "${shard[@]}"
"$program" study merge "$scratch" --allow-missing >/dev/null
mkdir -p "$folder/parts"
# Its name only when it is whole.
cp "$scratch/results.jsonl" "$part.$SLURM_JOB_ID"
mv "$part.$SLURM_JOB_ID" "$part"
echo "$part"
