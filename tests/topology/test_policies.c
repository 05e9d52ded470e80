/* SPDX-License-Identifier: BSD-3-Clause */
/* The named placements other than bus and crossbar, and distances. */
#include "tests/tap.h"

#include "decide.h"

#define SERVER "pack:2 [numa] l3:1(size=8388608) l2:2(size=1048576) core:2 pu:2"

TEST(agent_pairs_share_a_domain_and_the_next_pair_lies_across)
{
    CHECK(decides(SERVER, "agent", 4, false, "0 2 8 10 (NUMA nodes 0-1, cores 0-1,4-5)"));
    CHECK(decides(SERVER, "agent", 5, false, "0 2 8 10 4 (NUMA nodes 0-1, cores 0-2,4-5)"));
    CHECK(decides("pack:2 core:2 pu:1", "agent", 4, false, "0 1 2 3 (packages 0-1, cores 0-3)"));
}

TEST(agent_is_refused_where_no_two_pairs_can_lie_across)
{
    CHECK(decides(
        SERVER, "agent", 2, false,
        "refused: it needs more than two ranks: one pair has no other pair to be separated from"));
    CHECK(decides("pack:1 core:4 pu:1", "agent", 4, false,
                  "refused: this machine has one NUMA node and one package with usable cores, so "
                  "pairs cannot be in different ones"));
    CHECK(decides("pack:3 [numa] core:1 pu:1", "agent", 3, false,
                  "refused: only 0 ranks fit on distinct cores in pairs in different "
                  "NUMA nodes"));
}

TEST(smt_fills_one_core_before_the_next)
{
    CHECK(decides(SERVER, "smt", 4, false, "0 1 2 3 (cores 0-1, hardware threads 0-3)"));
    CHECK(decides("power8gpudistances.xml", "smt", 3, false,
                  "0 1 8 (cores 0-1, hardware threads 0-1,8)"));
}

TEST(smt_shares_a_hardware_thread_only_when_forced)
{
    CHECK(decides("core:1 pu:2", "smt", 3, false,
                  "refused: only 2 hardware threads have siblings; --oversubscribe forces it"));
    CHECK(decides("core:1 pu:2", "smt", 3, true, "0 1 0 (core 0, hardware threads 0-1)"));
}

TEST(smt_leaves_out_cores_whose_siblings_are_offline)
{
    CHECK(decides("16em64t-4s2c2t-offlines.xml", "smt", 2, false,
                  "4 12 (core 1, hardware threads 4,12)"));
}

TEST(smt_is_refused_without_siblings)
{
    CHECK(decides("core:2 pu:1", "smt", 2, false,
                  "refused: no core of this machine has a second hardware thread that this process "
                  "may use"));
}

TEST(core_packs_distinct_cores_across_all_borders)
{
    CHECK(decides(SERVER, "core", 5, false, "0 2 4 6 8 (cores 0-4)"));
    CHECK(decides("pu:4", "core", 2, false, "0 1 (hardware threads 0-1)"));
}

TEST(parts_hold_all_ranks_or_are_refused_with_the_largest)
{
    CHECK(decides(SERVER, "l2", 2, false, "0 2 (L2 #0 (1 MiB), cores 0-1)"));
    CHECK(decides(SERVER, "l2", 3, false,
                  "refused: no L2 cache of this machine has 3 usable cores: the largest, L2 #0 "
                  "(1 MiB), has 2"));
    CHECK(decides(SERVER, "l3", 3, false, "0 2 4 (L3 #0 (8 MiB), cores 0-2)"));
    CHECK(decides(SERVER, "numa", 4, false, "0 2 4 6 (NUMA node #0, cores 0-3)"));
    CHECK(decides(SERVER, "package", 2, false, "0 2 (package #0, cores 0-1)"));
}

TEST(parts_that_the_machine_lacks_are_refused_as_such)
{
    CHECK(decides("pack:1 core:2 pu:1", "l3", 2, false,
                  "refused: this machine has no L3 cache that hwloc knows"));
    CHECK(decides("numa:2 core:2 pu:1", "package", 2, false,
                  "refused: this machine has no package that hwloc knows"));
}

