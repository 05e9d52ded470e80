# SPDX-License-Identifier: BSD-3-Clause
"""`comops` in a copy of this process that has its modules already: most of the time of a command
that measures nothing is that of its imports. Campaigns need the program itself."""

import importlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

from commands.group import GROUPS  # noqa: E402
from commands.main import COMMANDS, main  # noqa: E402


def obey(words: Sequence[str], files: Sequence[int], env: Mapping[str, str], cwd: str) -> int:
    """In the copy: the exit status, as the program would end."""
    for number, file in enumerate(files):
        os.dup2(file, number)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    sys.argv = ["comops", *words]
    sys.stdout, sys.stderr = (open(number, "w", closefd=False) for number in (1, 2))
    try:
        return main()
    except SystemExit as end:
        return end.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def comops(program: str, words: Sequence[str], env: Mapping[str, str] = os.environ,
           cwd: str = ".") -> subprocess.CompletedProcess:
    """What the program does with these words, its standard input empty."""
    for word in {*words} & {*COMMANDS} - {*GROUPS}:
        importlib.import_module(f"commands.{word}")
    env = {**env, "COMOPS_PROGRAM": os.path.abspath(program)}
    with (open(os.devnull) as nothing, tempfile.TemporaryFile() as out,
          tempfile.TemporaryFile() as errors):
        files = [file.fileno() for file in (nothing, out, errors)]
        sys.stdout.flush()
        sys.stderr.flush()
        copy = os.fork()
        if copy == 0:
            status = 1
            try:
                status = obey(words, files, env, cwd)
            finally:
                os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
        texts = []
        for file in (out, errors):
            file.seek(0)
            texts.append(file.read().decode())
    return subprocess.CompletedProcess([program, *words], status, *texts)
