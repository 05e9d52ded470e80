# SPDX-License-Identifier: BSD-3-Clause
"""What `comops machine --check` found, each in a line, with advice where it is not good."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from reports.words.escape import visible

if TYPE_CHECKING:
    from campaign.machine_check import Finding

_ADVICE = {
    "cores": "use ratios, not times, across runs; on a virtual machine ask for pinned cores",
    "steal": "the host gives these cores to others: use a dedicated host",
    "frequency": "set the governor to performance, disable boost, let the machine cool down",
    "clock": "make tsc the clock source of the kernel, or measure with --method comops",
    "faults": "programs that allocate in each call pay this: let malloc keep its memory",
    "huge_pages": "for --pages thp write madvise to /sys/kernel/mm/transparent_hugepage/enabled",
    "others": "stop these programs, or keep them off the cores that are measured",
}
_WORDS = {True: "good", False: "poor", None: "unknown"}


def _cores(values: Mapping[str, Any]) -> str:
    said = []
    for pair in values["pairs"]:
        classes = ", ".join(f"{one['handover_ns']:.0f} ns ({100 * one['share']:.0f} %)"
                            for one in pair["classes"])
        unclear = f", unclear ({100 * pair['unclear']:.0f} %)" if pair["unclear"] >= 0.005 else ""
        said.append(f"{pair['pu']}: {classes or 'no value twice'}{unclear}")
    return ("hand-over to hardware thread " + "; ".join(said)
            if said else "no second core whose hand-over could be measured")


def _steal(values: Mapping[str, Any]) -> str:
    share = values["share"]
    return ("the kernel does not say what the host takes" if share is None else
            f"the host took {100 * share:.1f} % of the cores' time")


def _frequency(values: Mapping[str, Any]) -> str:
    return (f"the same arithmetic varies by {100 * values['spread']:.1f} % (90 % of its runs); "
            f"governor {values['governor'] or 'not known'}")


def _smt(values: Mapping[str, Any]) -> str:
    cores, threads = values["cores"], values["hardware_threads"]
    return (f"{threads} hardware threads on {cores} cores; ranks get a core each" if threads > cores
            else f"each of the {cores} cores has one hardware thread, as far as the machine says")


def _clock(values: Mapping[str, Any]) -> str:
    return (f"step {values['step_ns']:.0f} ns, a reading costs {values['cost_ns']:.0f} ns; "
            f"source {values['source'] or 'not known'}")


def _faults(values: Mapping[str, Any]) -> str:
    return f"the first touch of a page of 4 KiB costs {values['fault_us']:.2f} us"


def _huge_pages(values: Mapping[str, Any]) -> str:
    reserved = values["reserved"]
    return (f"transparent: {values['transparent'] or 'not known'}; reserved: "
            f"{'not known' if reserved is None else reserved}")


def _others(values: Mapping[str, Any]) -> str:
    programs = ", ".join(f"{visible(one['name'])} {one['share']:.2f}"
                         for one in values["programs"])
    return (f"other programs used {values['cores_used']:.2f} cores"
            + (f" ({programs})" if programs else "") + f"; load {values['load']:.2f}")


_SAID = {"cores": _cores, "steal": _steal, "frequency": _frequency, "smt": _smt, "clock": _clock,
         "faults": _faults, "huge_pages": _huge_pages, "others": _others}


def check_lines(findings: "Iterable[Finding]") -> Iterator[str]:
    for one in findings:
        name = one.name.replace("_", " ")
        yield f"{name:<10} {_WORDS[one.good]:<7} {_SAID[one.name](one.values)}\n"
        if one.good is False:
            yield f"{'':<19}{_ADVICE[one.name]}\n"
