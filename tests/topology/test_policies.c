/* SPDX-License-Identifier: BSD-3-Clause */
/* The named placements other than bus and crossbar, and distances. */
#include "tests/tap.h"

#include "decide.h"

#define SERVER "pack:2 [numa] l3:1(size=8388608) l2:2(size=1048576) core:2 pu:2"

static const struct decision decisions[] = {
    /* agent pairs share a domain and the next pair is in another */
    {SERVER, "agent", 4, false, "0 2 8 10 (NUMA nodes 0-1, cores 0-1,4-5)"},
    {SERVER, "agent", 5, false, "0 2 8 10 4 (NUMA nodes 0-1, cores 0-2,4-5)"},
    {"pack:2 core:2 pu:1", "agent", 4, false, "0 1 2 3 (packages 0-1, cores 0-3)"},
    /* agent is refused where pairs cannot be in different domains */
    {SERVER, "agent", 2, false,
     "refused: it needs more than two ranks: one pair has no other pair to be separated from"},
    {"pack:1 core:4 pu:1", "agent", 4, false,
     "refused: this machine has one NUMA node and one package with usable cores, so pairs cannot "
     "be in different ones"},
    {"pack:3 [numa] core:1 pu:1", "agent", 3, false,
     "refused: only 0 ranks fit on distinct cores in pairs in different NUMA nodes"},
    /* smt fills one core before the next */
    {SERVER, "smt", 4, false, "0 1 2 3 (cores 0-1, hardware threads 0-3)"},
    {"power8gpudistances.xml", "smt", 3, false, "0 1 8 (cores 0-1, hardware threads 0-1,8)"},
    /* smt shares a hardware thread only when forced */
    {"core:1 pu:2", "smt", 3, false,
     "refused: only 2 hardware threads have siblings; --oversubscribe forces it"},
    {"core:1 pu:2", "smt", 3, true, "0 1 0 (core 0, hardware threads 0-1)"},
    /* smt leaves out cores whose siblings are offline */
    {"16em64t-4s2c2t-offlines.xml", "smt", 2, false, "4 12 (core 1, hardware threads 4,12)"},
    /* smt is refused without siblings */
    {"core:2 pu:1", "smt", 2, false,
     "refused: no core of this machine has a second hardware thread that this process may use"},
    /* core packs distinct cores, whatever they share */
    {SERVER, "core", 5, false, "0 2 4 6 8 (cores 0-4)"},
    {"pu:4", "core", 2, false, "0 1 (hardware threads 0-1)"},
    /* parts hold all ranks or are refused with the largest */
    {SERVER, "l2", 2, false, "0 2 (L2 #0 (1 MiB), cores 0-1)"},
    {SERVER, "l2", 3, false,
     "refused: no L2 cache of this machine has 3 usable cores: the largest, L2 #0 (1 MiB), has 2"},
    {SERVER, "l3", 3, false, "0 2 4 (L3 #0 (8 MiB), cores 0-2)"},
    {SERVER, "numa", 4, false, "0 2 4 6 (NUMA node #0, cores 0-3)"},
    {SERVER, "package", 2, false, "0 2 (package #0, cores 0-1)"},
    /* parts that the machine lacks are refused as such */
    {"pack:1 core:2 pu:1", "l3", 2, false,
     "refused: this machine has no L3 cache that hwloc knows"},
    {"numa:2 core:2 pu:1", "package", 2, false,
     "refused: this machine has no package that hwloc knows"},
    /* numa leaves out cores without memory and memory without cores */
    {"16amd64-8n2c-cpusets.xml", "numa", 2, false, "2 3 (NUMA node #0 (8 GiB), cores 2-3)"},
    /* spread divides the ranks among all parts */
    {SERVER, "spread", 2, false, "0 8 (cores 0,4)"},
    {SERVER, "spread", 4, false, "0 4 8 12 (cores 0,2,4,6)"},
    {"192em64t-24n8c2t.xml", "spread", 3, false, "0 64 128 (cores 0,64,128)"},
    /* spread uses only usable cores */
    {"16em64t-4s2c2t-offlines.xml", "spread", 6, false, "0 4 1 6 3 15 (cores 0-5)"},
    /* distances are counted from siblings to far nodes */
    {SERVER, "distance:1", 2, false,
     "0 1 (hardware threads of one core: core 0, hardware threads 0-1)"},
    {SERVER, "distance:2", 2, false, "0 2 (in one L2: cores 0-1, hardware threads 0,2)"},
    {SERVER, "distance:3", 4, false, "0 4 2 6 (in one L3: cores 0-3, hardware threads 0,2,4,6)"},
    {SERVER, "distance:4", 2, false,
     "0 8 (in different packages: cores 0,4, hardware threads 0,8)"},
    {SERVER, "distance:5", 2, false, "refused: this machine has 4 distances between its cores"},
    /* distances follow the firmware between nodes */
    {"192em64t-24n8c2t.xml", "distance:5", 2, false,
     "0 80 (in different packages (latency 79): cores 0,80, hardware threads 0,80)"},
    {"96em64t-4n4d3ca2co-pci.xml", "distance:3", 2, false,
     "0 1 (in different packages of one NUMA node: cores 0,6, hardware threads 0-1)"},
    /* distances within a node are nearer than within a cache of several nodes */
    {"pack:2 l3:1 numa:2 core:2 pu:1", "distance:1", 2, false,
     "0 1 (in one NUMA node: cores 0-1, hardware threads 0-1)"},
    {"pack:2 l3:1 numa:2 core:2 pu:1", "distance:2", 2, false,
     "0 2 (in different NUMA nodes of one package: cores 0,2, hardware threads 0,2)"},
    /* distances refuse more ranks than there are pairs */
    {"core:2 pu:1", "distance:1", 3, false,
     "refused: only 2 ranks fit in pairs at this distance; --oversubscribe forces it"},
    {"pu:1", "distance:1", 2, false,
     "refused: this machine has one core with one hardware thread, so it has no distances"},
    /* one kind of core is preferred to a mixture and named */
    {"hybrid.xml", "core", 2, false, "2 3 (cores 2-3, performance cores only)"},
    {"hybrid.xml", "core", 3, false, "0 1 2 (cores 0-2, kinds of cores mixed)"},
    {"hybrid.xml", "spread", 2, false, "2 3 (cores 2-3, performance cores only)"},
    {"hybrid.xml", "pu:0+1", 2, false,
     "0 1 (cores 0-1, hardware threads 0-1, efficiency cores only)"},
};

TEST(placements_are_decided_as_listed)
{
    decisions_check(decisions, sizeof(decisions) / sizeof(decisions[0]));
}

TEST(a_sufficient_part_is_found_among_smaller_ones)
{
    struct sketch sketch = {.domains = 3, .cores = {1, 4, 2}, .siblings = 1};
    struct machine *machine;
    struct placement *placement;

    sketch_number(&sketch, NULL, false);
    machine = sketch_open(&sketch);
    placement = placement_plan(machine, "package", 3, false);
    CHECK(placement->pus && placement->pus[0] == 1 && placement->pus[2] == 3);
    placement_free(placement);
    machine_free(machine);
}
