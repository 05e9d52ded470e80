/* SPDX-License-Identifier: BSD-3-Clause */
/* Every placement on every machine, as text that shows any change. After an intended change:
 *     test_topology_golden --update tests/topology/golden.txt
 * and read the difference before committing it. */
#define TAP_OWN_MAIN
#include "tests/tap.h"

#include "comops/text/text.h"
#include "topology/placement.h"

#include <stdlib.h>
#include <string.h>

static const char *const machine_files[] = {
    "16-2gr2gr2n2c+misc.xml",
    "16amd64-4distances.xml",
    "16amd64-8n2c-cpusets.xml",
    "16em64t-4s2c2t-offlines.xml",
    "16em64t-4s2c2t.xml",
    "192em64t-24n8c2t.xml",
    "32em64t-2n8c2t-pci-noio.xml",
    "64intel64-heteromem.xml",
    "8intel64-4n2t-memattrs.xml",
    "96em64t-4n4d3ca2co-pci.xml",
    "fakecpukinds.xml",
    "hybrid.xml",
    "power8gpudistances.xml",
    NULL,
};

static const char *const machine_synthetics[] = {
    "pack:1 core:1 pu:1",
    "pack:1 l3:1 core:2 pu:1",
    "pack:1 core:4 pu:2",
    "pack:2 core:2 pu:2",
    "pack:2 [numa] l3:1 l2:4 core:1 pu:2",
    "pack:2 [numa] l3:2 core:3 pu:1",
    "pack:2 l3:1 [numa] core:4 pu:2",
    "pack:1 die:2 [numa] l3:2 core:4 pu:1",
    "pack:2 numa:2 core:3 pu:2",
    "pack:3 [numa] core:1 pu:1",
    "numa:4 pu:2",
    "pu:6",
    NULL,
};

static struct machine *machine_open(const char *name)
{
    const bool saved = strstr(name, ".xml");
    char path[1024], why[256] = "";
    struct machine *machine;

    snprintf(path, sizeof(path), "%s/%s", MACHINES, name);
    setenv("HWLOC_SYNTHETIC", name, 1);
    machine = machine_load(saved ? path : NULL, why, sizeof(why));
    unsetenv("HWLOC_SYNTHETIC");
    if (!machine) {
        printf("Bail out! %s: %s\n", name, why);
        exit(EXIT_FAILURE);
    }
    return machine;
}

/* The decisions on one machine, each once, with the requests it answers: "bus 3, numa 17+". */
struct decisions {
    struct {
        char *text, *requests;
    } list[256];
    int count;
};

/* The number of ranks stands as N in refusals, so that requests of all sizes share them. */
static char *refusal(const char *why, int ranks)
{
    char number[16];
    const char *found;

    snprintf(number, sizeof(number), " %d ", ranks);
    found = strstr(why, number);
    if (!found)
        return text_format(" refused: %s", why);
    return text_format(" refused: %.*s N %s", (int)(found - why), why, found + strlen(number));
}

/* The caller frees. */
static char *decision(const struct machine *machine, const char *name, int ranks,
                      bool oversubscribe)
{
    struct placement *placement = placement_plan(machine, name, ranks, oversubscribe);
    char *text = NULL;
    size_t size;

    if (placement->refused) {
        text = refusal(placement->refused, ranks);
    } else {
        FILE *out = open_memstream(&text, &size);

        for (int rank = 0; rank < ranks; rank++)
            fprintf(out, " %d", placement->pus[rank]);
        fprintf(out, " (%s)", placement->where);
        fclose(out);
    }
    placement_free(placement);
    return text;
}

/* 17+: oversubscribed. */
static void request(struct decisions *decisions, const struct machine *machine, const char *name,
                    int ranks, bool oversubscribe)
{
    char *text = decision(machine, name, ranks, oversubscribe), *requests;
    int i = 0;

    while (i < decisions->count && strcmp(decisions->list[i].text, text))
        i++;
    if (i == decisions->count) {
        decisions->list[decisions->count++].text = text;
        decisions->list[i].requests = text_format("%s %d%s", name, ranks, oversubscribe ? "+" : "");
        return;
    }
    requests = text_format("%s, %s %d%s", decisions->list[i].requests, name, ranks,
                           oversubscribe ? "+" : "");
    free(decisions->list[i].requests);
    decisions->list[i].requests = requests;
    free(text);
}

