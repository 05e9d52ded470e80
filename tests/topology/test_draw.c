/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/tap.h"

#include "machines.h"
#include "topology/draw.h"

#include <string.h>

enum { COLUMNS = 100, GLANCE_LINES = 50 };

/* The drawing of the placements; the caller frees. */
static char *drawing_of(struct machine *machine, const char *const *names, int ranks,
                        bool oversubscribe)
{
    struct placement *placements[32];
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    int count = 0;

    for (; *names; names++)
        placements[count++] = placement_plan(machine, *names, ranks, oversubscribe);
    draw_machine(out, machine, placements, count);
    fclose(out);
    while (count > 0)
        placement_free(placements[--count]);
    machine_free(machine);
    return text;
}

static char *drawing(struct machine *machine, int ranks, bool oversubscribe)
{
    return drawing_of(machine, placement_names(), ranks, oversubscribe);
}

static bool lines_fit(const char *text)
{
    for (; *text; text += strcspn(text, "\n") + 1) {
        size_t length = strcspn(text, "\n");
        if (length > COLUMNS || (length && text[length - 1] == ' ')) {
            printf("# %.*s|\n", (int)length, text);
            return false;
        }
    }
    return true;
}

static int lines_count(const char *text)
{
    int count = 0;

    for (; *text; text++)
        count += *text == '\n';
    return count;
}

static void machine_draws(const char *name)
{
    static const int ranks[] = {1, 2, 4, 7, 0, -1, -900};
    static const char *const names[] = {"bus",
                                        "crossbar",
                                        "agent",
                                        "smt",
                                        "core",
                                        "l3",
                                        "spread",
                                        "distance:1",
                                        "distance:3",
                                        "pu:0+1",
                                        "machine:0.core:all+machine:0.pu:all",
                                        NULL};

    for (size_t i = 0; i < sizeof(ranks) / sizeof(ranks[0]); i++) {
        struct machine *machine = machine_open(name);
        int count = ranks[i] > 0 ? ranks[i] : machine_cores(machine) - ranks[i];
        char *text = drawing_of(machine, names, count, true);
        CHECK(lines_fit(text));
        free(text);
    }
}

TEST(drawings_of_all_machines_fit_in_100_columns)
{
    for (const char *const *name = machine_files; *name; name++)
        machine_draws(*name);
    for (const char *const *name = machine_synthetics; *name; name++)
        machine_draws(*name);
}

TEST(two_cores_are_drawn_with_their_ranks)
{
    char *text = drawing(machine_open("pack:1 l3:1(size=33554432) core:2 pu:1"), 2, false);

    CHECK(!strcmp(
        text,
        "unknown CPU, 2 cores, 2 hardware threads, 1 NUMA node, L3 32 MiB\n"
        "ranks in each placement:       bus\n"
        "package #0, NUMA node #0 (1 GiB), L3 #0 (32 MiB)\n"
        "  core 0    hardware thread 0  0\n"
        "  core 1    hardware thread 1  1\n"
        "\n"
        "bus       distinct cores under the smallest object of the machine (shared cache, NUMA "
        "node, package)\n"
        "          that has a core for each rank\n"
        "          L3 #0 (32 MiB), cores 0-1\n"
        "\n"
        "crossbar  neighbouring ranks on different NUMA nodes, or packages if there is one node, "
        "so that\n"
        "          every neighbour exchange crosses the link\n"
        "          refused: this machine has one NUMA node and one package with usable cores, so "
        "no exchange\n"
        "          can cross a link\n"));
    free(text);
}

TEST(a_large_machine_is_folded_where_it_has_no_ranks)
{
    char *text = drawing(machine_open("192em64t-24n8c2t.xml"), 4, false);

    CHECK(lines_count(text) < GLANCE_LINES);
    CHECK(strstr(text, "... 20 more packages of 8 cores each\n"));
    CHECK(strstr(text, "  core 3    hardware threads 3,195   3\n"));
    free(text);
}

TEST(siblings_get_a_line_each_where_ranks_share_a_core)
{
    char *text = drawing(machine_open("pack:1 core:2 pu:2"), 3, true);

    CHECK(strstr(text, "  core 0\n"
                       "    hardware thread 0             0\n"
                       "    hardware thread 1             2\n"
                       "  core 1    hardware threads 2-3  1\n"));
    CHECK(strstr(text, "oversubscribed\n"));
    free(text);
}

TEST(many_ranks_on_one_thread_are_counted)
{
    char *text = drawing(machine_open("pu:1"), 30, true);

    CHECK(strstr(text, "0,1,+28\n"));
    free(text);
}

TEST(memory_without_cores_is_shown_as_such)
{
    char *text = drawing(machine_open("16amd64-8n2c-cpusets.xml"), 2, false);

    CHECK(strstr(text, "NUMA node #3 (8 GiB) without cores\n"));
    free(text);
}

TEST(placements_on_the_same_hardware_threads_share_a_column)
{
    static const char *const names[] = {"bus", "core", "spread", NULL};
    char *text = drawing_of(machine_open("pack:1 l3:1 core:4 pu:1"), names, 2, false);

    CHECK(strstr(text, "bus  spread\n"));
    CHECK(strstr(text, "        the same hardware threads as bus: cores 0-1\n"));
    free(text);
}

TEST(columns_that_do_not_fit_get_a_tree_of_their_own)
{
    static const char *const names[] = {
        "crossbar",           "agent",      "spread",     "core",
        "distance:1",         "distance:2", "distance:3", "package:1.core:0-3",
        "package:1.core:4-7", NULL};
    char *text = drawing_of(machine_open("pack:2 numa:2 l3:1 core:4 pu:2"), names, 4, false);
    char *second = strstr(strstr(text, "ranks in each placement:") + 1, "ranks in each placement:");

    CHECK(second && strstr(second, "package:1.."));
    CHECK(lines_fit(text));
    free(text);
}

TEST(known_latencies_and_bandwidths_are_shown)
{
    char *two = drawing(machine_open("32em64t-2n8c2t-pci-noio.xml"), 2, false);
    char *many = drawing(machine_open("192em64t-24n8c2t.xml"), 2, false);
    char *memories = drawing(machine_open("64intel64-heteromem.xml"), 2, false);

    CHECK(strstr(two, "  NUMA node #0      10    20\n  NUMA node #1      20    10\n"));
    CHECK(strstr(many, "     50 in 24 of 576 directions\n"));
    CHECK(strstr(memories, "  NUMA node #1 (2 GiB): bandwidth 90000 MiB/s from hardware threads "
                           "0-3,16-19,32-35,48-51\n"));
    free(two);
    free(many);
    free(memories);
}
