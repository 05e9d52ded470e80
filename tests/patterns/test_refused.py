# SPDX-License-Identifier: BSD-3-Clause
"""What a worker says of protocols that the system forbids, here by a seccomp filter as containers
have them.

Usage: test_refused.py COMOPS WORKER
"""

import ctypes
import json
import platform
import struct
import subprocess
import sys
import unittest

COMOPS, WORKER = (sys.argv.pop(1) for _ in range(2))
CALLS = {"x86_64": (310, 311), "aarch64": (270, 271)}.get(platform.machine())
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 38, 2
LOAD_NUMBER, IF_EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, FAIL_WITH = 0x7FFF0000, 0x00050000
EPERM, ENOSYS = 1, 38


def forbid(error: int) -> None:
    """process_vm_readv and process_vm_writev fail in this process and its children."""
    steps = [(LOAD_NUMBER, 0, 0, 0)]
    for call in CALLS:
        steps += [(IF_EQUAL, 0, 1, call), (RETURN, 0, 0, FAIL_WITH | error)]
    steps.append((RETURN, 0, 0, ALLOW))
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = struct.pack("HxxxxxxP", len(steps), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    if (libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            or libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0)):
        raise OSError(ctypes.get_errno(), "seccomp")


def run(*words: str, error: int = 0) -> subprocess.CompletedProcess:
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=600,
                          preexec_fn=(lambda: forbid(error)) if error else None)


def listed(error: int = 0) -> list[dict]:
    lines = [json.loads(line) for line in run(WORKER, "--list", error=error).stdout.splitlines()]
    return [line for line in lines if line["protocol"] == "cma"]


PERMITTED = any("summary" in line for line in listed())


@unittest.skipUnless(PERMITTED and CALLS, "this system already forbids it, or is not known here")
class Refused(unittest.TestCase):
    def reasons(self, error: int) -> set[str]:
        lines = listed(error)
        self.assertFalse([line for line in lines if "summary" in line])
        return {line["reason"] for line in lines if line["absent"] == "pingpong"}

    def test_a_forbidden_call_is_the_reason_for_the_protocol_s_absence(self):
        reason, = self.reasons(EPERM)
        self.assertRegex(reason, r"(ptrace_scope is \d|Operation not permitted.*seccomp)")

    def test_a_kernel_without_the_call_is_named_as_the_reason(self):
        reason, = self.reasons(ENOSYS)
        self.assertEqual(reason, "this kernel has no process_vm_readv")

    def test_list_shows_the_reason_and_the_other_protocols(self):
        paths = json.loads(run(COMOPS, "list", "--json", error=EPERM).stdout)["paths"]
        mpi = next(path for path in paths if path["name"] == "mpi")
        self.assertNotIn("cma", {row["protocol"] for row in mpi["implementations"]})
        self.assertIn("direct", {row["protocol"] for row in mpi["implementations"]})
        self.assertTrue([row for row in mpi["absent"] if row["patterns"] == "pingpong"
                         and "process_vm_readv" in row["reason"]])

    def test_run_refuses_the_protocol_and_says_why(self):
        done = run(COMOPS, "run", "--dry-run", "--paths", "mpi", "--protocols", "cma",
                   "--patterns", "pingpong", error=EPERM)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("cma", done.stderr)
        self.assertIn("process_vm_readv", done.stderr)


unittest.main(verbosity=2)
