# SPDX-License-Identifier: BSD-3-Clause
"""A setting of the kernel that differs between the two sides of `comops run --against`."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path as File

from comops.common.console import UsageError

# Writes a value to each file, unless it is told before its input ends that this has been done.
_GUARDIAN = """trap '' INT TERM HUP; read -r done && exit
while [ $# -gt 0 ]; do printf %s "$2" >"$1"; shift 2; done"""


def _value_in(file: str) -> str:
    """What a setting is: the chosen one of several has brackets."""
    text = File(file).read_text(errors="replace")
    chosen = re.search(r"\[(.+?)\]", text)
    return chosen[1] if chosen else text.strip()


@dataclass
class KernelSetting:
    """Each side has its own value whenever its workers start and whenever one of its blocks is
    measured. `present`: the value of each file that has it; `old`: that of the old side;
    `guardian`: a process that restores the present values if this one is killed."""

    present: dict[str, str]
    old: str
    is_old: bool = False
    guardian: "subprocess.Popen[bytes] | None" = None

    def use(self, old: bool) -> None:
        """From now on the value of this side; OSError if the kernel refuses it."""
        if old == self.is_old:
            return
        if not self.guardian:
            words = [word for setting in self.present.items() for word in setting]
            self.guardian = subprocess.Popen(["sh", "-c", _GUARDIAN, "sh", *words],
                                             stdin=subprocess.PIPE, start_new_session=True)
        for file, value in self.present.items():
            File(file).write_text(self.old if old else value)
        self.is_old = old

    def close(self) -> None:
        """Restores the present values, and ends the guardian."""
        try:
            self.use(False)
        finally:
            if self.guardian:
                self.guardian.communicate(b"done\n")
                self.guardian = None


def kernel_setting(files: list[str], value: str) -> KernelSetting:
    """UsageError if the kernel does not take the value."""
    try:
        setting = KernelSetting({file: _value_in(file) for file in files}, value)
        try:
            setting.use(True)
            taken = {_value_in(file) for file in files}
        finally:
            setting.is_old = True  # some may be written
            setting.close()
    except OSError as error:
        advice = "; only root can set it" if isinstance(error, PermissionError) else ""
        raise UsageError(f"{error.filename or files[0]}: {error.strerror}{advice}") from None
    if taken != {value}:
        raise UsageError(f"{files[0]} does not take the value {value}")
    return setting
