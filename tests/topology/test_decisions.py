# SPDX-License-Identifier: BSD-3-Clause
"""Placements and pages that are decided or refused as listed, on one machine each; golden.txt has
every placement on every machine. "bus 4+" is four ranks, oversubscribed."""

import pytest
from described import asked, machine, sketched

SIBLINGS = "pack:2 [numa] l3:1(size=8388608) l2:2(size=1048576) core:2 pu:2"
CACHES = "pack:2 [numa] l3:2(size=8388608) l2:2(size=1048576) core:2 pu:1"
SERVER = "pack:2 numa:2 core:4 pu:2"
TWO_NODES = "pack:2 [numa(memory=1073741824)] core:4 pu:1"

PLACEMENTS = [
    # bus takes the smallest part that holds all ranks
    (CACHES, "bus 1", "0 (core 0)"),
    (CACHES, "bus 2", "0 1 (L2 #0 (1 MiB), cores 0-1)"),
    (CACHES, "bus 3", "0 1 2 (L3 #0 (8 MiB), cores 0-2)"),
    (CACHES, "bus 5", "0 1 2 3 4 (package #0, cores 0-4)"),
    # bus takes one hardware thread of each core
    ("pack:1 l3:1(size=1024) core:4 pu:2", "bus 3", "0 2 4 (L3 #0 (1 KiB), cores 0-2)"),
    # bus refuses to cross domains and says what would fit
    ("pack:2 [numa] core:4 pu:1", "bus 5",
     "refused: no shared part of this machine has 5 cores: the largest, package #0, has 4"),
    ("16em64t-4s2c2t.xml", "bus 3",
     "refused: no shared part of this machine has 3 cores: the largest, package #0, has 2"),
    # bus does not take a group of nodes for a bus
    ("16-2gr2gr2n2c+misc.xml", "bus 2", "0 1 (NUMA node #0 (1 GiB), cores 0-1)"),
    ("16-2gr2gr2n2c+misc.xml", "bus 3",
     "refused: no shared part of this machine has 3 cores: the largest, NUMA node #0 (1 GiB), "
     "has 2"),
    # bus takes a memory that several packages share
    ("96em64t-4n4d3ca2co-pci.xml", "bus 7",
     "0 4 8 12 16 20 1 (NUMA node #0 (47.7 GiB) with 4 packages, cores 0-6)"),
    # bus says when its package holds several nodes
    ("pack:2 numa:2 core:2 pu:1", "bus 3", "0 1 2 (package #0 with 2 NUMA nodes, cores 0-2)"),
    # bus takes the only package, which holds several nodes
    ("pack:1 numa:4 l3:1 core:4 pu:1", "bus 6",
     "0 1 2 3 4 5 (package #0 with 4 NUMA nodes, cores 0-5)"),
    ("pack:2 numa:4 l3:1 core:4 pu:1", "bus 6",
     "0 1 2 3 4 5 (package #0 with 4 NUMA nodes, cores 0-5)"),
    ("pack:1 l3:1 numa:2 core:2 pu:1", "bus 3",
     "0 1 2 (L3 #0 (16 MiB) with 2 NUMA nodes, cores 0-2)"),
    # bus on one domain takes the whole machine
    ("pack:1 core:4 pu:1", "bus 4", "0 1 2 3 (package #0, cores 0-3)"),
    # crossbar alternates between two nodes
    ("pack:2 [numa] core:4 pu:2", "crossbar 4", "0 8 2 10 (NUMA nodes 0-1, cores 0-1,4-5)"),
    # crossbar takes packages where there is one node
    ("pack:2 core:2 pu:1", "crossbar 2", "0 2 (packages 0-1, cores 0,2)"),
    # crossbar closes the ring where it can
    ("pack:3 [numa] core:2 pu:1", "crossbar 4", "0 2 4 3 (NUMA nodes 0-2, cores 0,2-4)"),
    # crossbar takes the farthest node and names nodes of one package
    ("pack:2 l3:1 numa:2 core:2 pu:1", "crossbar 2", "0 4 (NUMA nodes 0,2, cores 0,4)"),
    ("pack:2 l3:1 numa:2 core:2 pu:1", "crossbar 8", "0 4 2 6 1 5 3 7 (NUMA nodes 0-3, cores 0-7)"),
    ("pack:1 l3:1 numa:2 core:2 pu:1", "crossbar 3",
     "0 2 1 (NUMA nodes 0-1 of one package, cores 0-2)"),
    # crossbar is refused on one domain
    ("pack:1 core:4 pu:2", "crossbar 2",
     "refused: this machine has one NUMA node and one package with usable cores, so no exchange "
     "can cross a link"),
    ("pack:1 core:1 pu:1", "crossbar 2",
     "refused: this machine has one NUMA node and one package with usable cores, so no exchange "
     "can cross a link"),
    # crossbar is refused for one rank
    ("pack:2 [numa] core:4 pu:1", "crossbar 1",
     "refused: one rank has no neighbour to exchange with"),
    # crossbar leaves out cores without memory
    ("16amd64-8n2c-cpusets.xml", "crossbar 4", "2 5 3 6 (NUMA nodes 0-2, cores 2-5)"),
    ("16amd64-8n2c-cpusets.xml", "crossbar 5",
     "refused: only 4 ranks fit on distinct cores with neighbours in different NUMA nodes"),
    # crossbar counts two memories of the same cores once
    ("64intel64-heteromem.xml", "crossbar 4",
     "0 4 8 12 (NUMA nodes 0,2,4,6 of one package, cores 0,4,8,12)"),
    # more ranks than cores are refused with how to force it
    ("pack:1 core:2 pu:2", "bus 4", "refused: 4 ranks on 2 cores; --oversubscribe forces it"),
    ("pack:2 [numa] core:2 pu:2", "crossbar 5",
     "refused: 5 ranks on 4 cores; --oversubscribe forces it"),
    ("pu:1", "bus 2", "refused: 2 ranks on 1 core; --oversubscribe forces it"),
    # oversubscribed ranks take siblings before they share
    ("pack:1 core:2 pu:2", "bus 4+", "0 2 1 3 (the whole machine, cores 0-1)"),
    ("pack:1 core:2 pu:2", "bus 6+", "0 2 1 3 0 2 (the whole machine, cores 0-1)"),
    # oversubscribed crossbar still separates neighbours
    ("pack:2 [numa] core:1 pu:2", "crossbar 6+", "0 2 1 3 0 2 (NUMA nodes 0-1, cores 0-1)"),
    # ---- the other named placements, and distances
    # agent pairs share a domain and the next pair is in another
    (SIBLINGS, "agent 4", "0 2 8 10 (NUMA nodes 0-1, cores 0-1,4-5)"),
    (SIBLINGS, "agent 5", "0 2 8 10 4 (NUMA nodes 0-1, cores 0-2,4-5)"),
    ("pack:2 core:2 pu:1", "agent 4", "0 1 2 3 (packages 0-1, cores 0-3)"),
    # agent is refused where pairs cannot be in different domains
    (SIBLINGS, "agent 2",
     "refused: it needs more than two ranks: one pair has no other pair to be separated from"),
    ("pack:1 core:4 pu:1", "agent 4",
     "refused: this machine has one NUMA node and one package with usable cores, so pairs "
     "cannot be in different ones"),
    ("pack:3 [numa] core:1 pu:1", "agent 3",
     "refused: only 0 ranks fit on distinct cores in pairs in different NUMA nodes"),
    # smt fills one core before the next
    (SIBLINGS, "smt 4", "0 1 2 3 (cores 0-1, hardware threads 0-3)"),
    ("power8gpudistances.xml", "smt 3", "0 1 8 (cores 0-1, hardware threads 0-1,8)"),
    # smt shares a hardware thread only when forced
    ("core:1 pu:2", "smt 3",
     "refused: only 2 hardware threads have siblings; --oversubscribe forces it"),
    ("core:1 pu:2", "smt 3+", "0 1 0 (core 0, hardware threads 0-1)"),
    # smt leaves out cores whose siblings are offline
    ("16em64t-4s2c2t-offlines.xml", "smt 2", "4 12 (core 1, hardware threads 4,12)"),
    # smt is refused without siblings
    ("core:2 pu:1", "smt 2",
     "refused: no core of this machine has a second hardware thread that this process may use"),
    # core packs distinct cores, whatever they share
    (SIBLINGS, "core 5", "0 2 4 6 8 (cores 0-4)"),
    ("pu:4", "core 2", "0 1 (hardware threads 0-1)"),
    # parts hold all ranks or are refused with the largest
    (SIBLINGS, "l2 2", "0 2 (L2 #0 (1 MiB), cores 0-1)"),
    (SIBLINGS, "l2 3",
     "refused: no L2 cache of this machine has 3 usable cores: the largest, L2 #0 (1 MiB), has 2"),
    (SIBLINGS, "l3 3", "0 2 4 (L3 #0 (8 MiB), cores 0-2)"),
    (SIBLINGS, "numa 4", "0 2 4 6 (NUMA node #0, cores 0-3)"),
    (SIBLINGS, "package 2", "0 2 (package #0, cores 0-1)"),
    # parts that the machine lacks are refused as such
    ("pack:1 core:2 pu:1", "l3 2", "refused: this machine has no L3 cache that hwloc knows"),
    ("numa:2 core:2 pu:1", "package 2", "refused: this machine has no package that hwloc knows"),
    # numa leaves out cores without memory and memory without cores
    ("16amd64-8n2c-cpusets.xml", "numa 2", "2 3 (NUMA node #0 (8 GiB), cores 2-3)"),
    # spread divides the ranks among all parts
    (SIBLINGS, "spread 2", "0 8 (cores 0,4)"),
    (SIBLINGS, "spread 4", "0 4 8 12 (cores 0,2,4,6)"),
    ("192em64t-24n8c2t.xml", "spread 3", "0 64 128 (cores 0,64,128)"),
    # spread uses only usable cores
    ("16em64t-4s2c2t-offlines.xml", "spread 6", "0 4 1 6 3 15 (cores 0-5)"),
    # distances are counted from siblings to far nodes
    (SIBLINGS, "distance:1 2", "0 1 (hardware threads of one core: core 0, hardware threads 0-1)"),
    (SIBLINGS, "distance:2 2", "0 2 (in one L2: cores 0-1, hardware threads 0,2)"),
    (SIBLINGS, "distance:3 4", "0 4 2 6 (in one L3: cores 0-3, hardware threads 0,2,4,6)"),
    (SIBLINGS, "distance:4 2", "0 8 (in different packages: cores 0,4, hardware threads 0,8)"),
    (SIBLINGS, "distance:5 2", "refused: this machine has 4 distances between its cores"),
    # distances follow the firmware between nodes
    ("192em64t-24n8c2t.xml", "distance:5 2",
     "0 80 (in different packages (latency 79): cores 0,80, hardware threads 0,80)"),
    ("96em64t-4n4d3ca2co-pci.xml", "distance:3 2",
     "0 1 (in different packages of one NUMA node: cores 0,6, hardware threads 0-1)"),
    # distances within a node are nearer than within a cache of several nodes
    ("pack:2 l3:1 numa:2 core:2 pu:1", "distance:1 2",
     "0 1 (in one NUMA node: cores 0-1, hardware threads 0-1)"),
    ("pack:2 l3:1 numa:2 core:2 pu:1", "distance:2 2",
     "0 2 (in different NUMA nodes of one package: cores 0,2, hardware threads 0,2)"),
    # distances refuse more ranks than there are pairs
    ("core:2 pu:1", "distance:1 3",
     "refused: only 2 ranks fit in pairs at this distance; --oversubscribe forces it"),
    ("pu:1", "distance:1 2",
     "refused: this machine has one core with one hardware thread, so it has no distances"),
    # one kind of core is preferred to a mixture and named
    ("hybrid.xml", "core 2", "2 3 (cores 2-3, performance cores only)"),
    ("hybrid.xml", "core 3", "0 1 2 (cores 0-2, kinds of cores mixed)"),
    ("hybrid.xml", "spread 2", "2 3 (cores 2-3, performance cores only)"),
    ("hybrid.xml", "pu:0+1 2", "0 1 (cores 0-1, hardware threads 0-1, efficiency cores only)"),
    # favoured cores are not a kind; cores that differ in their siblings and caches are
    ("favoured-cores.xml", "spread 4", "0 2 4 6 (cores 0,2,4,6)"),
    ("i7-12700h-no-kinds.xml", "bus 2", "0 2 (L3 #0 (24 MiB), cores 0-1, performance cores only)"),
    # cores without a NUMA node are in no different one, and equal distances have one text
    ("tr-2970wx.xml", "distance:3 2", "0 3 (in one group: cores 0,3, hardware threads 0,3)"),
    ("tr-2970wx.xml", "distance:4 2", "0 6 (in one package: cores 0,6, hardware threads 0,6)"),
    ("tr-2970wx.xml", "distance:5 2",
     "0 12 (in different NUMA nodes of one package: cores 0,12, hardware threads 0,12)"),
    # ---- lists and locations
    # lists use OS indices
    ("pack:2 core:2 pu:2(indexes=2*4:1*2)", "pu:1+0+4-5 4",
     "1 0 4 5 (cores 0-1, hardware threads 0-1,4-5)"),
    # lists name the invalid hardware thread
    ("core:2 pu:1", "pu:0+7 2", "refused: this machine has no hardware thread 7"),
    ("16em64t-4s2c2t-offlines.xml", "pu:0+2 2",
     "refused: hardware thread 2 is offline or forbidden by the cgroup"),
    # lists that are too short need --oversubscribe
    ("core:4 pu:1", "pu:2+1 3",
     "refused: 3 ranks on 2 hardware threads; --oversubscribe forces it"),
    ("core:4 pu:1", "pu:2+1 3+", "2 1 2 (cores 1-2, hardware threads 1-2)"),
    ("core:4 pu:1", "pu:2+1 1", "2 (core 2, hardware thread 2)"),
    # locations count in logical order within their part
    (SERVER, "numa:1.core:2-3 2", "12 14 (cores 6-7, hardware threads 12,14)"),
    (SERVER, "package:1.numa:1.core:0.pu:1 1", "25 (core 12, hardware thread 25)"),
    (SERVER, "package:all.core:1 2", "2 18 (cores 1,9, hardware threads 2,18)"),
    # locations take cores before siblings unless siblings are written out
    (SERVER, "core:0-1 4", "0 2 1 3 (cores 0-1, hardware threads 0-3)"),
    (SERVER, "core:0+core:1 4", "0 2 1 3 (cores 0-1, hardware threads 0-3)"),
    (SERVER, "core:0-1.pu:0-1 4", "0 1 2 3 (cores 0-1, hardware threads 0-3)"),
    # locations accept all forms of ranges
    ("core:6 pu:1", "core:odd 3", "1 3 5 (cores 1,3,5, hardware threads 1,3,5)"),
    ("core:6 pu:1", "core:even 3", "0 2 4 (cores 0,2,4, hardware threads 0,2,4)"),
    ("core:6 pu:1", "core:4- 2", "4 5 (cores 4-5, hardware threads 4-5)"),
    ("core:6 pu:1", "core:5:3 3", "5 0 1 (cores 0-1,5, hardware threads 0-1,5)"),
    ("core:6 pu:1", "core:all 2", "0 1 (cores 0-1, hardware threads 0-1)"),
    # locations name the invalid part
    (SERVER, "package:0.core:8 1", "refused: there is no core:8 in package #0, which has 8"),
    (SERVER, "l3:0 1", "refused: this machine has no l3 that hwloc knows"),
    ("16amd64-8n2c-cpusets.xml", "numa:3 1", "refused: NUMA node #3 (8 GiB) has no cores"),
    ("core:1 pu:1", "core:odd 1", "refused: there is no core:1 in the whole machine, which has 1"),
    ("16-2gr2gr2n2c+misc.xml", "group:0 1",
     "refused: this machine has several levels of group; say which, as in group0"),
    ("16-2gr2gr2n2c+misc.xml", "group0:1 2", "8 9 (cores 8-9, hardware threads 8-9)"),
]

