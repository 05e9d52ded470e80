# SPDX-License-Identifier: BSD-3-Clause
"""Searches for input that breaks the programs: of those in C with AFL++ and the address and
undefined-behaviour sanitizers, of those in Python with Hypothesis (test_TARGET.py).

Usage: fuzz.py SOURCE BUILD [--seconds N] [--targets NAME,...]
BUILD is configured for afl-clang-fast if it does not exist. Prints a table in Markdown: runs,
coverage, and what was found. Files that were found are in
BUILD/findings/TARGET/default/{crashes,hangs}: put them into the corpus with the mend. Exits with 1
if anything was found, with 77 without AFL++.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

from test_corpora import ARGUMENTS, FILE, SECONDS, corpus

PROGRAMS = {
    "machine": "tests/machine_file",
    "batch": "shm_threads/comops-threads",
}
FOLDER = pathlib.Path(__file__).parent
SCRIPTS = {name: FOLDER / f"test_{name}.py"
           for name in ("options", "resume", "settings", "records")}
MACHINES = FOLDER.parent / "topology/machines"
EXAMPLES = 500  # of each test of a script at a time
SEEDS = {"machine": [MACHINES / name for name in ("fakecpukinds.xml", "hybrid.xml")]}
ENVIRONMENT = {  # meson and ninja are beside Python
    **os.environ, "PATH": f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    "AFL_USE_ASAN": "1", "AFL_USE_UBSAN": "1", "AFL_SKIP_CPUFREQ": "1",
    "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1", "AFL_NO_AFFINITY": "1", "AFL_NO_UI": "1",
    "AFL_AUTORESUME": "1",
    "ASAN_OPTIONS": "abort_on_error=1:symbolize=0:detect_leaks=0:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "abort_on_error=1:symbolize=0:halt_on_error=1",
    "OMP_WAIT_POLICY": "passive",
}
ENVIRONMENT.pop("MSAN_OPTIONS", None)  # meson's, which AFL++ refuses


def build(source, folder):
    if not (folder / "build.ninja").exists():
        subprocess.run(["meson", "setup", folder, source, "-Dmpi=none", "-Doptimization=1"],
                       env={**ENVIRONMENT, "CC": "afl-clang-fast"}, check=True)
    subprocess.run(["ninja", "-C", folder, *PROGRAMS.values()], env=ENVIRONMENT, check=True)


def hangs(program, words, file):
    """Whether the program hangs without the search beside it, which may have been too much for the
    machine."""
    try:
        subprocess.run([program, *(str(file) if word == FILE else word for word in words)],
                       env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return True
    return False


def search(target, program, seeds, findings, seconds):
    """AFL++'s own statistics of the search, as text."""
    shutil.rmtree(seeds, ignore_errors=True)
    seeds.mkdir(parents=True)
    findings.mkdir(parents=True, exist_ok=True)
    for file in [*corpus(target), *SEEDS.get(target, [])]:
        shutil.copy(file, seeds)
    with open(findings / "log", "wb") as log:
        subprocess.run(["afl-fuzz", "-V", str(seconds), "-m", "none", "-t", f"{SECONDS * 1000}+",
                        "-x", FOLDER / f"dictionaries/{target}.dict",
                        "-i", seeds, "-o", findings, "--", program, *ARGUMENTS[target]],
                       env=ENVIRONMENT, stdout=log, stderr=log, check=True)
    text = (findings / "default/fuzzer_stats").read_text()
    stats = dict(map(str.strip, line.split(":", 1)) for line in text.splitlines() if ":" in line)
    slow = (findings / "default/hangs").glob("id*")
    return stats | {"saved_hangs": sum(hangs(program, ARGUMENTS[target], file) for file in slow)}


def search_python(script, seconds):
    """As of AFL++; without coverage. A batch of examples with a finding ends the search."""
    tests = script.read_text().count("@given(")
    begin, batches, failed = time.monotonic(), 0, False
    while not failed and time.monotonic() - begin < seconds:
        done = subprocess.run([sys.executable, script],
                              capture_output=True, text=True,
                              env={**os.environ, "COMOPS_EXAMPLES": str(EXAMPLES)}, check=False)
        failed = done.returncode != 0
        batches += 1
    if failed:
        print(done.stdout[-5000:], file=sys.stderr)
    return {"run_time": round(time.monotonic() - begin), "execs_done": batches * tests * EXAMPLES,
            "edges_found": "-", "total_edges": "-", "saved_crashes": int(failed), "saved_hangs": 0}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--targets", default=",".join([*PROGRAMS, *SCRIPTS]))
    asked = parser.parse_args()
    if not shutil.which("afl-fuzz"):
        print("fuzz.py: no AFL++ (Debian's package afl++)", file=sys.stderr)
        sys.exit(77)
    folder = asked.build.resolve()
    build(asked.source.resolve(), folder)
    print("| target | seconds | runs | edges reached | crashes | hangs |")
    print("|---|---:|---:|---:|---:|---:|")
    faults = 0
    for target in asked.targets.split(","):
        stats = search_python(SCRIPTS[target], asked.seconds) if target in SCRIPTS else search(
            target, folder / PROGRAMS[target], folder / "seeds" / target,
            folder / "findings" / target, asked.seconds)
        faults += int(stats["saved_crashes"])
        if target != "batch":  # which may ask for hours of work
            faults += int(stats["saved_hangs"])
        print(f"| {target} | {stats['run_time']} | {stats['execs_done']} | "
              f"{stats['edges_found']} of {stats['total_edges']} | {stats['saved_crashes']} | "
              f"{stats['saved_hangs']} |", flush=True)
    sys.exit(1 if faults else 0)


main()
