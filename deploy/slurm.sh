#!/usr/bin/env bash
# Runs a study as a Slurm job array, with one shard per task. From the directory in which the study was planned:
#
#   sidestep study plan question.toml -o study
#   sbatch --array=1-199 deploy/slurm.sh study        # 199 tasks; a prime number mixes maps and modes best
#   sidestep study merge study                        # when all tasks are over; lists missing runs
#
# The same sbatch line resumes the study after any interruption, since finished runs are not repeated. To repeat only some of 199 tasks:
#
#   sbatch --array=17,41 deploy/slurm.sh study 199
#
# If one file per result is too many, each task can work in the scratch space of its node (TMPDIR) and leave a single file:
#
#   sbatch --array=1-199 deploy/slurm.sh --parts study
#   sidestep study merge study study/parts/*.jsonl
#
# With --cpus-per-task=N a task does N runs at once. SIDESTEP is the path of the program if it is not in the PATH. Options of sbatch on
# the command line override those below. See docs/studies.md for details.
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
[ -n "$folder" ] || stop "no folder given" "$usage"
[ -n "$task" ] || stop "this is not a task of a job array" "$usage"
[ -e "$folder/manifest.jsonl" ] ||
    stop "no study in $folder on $(hostname), seen from $PWD" "create its manifest with 'sidestep study plan -o $folder'; all nodes must see the folder"
command -v "$program" >/dev/null || stop "cannot find the program $program on $(hostname)" "give its path: SIDESTEP=/path/to/sidestep"
if [ $# -lt 2 ] && { [ "$SLURM_ARRAY_TASK_MIN" != 1 ] || [ "$SLURM_ARRAY_TASK_MAX" != "$tasks" ]; }; then
    stop "the array is not 1-$tasks" "give the total number of tasks: sbatch --array=17,41 deploy/slurm.sh $folder 199"
fi
shard=(--shard "$task/$tasks" --threads "${SLURM_CPUS_PER_TASK:-1}")
# exec, so that Slurm's signals reach the program itself.
[ -n "$parts" ] || exec "$program" study run "$folder" "${shard[@]}"

part=$folder/parts/$task-of-$tasks.jsonl
[ ! -e "$part" ] || { echo "$part already exists"; exit 0; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$folder/manifest.jsonl" "$scratch"
"$program" study run "$scratch" "${shard[@]}"
"$program" study merge "$scratch" --allow-missing >/dev/null
mkdir -p "$folder/parts"
# The file is renamed into place once it is complete.
cp "$scratch/results.jsonl" "$part.$SLURM_JOB_ID"
mv "$part.$SLURM_JOB_ID" "$part"
echo "$part"