PAGES = [
    # Local pages are on their rank's node, the others on the node of rank 0 or of the partner.
    (TWO_NODES, "crossbar 4", "local", "0 1 0 1"),
    (TWO_NODES, "crossbar 4", "root", "0 0 0 0"),
    (TWO_NODES, "crossbar 4", "peer", "1 0 1 0"),
    (TWO_NODES, "crossbar 3", "peer", "1 0 0"),  # the last rank has no partner
    (TWO_NODES, "bus 2", "node:1", "1 1"),
    (TWO_NODES, "bus 2", "interleave", "-2 -2"),
    # What the machine lacks is refused.
    (TWO_NODES, "bus 2", "node:2", "refused: this machine has no usable NUMA node 2"),
    (TWO_NODES, "bus 2", "kind:hbm",
     "refused: this machine has no memory of the kind hbm; hwloc knows: none named"),
    ("pack:1 [numa(memory=0)] core:2 pu:1", "bus 2", "peer",
     "refused: rank 0's partner runs where there is no local memory"),
    # The nearest of several memories of a kind counts.
    ("64intel64-heteromem.xml", "crossbar 2", "local", "0 1"),
    ("64intel64-heteromem.xml", "crossbar 2", "kind:HBM", "7 4"),
]


@pytest.mark.parametrize(("name", "request_", "expected"), PLACEMENTS)
def test_a_placement_is_decided_as_listed(name, request_, expected):
    placement = asked(name, request_)
    decided = f"refused: {placement.refused}" if placement.refused else (
        f"{' '.join(map(str, placement.pus))} ({placement.where})")
    assert decided == expected