TEST(numa_leaves_out_cores_without_memory_and_memory_without_cores)
{
    CHECK(decides("16amd64-8n2c-cpusets.xml", "numa", 2, false,
                  "2 3 (NUMA node #0 (8 GiB), cores 2-3)"));
}

TEST(a_part_that_is_large_enough_is_found_among_smaller_ones)
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

TEST(spread_divides_the_ranks_among_all_parts)
{
    CHECK(decides(SERVER, "spread", 2, false, "0 8 (cores 0,4)"));
    CHECK(decides(SERVER, "spread", 4, false, "0 4 8 12 (cores 0,2,4,6)"));
    CHECK(decides("192em64t-24n8c2t.xml", "spread", 3, false, "0 64 128 (cores 0,64,128)"));
}

TEST(spread_uses_only_cores_that_are_left)
{
    CHECK(decides("16em64t-4s2c2t-offlines.xml", "spread", 6, false, "0 4 1 6 3 15 (cores 0-5)"));
}

TEST(distances_are_counted_from_siblings_to_far_nodes)
{
    CHECK(decides(SERVER, "distance:1", 2, false,
                  "0 1 (hardware threads of one core: core 0, hardware threads 0-1)"));
    CHECK(decides(SERVER, "distance:2", 2, false,
                  "0 2 (in one L2: cores 0-1, hardware threads 0,2)"));
    CHECK(decides(SERVER, "distance:3", 4, false,
                  "0 4 2 6 (in one L3: cores 0-3, hardware threads 0,2,4,6)"));
    CHECK(decides(SERVER, "distance:4", 2, false,
                  "0 8 (in different packages: cores 0,4, hardware threads 0,8)"));
    CHECK(decides(SERVER, "distance:5", 2, false,
                  "refused: this machine has 4 distances between its cores"));
}

TEST(distances_follow_the_firmware_between_nodes)
{
    CHECK(decides("192em64t-24n8c2t.xml", "distance:5", 2, false,
                  "0 80 (in different packages (latency 79): cores 0,80, hardware threads 0,80)"));
    CHECK(decides("96em64t-4n4d3ca2co-pci.xml", "distance:3", 2, false,
                  "0 1 (in different packages of one NUMA node: cores 0,6, hardware threads 0-1)"));
}

TEST(distances_within_a_node_are_nearer_than_within_a_cache_of_several_nodes)
{
    static const char *const clusters = "pack:2 l3:1 numa:2 core:2 pu:1";

    CHECK(decides(clusters, "distance:1", 2, false,
                  "0 1 (in one NUMA node: cores 0-1, hardware threads 0-1)"));
    CHECK(decides(clusters, "distance:2", 2, false,
                  "0 2 (in different NUMA nodes of one package: cores 0,2, hardware threads 0,2)"));
}

TEST(distances_refuse_more_ranks_than_there_are_pairs)
{
    CHECK(decides("core:2 pu:1", "distance:1", 3, false,
                  "refused: only 2 ranks fit in pairs at this distance; --oversubscribe forces "
                  "it"));
    CHECK(decides(
        "pu:1", "distance:1", 2, false,
        "refused: this machine has one core with one hardware thread, so it has no distances"));
}

TEST(one_kind_of_core_goes_before_a_mixture_and_is_named)
{
    CHECK(decides("hybrid.xml", "core", 2, false, "2 3 (cores 2-3, performance cores only)"));
    CHECK(decides("hybrid.xml", "core", 3, false, "0 1 2 (cores 0-2, kinds of cores mixed)"));
    CHECK(decides("hybrid.xml", "spread", 2, false, "2 3 (cores 2-3, performance cores only)"));
    CHECK(decides("hybrid.xml", "pu:0+1", 2, false,
                  "0 1 (cores 0-1, hardware threads 0-1, efficiency cores only)"));
}
