# SPDX-License-Identifier: BSD-3-Clause
"""Boots a guest of guests.py on this machine's own files and has it do deeds (inside.py)."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
TOOLS = {"qemu-system-x86_64": "qemu-system-x86", "busybox": "busybox-static", "modprobe": "kmod",
         "udevadm": "udev"}


def path():
    return os.environ["PATH"] + ":/usr/sbin:/sbin"


def find_vng():
    """Beside this Python, or in the path."""
    beside = pathlib.Path(sys.executable).parent / "vng"
    return str(beside) if beside.exists() else shutil.which("vng")


def find_kernel(folder):
    return next(iter(sorted(pathlib.Path(folder).glob("boot/vmlinuz-*"))), None)


def reason_to_skip(folder):
    """What is missing here, or None."""
    missing = [package for tool, package in TOOLS.items() if not shutil.which(tool, path=path())]
    if not find_vng():
        missing.append("virtme-ng")
    if not find_kernel(folder):
        missing.append(f"a kernel in {folder}")
    return "no guest can be booted without " + ", ".join(missing) if missing else None


def boot(guest, deeds, kernels, seconds):
    """name of the deed -> what came of it, as inside.py says; and the guest's last words."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "deeds.json").write_text(json.dumps(deeds))
        words = [find_vng(), "-r", str(find_kernel(kernels)), "--disable-kvm", "--disable-microvm",
                 "--force-9p", "--user", "root", "--rwdir", name, *guest.options,
                 # An AMD one would lose its siblings under emulation.
                 "--qemu-opts=-cpu max,vendor=GenuineIntel",
                 # The kernel may not move pages by itself.
                 "--append", "transparent_hugepage=never numa_balancing=disable",
                 "--", f"{sys.executable} {HERE / 'inside.py'} {name}"]
        # virtme-ng writes a file into the home folder; a pipe, because files lose their beginning.
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", start_new_session=True,
            env={**os.environ, "HOME": name, "PATH": f"{pathlib.Path(find_vng()).parent}:{path()}"})
        try:
            words = process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            words = process.communicate()[0] + f"\nthe guest was killed after {seconds} s"
        done = folder / "done.json"
        return json.loads(done.read_text()) if done.exists() else {}, words
