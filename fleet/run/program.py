# SPDX-License-Identifier: BSD-3-Clause
"""The program that the nodes run, and the script that runs it there."""

import os
import shlex
import shutil
from collections.abc import Iterable

from fleet.run.plan import Folder
from reports.command.console import write

SCRIPT = """#!/bin/sh
# Measures one node of this sweep: `sh node.sh NODE` as a job of a scheduler; `sh node.sh NODE
# attached` ends when its standard input does; `sh node.sh NODE here` refuses another host. Written
# by `comops fleet run`.
results={nodes}/$1.jsonl
part=$results.part
attached=
[ "$2" != attached ] || attached=yes
# Whoever watches the standard output must not believe that this has ended.
[ -z "$2" ] || exec 4>&1 >>{nodes}/"$1.log" 2>&1
if [ "$2" = here ] && [ "$(uname -n)" != "$1" ] && [ "$(uname -n | cut -d . -f 1)" != "$1" ]; then
    echo "the scheduler put the job on $(uname -n), not on $1"
    exit 1
fi
[ ! -e "$results" ] || exit 0
# comops starts its ranks on this node alone: a launcher must not ask Slurm for more.
unset $(env | sed -n '/^SLURM_JOB_PARTITION=/d; s/^\\(SLURM_[A-Z0-9_]*\\)=.*/\\1/p')
if [ -e "$part" ] && [ "$(wc -l <"$part")" -gt 0 ]; then
    set -- --resume "$part"
else
    rm -f "$part"
    set -- {options} --seed={seed} --earlier=off --output="$part"
fi
exec 3<&0
{comops} run "$@" </dev/null 3<&- &
run=$!
interrupted=
trap 'interrupted=yes; kill "$run" 2>/dev/null' TERM INT HUP # not in the subshell
if [ "$attached" ]; then
    (while read -r line; do :; done; kill $$) <&3 >/dev/null 2>&1 4>&- &
fi
wait "$run"
status=$?
while kill -0 "$run" 2>/dev/null; do # the trap has ended the wait
    wait "$run"
    status=$?
done
[ -z "$attached" ] || kill $! 2>/dev/null
# With status 1 cells are lost or wrong: that is a result, unless the run was cut short.
[ -z "$interrupted" ] || exit 143
[ $status -gt 1 ] || [ ! -e "$part" ] || mv "$part" "$results"
exit $status
"""


def program_path() -> str:
    """The comops that started this."""
    return os.environ.get("COMOPS_PROGRAM") or shutil.which("comops") or "comops"


def script_write(folder: Folder, program: str, options: Iterable[str], seed: int) -> None:
    """Write node.sh."""
    text = SCRIPT.format(nodes=shlex.quote(str(folder.nodes)), comops=shlex.quote(program),
                         options=shlex.join(options), seed=shlex.quote(str(seed)))
    write(folder.script, text.encode())
