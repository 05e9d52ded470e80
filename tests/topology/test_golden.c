/* SPDX-License-Identifier: BSD-3-Clause */
/* Every decision on every machine, as a text that a change shows up in. After a wanted change:
 *     test_topology_golden --update tests/topology/golden.txt
 * and read the difference before committing it. */
#define TAP_OWN_MAIN
#include "tests/tap.h"

#include "machines.h"

#include <stdlib.h>
#include <string.h>

enum { REQUESTS_MOST = 16 };

/* Numbers of ranks; below 0: so many, oversubscribed. */
struct requests {
    int ranks[REQUESTS_MOST], count;
};

/* The caller frees. */
static char *decision(const struct machine *machine, const char *name, int ranks)
{
    struct placement *placement = placement_plan(machine, name, abs(ranks), ranks < 0);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    for (int rank = 0; placement->pus && rank < placement->ranks; rank++)
        fprintf(out, " %d", placement->pus[rank]);
    if (placement->refused)
        fprintf(out, " refused: %s", placement->refused);
    else
        fprintf(out, " (%s)", placement->where);
    fclose(out);
    placement_free(placement);
    return text;
}

/* One line for neighbouring requests with the same decision; 17+: oversubscribed. */
static void placements_write(FILE *out, const struct machine *machine, const char *name,
                             const struct requests *requests)
{
    char *texts[REQUESTS_MOST];

    for (int i = 0; i < requests->count; i++)
        texts[i] = decision(machine, name, requests->ranks[i]);
    for (int i = 0, next; i < requests->count; i = next) {
        fprintf(out, "  %s,", name);
        for (next = i; next < requests->count && strcmp(texts[next], texts[i]) == 0; next++)
            fprintf(out, " %d%s", abs(requests->ranks[next]), requests->ranks[next] < 0 ? "+" : "");
        fprintf(out, " ranks:%s\n", texts[i]);
    }
    for (int i = 0; i < requests->count; i++)
        free(texts[i]);
}

static void request(struct requests *requests, int ranks)
{
    requests->ranks[requests->count++] = ranks;
}

/* All numbers of ranks for the two that are measured by default, a few for the others. */
static void defaults_write(FILE *out, const struct machine *machine, const char *name)
{
    static const int ranks[] = {1, 2, 3, 4, 6, 8, 12};
    const int cores = machine_cores(machine);
    struct requests requests = {0};

    for (size_t i = 0; i < sizeof(ranks) / sizeof(ranks[0]) && ranks[i] < cores; i++)
        request(&requests, ranks[i]);
    request(&requests, cores);
    request(&requests, cores + 1);
    request(&requests, -(cores + 1));
    placements_write(out, machine, name, &requests);
}

static void others_write(FILE *out, const struct machine *machine, const char *name)
{
    const int cores = machine_cores(machine);
    struct requests requests = {.ranks = {2, 4}, .count = 2};

    if (cores > 2 && cores != 4)
        request(&requests, cores);
    request(&requests, -(cores + 1));
    placements_write(out, machine, name, &requests);
}

static void machine_write(FILE *out, const char *name)
{
    static const char *const named[] = {"bus", "crossbar", "agent", "smt",     "core",
                                        "l2",  "l3",       "numa",  "package", "spread"};
    static const char *const parametrised[] = {"pu:1+0", "core:0-1", "numa:odd",
                                               "package:1.core:0:2", "core:1-.pu:0"};
    struct machine *machine = machine_open(name);

    fprintf(out, "\n%s\n  %s\n", name, machine_summary(machine));
    for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++)
        if (i < 2)
            defaults_write(out, machine, named[i]);
        else
            others_write(out, machine, named[i]);
    for (int level = 1; level <= placement_distances(machine) + 1; level++) {
        char distance[32];
        snprintf(distance, sizeof(distance), "distance:%d", level);
        others_write(out, machine, distance);
    }
    for (size_t i = 0; i < sizeof(parametrised) / sizeof(parametrised[0]); i++)
        placements_write(out, machine, parametrised[i],
                         &(struct requests){.ranks = {2}, .count = 1});
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
