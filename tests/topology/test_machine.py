# SPDX-License-Identifier: BSD-3-Clause
"""The facts of machines, and what they say of placements."""

import json
import os
import re
from multiprocessing import get_context

import pytest
from described import FOLDER, asked, from_text, load, machine

from comops.measure.library import answer, library, names
from comops.measure.planning.machine import Machine
from comops.results.topology import machine_of

PAGE = FOLDER.parents[1] / "docs/placement.md"
SERVER = "32em64t-2n8c2t-pci-noio.xml"


def test_this_machine_is_here_and_others_are_not():
    here = Machine.load()
    assert here.here and here.pus >= here.cores >= 1
    assert not machine("fakecpukinds.xml").here


@pytest.mark.parametrize(("name", "summary"), [
    (SERVER, "Intel(R) Xeon(R) CPU E5-2650 0 @ 2.00GHz, 2 packages, 16 cores, 32 hardware threads, "
             "2 NUMA nodes, 2 L3 of 20 MiB"),
    ("pack:1 l3:1(size=33554432) core:2 pu:1",
     "unknown CPU, 2 cores, 2 hardware threads, 1 NUMA node, L3 32 MiB"),
    ("m1-pro.xml", "unknown CPU, 8 cores, 8 hardware threads, 1 NUMA node, 1 L2 of 4 MiB and 2 of "
                   "12 MiB"),
    ("pu:1", "unknown CPU, 1 core, 1 hardware thread, 1 NUMA node")])
def test_the_summary_counts_cores_threads_nodes_and_caches(name, summary):
    assert machine(name).summary == summary


def test_cores_without_usable_threads_do_not_count():
    offline = machine("16em64t-4s2c2t-offlines.xml")
    assert (offline.cores, offline.pus) == (6, 7)
    assert machine("16amd64-8n2c-cpusets.xml").cores == 10


def test_json_lists_every_part_with_its_hardware_threads():
    facts = machine(SERVER).facts
    node, core = facts["numa_nodes"][1], facts["cores"][8]
    assert [len(facts[kind]) for kind in ("packages", "caches", "cores")] == [2, 2 + 16 + 16, 16]
    assert facts["usable_pus"] == 32 and not facts["here"]
    assert node["bytes"] > 30 << 30 and len(node["pus"]) == 16
    assert core["pus"][1] == 24 and core["usable"]


def test_json_of_the_machine_has_what_a_drawing_needs():
    facts = machine(SERVER).facts
    package = facts["tree"]["children"][1]
    assert (facts["tree"]["type"], package["type"]) == ("machine", "package")
    assert (len(package["pus"]), len(package["memory"])) == (16, 1)
    assert facts["latencies"]["values"][0][1] == 20


def test_json_of_the_machine_has_kinds_of_cores_and_figures_of_memories():
    kind = machine("hybrid.xml").facts["kinds"][1]
    assert (kind["speed"], len(kind["pus"])) == (1, 2)
    memory = machine("64intel64-heteromem.xml").facts["memory"][0]
    assert (memory["attribute"], memory["value"], len(memory["from_pus"])) == (
        "bandwidth", 22500, 16)


def kinds_of_eight(infos: list[dict[str, str | int]]) -> list[list[int]]:
    """The hardware threads of each kind of a machine of eight equal cores with two each, if hwloc
    was told this of its cores, the slowest first."""
    told = ""
    for core, info in enumerate(infos):
        told += f'<cpukind cpuset="0x{0x101 << core:08x}" forced_efficiency="{core}">'
        told += "".join(f'<info name="{name}" value="{value}"/>' for name, value in info.items())
        told += "</cpukind>"
    text = (FOLDER / "machines/favoured-cores.xml").read_text()
    loaded = from_text(re.sub(r"(?s)<cpukind.*</cpukind>", told, text))
    return [kind["pus"] for kind in loaded.facts["kinds"]]


@pytest.mark.parametrize(("name", "values", "sizes"), [
    # each core has a rank of its own; favoured cores of an Intel Core i9-10900X
    ("FrequencyMaxMHz", [5352, 5517, 5677, 5837, 6001, 6161, 7440, 7920], []),
    ("FrequencyMaxMHz", [4500] * 6 + [5200] * 2, []),
    # NVIDIA GB10, in both quantities
    ("FrequencyMaxMHz", [2808] * 4 + [3900] * 4, [8, 8]),
    ("LinuxCapacity", [718] * 6 + [1024] * 2, [12, 4]),
    # a core in between makes no kind, whatever the order
    ("FrequencyMaxMHz", [3000, 4400, 3600, 3000, 3000, 3000, 3000, 3000], []),
    ("CoreType", ["IntelAtom"] * 6 + ["IntelCore"] * 2, [12, 4])])
def test_a_kind_of_cores_differs_by_its_type_or_clearly_in_speed(name, values, sizes):
    kinds = kinds_of_eight([{name: value} for value in values])
    assert list(map(len, kinds)) == sizes


