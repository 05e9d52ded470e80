# SPDX-License-Identifier: BSD-3-Clause
"""What `comops machine` says: of placements with --help, of the cost of memory accesses by distance
with --calibrate, and with --check what it found, each in a line, with advice where it is not good.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from comops.reports.words.escape import visible
from comops.results.machine import Calibrated, Finding, Quantities

COLUMNS, INDENT = 90, 14
HEAD = """A placement maps ranks to hardware threads. Ranks get distinct cores unless it says
otherwise, of one kind if there are enough, in hwloc's logical order.
"""
TAIL = """  numa:0.core:0-3
              locations as hwloc-calc writes them, in logical order; several are
              joined by +; ranges are N, N-M, N-, N:COUNT (wraps), all, odd, even
A LIST is like 0+2+5-7, as in pu:0+2+5-7.
What this machine cannot offer is refused with the reason.
"""


def placements_help(forms: Mapping[str, str]) -> str:
    """`forms`: what each placement is written as -> its meaning."""
    lines = (textwrap.fill(meaning, COLUMNS, initial_indent=f"  {form}".ljust(INDENT),
                           subsequent_indent=" " * INDENT, break_on_hyphens=False)
             for form, meaning in forms.items())
    return "".join((HEAD, *(f"{line}\n" for line in lines), TAIL))


def _quantities(quantities: Quantities) -> Iterator[str]:
    for name, (meaning, value) in quantities.items():
        if value is None:
            yield f"  {name:<20} {'-':>10} {'':>21}  {meaning}"
        else:
            yield (f"  {name:<20} {value.median:10.4g} {value.low:10.4g} {value.high:10.4g}  "
                   f"{meaning}")


def calibration_text(pairs: list[Calibrated]) -> str:
    """The costs of one core alone, then of each pair."""
    lines = ["Median and quartiles over places in memory", "",
             f"Hardware thread {pairs[0].pus[0]}", *_quantities(pairs[0].alone)]
    for pair in pairs:
        lines += ["", f"Hardware threads {pair.pus[0]} and {pair.pus[1]}, {pair.distance}",
                  *_quantities(pair.both)]
    return "".join(f"{line}\n" for line in lines)


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
        classes = ", ".join(f"{class_['handover_ns']:.0f} ns ({100 * class_['share']:.0f} %)"
                            for class_ in pair["classes"])
        unclear = f", unclear ({100 * pair['unclear']:.0f} %)" if pair["unclear"] >= 0.005 else ""
        said.append(f"{pair['pu']}: {classes or 'no value twice'}{unclear}")
    if not said:
        return "no second core whose hand-over could be measured"
    looks, moved, earlier = values["looks"], values["looks_moved"], values["earlier"]
    if earlier:
        said.append("in the last hour also " + ", ".join(
            f"{core['pu']}: {core['handover_ns']:.0f} ns" for core in earlier))
    if looks > 1 and moved:
        said.append(f"the cores moved in {moved} of {looks} looks of the last hour")
    elif looks > 1 and not earlier:
        said.append(f"good in all {looks} looks of the last hour")
    return "hand-over to hardware thread " + "; ".join(said)


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


def _others(values: Mapping[str, Any]) -> str:
    programs = ", ".join(f"{visible(program['name'])} {program['share']:.2f}"
                         for program in values["programs"])
    return (f"other programs used {values['cores_used']:.2f} cores"
            + (f" ({programs})" if programs else "") + f"; load {values['load']:.2f}")


_SAID: dict[str, str | Callable[[Mapping[str, Any]], str]] = {
    "cores": _cores, "steal": _steal, "frequency": _frequency, "smt": _smt, "others": _others,
    "clock": "step {step_ns:.0f} ns, a reading costs {cost_ns:.0f} ns; source {source}",
    "faults": "the first touch of a page of 4 KiB costs {fault_us:.2f} us",
    "huge_pages": "transparent: {transparent}; reserved: {reserved}",
}


def check_lines(findings: Iterable[Finding]) -> Iterator[str]:
    for finding in findings:
        name, said = finding.name.replace("_", " "), _SAID[finding.name]
        known = {name: "not known" if value in (None, "") else value
                 for name, value in finding.values.items()}
        text = said.format_map(known) if isinstance(said, str) else said(finding.values)
        yield f"{name:<10} {_WORDS[finding.good]:<7} {text}\n"
        if finding.good is False:
            yield f"{'':<19}{finding.values.get('quota') or _ADVICE[finding.name]}\n"
