# SPDX-License-Identifier: BSD-3-Clause
"""`comops` in a copy of this process that has its modules already: most of the time of a command
that measures nothing is that of its imports. Campaigns need the program itself."""

import gc
import importlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from unittest import mock

from comops.cli.main import commands_all, main  # noqa: E402

imported: dict[str, list[str]] = {}  # by command: modules of ours that its last copy had to import


def obey(words: Sequence[str], files: Sequence[int], env: Mapping[str, str], cwd: str) -> int:
    """In the copy: the exit status, as the program would end."""
    gc.freeze()  # what the original has, such as a database with threads, is not ended here
    for number, file in enumerate(files):
        os.dup2(file, number)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    sys.argv = [*words]
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


def modules_import(command: str) -> None:
    """Imports what an earlier copy has imported, for all that follow."""
    with mock.patch.dict(os.environ, OPENBLAS_NUM_THREADS="1"):  # no thread is copied
        for name in imported.pop(command, ()):
            importlib.import_module(name)


def comops(program: str, words: Sequence[str], env: Mapping[str, str] = os.environ,
           cwd: str = ".") -> subprocess.CompletedProcess:
    """What the program does with these words, its standard input empty."""
    command = next((word for word in words if word in commands_all()), "")
    modules_import(command)
    env = dict(env)
    env.pop("PYTHONPATH", None)  # the program would start anew without it
    with (open(os.devnull) as nothing, tempfile.TemporaryFile() as out,
          tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as modules):
        files = [file.fileno() for file in (nothing, out, errors)]
        sys.stdout.flush()
        sys.stderr.flush()
        before = {*sys.modules}
        copy = os.fork()
        if copy == 0:
            status = 1
            try:
                status = obey([os.path.abspath(program), *words], files, env, cwd)
                modules.write("\n".join({*sys.modules} - before).encode())
                modules.flush()
            finally:
                os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
        texts = []
        for file in (out, errors, modules):
            file.seek(0)
            texts.append(file.read().decode())
    imported[command] = [name for name in texts.pop().split() if name.startswith("comops")]
    return subprocess.CompletedProcess([program, *words], status, *texts)