/* Many numbers of ranks for the default policies, a few for the others. */
static void policy_request(struct decisions *decisions, const struct machine *machine,
                           const char *name, bool by_default)
{
    static const int ranks[] = {1, 2, 3, 4, 6, 8, 12};
    const int cores = machine_cores(machine);

    for (size_t i = 0; i < sizeof(ranks) / sizeof(ranks[0]); i++)
        if (by_default ? ranks[i] < cores : ranks[i] == 2 || ranks[i] == 4)
            request(decisions, machine, name, ranks[i], false);
    if (by_default || (cores > 2 && cores != 4))
        request(decisions, machine, name, cores, false);
    if (by_default)
        request(decisions, machine, name, cores + 1, false);
    request(decisions, machine, name, cores + 1, true);
}

static void machine_decide(struct decisions *decisions, const struct machine *machine)
{
    static const char *const named[] = {"bus", "crossbar", "agent", "smt",     "core",
                                        "l2",  "l3",       "numa",  "package", "spread"};
    static const char *const parametrised[] = {"pu:1+0", "core:0-1", "numa:odd",
                                               "package:1.core:0:2", "core:1-.pu:0"};

    for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++)
        policy_request(decisions, machine, named[i], i < 2);
    for (int level = 1; level <= placement_distances(machine) + 1; level++) {
        char distance[32];
        snprintf(distance, sizeof(distance), "distance:%d", level);
        policy_request(decisions, machine, distance, false);
    }
    for (size_t i = 0; i < sizeof(parametrised) / sizeof(parametrised[0]); i++)
        request(decisions, machine, parametrised[i], 2, false);
}

static void machine_write(FILE *out, const char *name)
{
    struct machine *machine = machine_open(name);
    struct decisions decisions = {.count = 0};

    machine_decide(&decisions, machine);
    fprintf(out, "\n%s\n  %s\n", name, machine_summary(machine));
    for (int i = 0; i < decisions.count; i++) {
        fprintf(out, "  %s:%s\n", decisions.list[i].requests, decisions.list[i].text);
        free(decisions.list[i].requests);
        free(decisions.list[i].text);
    }
    machine_free(machine);
}

static void decisions_write(FILE *out)
{
    fprintf(out, "# Decisions of topology/placement; test_golden.c says how to renew this file.\n");
    for (const char *const *name = machine_files; *name; name++)
        machine_write(out, *name);
    for (const char *const *name = machine_synthetics; *name; name++)
        machine_write(out, *name);
}

static bool lines_compare(FILE *expected, FILE *found)
{
    char *one = NULL, *other = NULL;
    size_t one_size = 0, other_size = 0;
    bool same = true, more = true;

    for (int line = 1; same && more; line++) {
        ssize_t one_length = getline(&one, &one_size, expected);
        ssize_t other_length = getline(&other, &other_size, found);
        more = one_length >= 0 && other_length >= 0;
        same = more ? !strcmp(one, other) : one_length < 0 && other_length < 0;
        if (!same)
            printf("# line %d, expected:\n# %s# found:\n# %s", line,
                   one_length < 0 ? "(end)\n" : one, other_length < 0 ? "(end)\n" : other);
    }
    free(one);
    free(other);
    return same;
}

TEST(placements_are_those_of_the_golden_file)
{
    FILE *expected = fopen(GOLDEN, "r"), *found = tmpfile();

    CHECK(expected != NULL);
    CHECK(found != NULL);
    if (expected && found) {
        decisions_write(found);
        rewind(found);
        CHECK(lines_compare(expected, found));
    }
    if (expected)
        fclose(expected);
    if (found)
        fclose(found);
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "--update")) {
        FILE *out = fopen(argv[2], "w");
        if (!out)
            return EXIT_FAILURE;
        decisions_write(out);
        return fclose(out) ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    return tap_run_all();
}