@pytest.mark.parametrize(("name", "request_", "policy", "expected"), PAGES)
def test_pages_are_placed_as_listed(name, request_, policy, expected):
    placement = asked(name, request_)
    assert not placement.refused
    pages = machine(name).pages(policy, placement)
    decided = f"refused: {pages.refused}" if pages.refused else " ".join(map(str, pages.nodes))
    assert decided == expected


def test_an_unknown_name_is_refused_by_the_plan_too():
    assert asked("core:2 pu:1", "nonsense 2").refused.startswith("no placement")


def test_crossbar_says_how_many_ranks_fit_on_an_uneven_machine():
    placement = sketched([4, 1], 1).placement("crossbar", 4, oversubscribe=True)
    assert placement.refused == ("only 3 ranks fit on distinct cores with neighbours in different "
                                 "NUMA nodes")
    assert not placement.pus and not placement.oversubscribed


def test_a_sufficient_part_is_found_among_smaller_ones():
    assert sketched([1, 4, 2], 1).placement("package", 3).pus == (1, 2, 3)


def test_oversubscription_is_marked_only_where_it_happens():
    fits, shares = (asked("pack:1 core:2 pu:2", request) for request in ("bus 2+", "bus 3+"))
    assert not fits.oversubscribed and not fits.refused
    assert shares.oversubscribed and not shares.refused


def test_performance_cores_go_before_efficiency_cores():
    assert asked("hybrid.xml", "bus 2").pus == (2, 3)
    assert asked("hybrid.xml", "bus 4").pus == (0, 1, 2, 3)