def test_pictures_and_records_have_the_kinds_that_placements_use():
    for name, several in (("favoured-cores.xml", False), ("i7-12700h-no-kinds.xml", True)):
        loaded = machine(name)
        assert ("kinds" in loaded.topology) == several
        speeds = machine_of(loaded.topology).speeds
        assert [pu for pu, speed in speeds.items() if speed == 1] == list(range(12)) * several
        assert ("performance cores only" in loaded.placement("bus", 2).where) == several


def leaves(part: dict) -> int:
    """The hardware threads of a tree in short."""
    assert "pus" not in part and part.get("usable") is not True
    return (part["type"] == "hardware thread") + sum(map(leaves, part.get("children", ())))


@pytest.mark.parametrize(("name", "most", "hybrid"), [
    ("192em64t-24n8c2t.xml", 52000, False), ("16amd64-8n2c-cpusets.xml", 3500, False),
    ("hybrid.xml", 1000, True)])
def test_the_record_has_the_machine_in_short_with_every_hardware_thread(name, most, hybrid):
    loaded = machine(name)
    assert leaves(loaded.topology["tree"]) == loaded.pus
    assert len(json.dumps(loaded.topology, separators=(",", ":"))) < most
    assert ("kinds" in loaded.topology, "latencies" in loaded.topology) == (hybrid, not hybrid)


def test_hwloc_prints_nothing_of_its_own(capfd):
    for file in (FOLDER / "machines").glob("*.xml"):
        load(file.name)
    assert capfd.readouterr() == ("", "")


def test_exported_xml_loads_as_the_same_machine():
    loaded = machine("192em64t-24n8c2t.xml")
    assert from_text(loaded.xml).summary == loaded.summary


def test_a_kind_of_infinitely_many_hardware_threads_has_those_of_the_machine():
    infinite = Machine.load(str(FOLDER / "bad/infinite_kind.xml"))
    assert all(set(kind["pus"]) <= {0, 1, 2, 3} for kind in infinite.facts["kinds"])


def obeyed(pu: int) -> bool:
    """Whether a process bound to one hardware thread is offered just that one."""
    os.sched_setaffinity(0, {pu})
    here = Machine.load()
    cores = len(here.facts["cores"])
    advice = f"; your affinity mask allows 1 of {cores} cores" if cores > 1 else ""
    return (here.placement("pu:1" if pu == 0 else "pu:0", 1, oversubscribe=True).refused is not None
            and here.cores == here.pus == 1 and here.placement("bus", 1).pus == (pu,)
            and here.placement("bus", 2).refused
            == f"2 ranks on 1 core; --oversubscribe forces it{advice}")


def test_a_file_that_stands_for_this_machine_does_not_name_its_processor(tmp_path, monkeypatch):
    here = Machine.load()
    file = tmp_path / "machine.xml"
    file.write_text(here.xml.replace(here.model or 'name="CPUModel"', "Nonesuch"))
    monkeypatch.setenv("HWLOC_XMLFILE", str(file))
    assert "Nonesuch" in Machine.load().summary
    monkeypatch.setenv("HWLOC_THISSYSTEM", "1")
    assert Machine.load().here and "Nonesuch" not in Machine.load().summary


def test_the_callers_affinity_mask_is_respected():
    with get_context("spawn").Pool(1) as process:
        for pu in sorted(os.sched_getaffinity(0)):
            assert process.apply(obeyed, (pu,)), pu


# ---- placements -------------------------------------------------------------------------------


def test_json_says_what_was_decided_or_why_not():
    pointer = library().front_placement(machine("pack:1 core:2 pu:1")._machine, b"core", 2, False)
    assert answer(pointer) == {
        "name": "core", "meaning": "distinct cores, packed in hwloc's logical order, regardless of "
        "what they share", "ranks": 2, "pus": [0, 1], "where": "cores 0-1", "refused": None,
        "oversubscribed": False}
    refused = asked("pack:1 core:2 pu:1", "crossbar 2")
    assert refused.where is None and refused.refused and refused.pus == ()


def test_every_placement_has_a_form_and_a_meaning_on_the_page():
    page, forms = PAGE.read_text(), names()["forms"]
    assert len(names()["all"]) >= 10
    for name in [*names()["all"], "distance:K", "pu:0+2+5-7", "numa:0.core:0-3"]:
        assert f"`{name}`" in page, name
    for name in names()["all"]:
        assert forms[name] == asked("pu:1", f"{name} 1").meaning != ""
    assert all(forms.values()) and [*forms][10] == "distance:K"


def test_meanings_promise_only_what_every_machine_keeps():
    forms = names()["forms"]
    assert "one of several NUMA nodes" in forms["bus"]  # one that spans packages is refused
    assert "link" not in forms["crossbar"]  # nodes of one package may share a cache
