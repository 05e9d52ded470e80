/* SPDX-License-Identifier: BSD-3-Clause */
/* Properties of every named placement on many random machines. */
#include "tests/tap.h"

#include "machines.h"
#include "parts.h"

#include <string.h>

enum { MACHINES_TRIED = 250, MOST_LEVELS = 200, MOST_THREADS = 64 };

/* COMOPS_EXAMPLES, if that is set. */
static int machines_tried(void)
{
    const char *text = getenv("COMOPS_EXAMPLES");

    return text ? atoi(text) : MACHINES_TRIED;
}

/* A machine of random levels in hwloc's synthetic format; returns its hardware threads. */
static int levels_write(uint64_t *seed, char text[MOST_LEVELS])
{
    static const char *const levels[] = {"pack", "die", "numa", "l3", "l2", "core"};
    int threads = 1, used = 0, siblings = 1 + random_below(seed, 3);

    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
        int arity = 1 + random_below(seed, i == 0 || i == 5 ? 4 : 2);
        if ((i && i < 5 && random_below(seed, 2)) || threads * arity * siblings > MOST_THREADS)
            continue;
        threads *= arity;
        used += snprintf(text + used, MOST_LEVELS - (size_t)used, "%s:%d ", levels[i], arity);
    }
    snprintf(text + used, MOST_LEVELS - (size_t)used, "pu:%d", siblings);
    return threads * siblings;
}

/* The same machine with its hardware threads shuffled. */
static void numbers_write(uint64_t *seed, const char *levels, int threads, char *text, size_t size)
{
    int numbers[MOST_THREADS], used = snprintf(text, size, "%s(indexes=", levels);

    numbers_fill(numbers, threads, seed);
    for (int i = 0; i < threads; i++)
        used += snprintf(text + used, size - (size_t)used, "%d%s", numbers[i],
                         i + 1 < threads ? "," : ")");
}

/* Every named placement, and one distance too many. */
static int names_list(const struct machine *machine, char names[][32])
{
    int count = 0;

    for (const char *const *name = placement_names_all(); *name; name++)
        snprintf(names[count++], 32, "%s", *name);
    for (int level = 1; level <= placement_distances(machine) + 1; level++)
        snprintf(names[count++], 32, "distance:%d", level);
    snprintf(names[count++], 32, "core:odd.pu:0");
    snprintf(names[count++], 32, "pu:1+0");
    return count;
}

static bool asks_for_siblings(const char *name)
{
    return !strcmp(name, "smt") || strchr(name, ':');
}

static void check_decided(const struct placement *placement, const json_t *json, bool oversubscribe)
{
    CHECK(!placement->pus == !!placement->refused && !placement->pus == !placement->where);
    CHECK(!placement->refused || *placement->refused);
    if (placement->refused)
        return;
    CHECK(oversubscribe || !placement->oversubscribed);
    CHECK(ranks_distinct(placement, json, !asks_for_siblings(placement->name)) ==
          !placement->oversubscribed);
}

static bool shares_part(const struct placement *placement, const json_t *json, const char *parts,
                        const char *type)
{
    size_t i;
    json_t *part;

    json_array_foreach(json_object_get(json, parts), i, part)
    {
        json_t *pus = json_object_get(part, "pus");
        bool holds = !type || !strcmp(json_string_value(json_object_get(part, "type")), type);
        for (int rank = 0; holds && rank < placement->ranks; rank++)
            holds = pus_find(pus, placement->pus[rank]) >= 0;
        if (holds)
            return true;
    }
    return false;
}

static void check_part(const struct placement *placement, const json_t *json)
{
    static const char *const parts[][3] = {{"l2", "caches", "L2"},
                                           {"l3", "caches", "L3"},
                                           {"numa", "numa_nodes", NULL},
                                           {"package", "packages", NULL}};

    for (int i = 0; i < 4; i++)
        if (!strcmp(placement->name, parts[i][0]))
            CHECK(shares_part(placement, json, parts[i][1], parts[i][2]));
}

static int domain_largest(const json_t *json, const char *kind)
{
    int cores[256], best = 0;
    int count = domains_count(json, kind, cores, 256);

    for (int i = 0; i < count; i++)
        best = cores[i] > best ? cores[i] : best;
    return best;
}

/* With several domains: which ranks must share one, and which must not. */
static void check_domains(const struct placement *placement, const json_t *json)
{
    const int *pus = placement->pus;
    bool bus = !strcmp(placement->name, "bus"), agent = !strcmp(placement->name, "agent");
    bool crossbar = !strcmp(placement->name, "crossbar");
    const char *kind = bus || agent || crossbar ? domain_kind(json) : NULL;

    if (!kind)
        return;
    const int largest = domain_largest(json, kind);
    for (int rank = 1; pus && rank < placement->ranks; rank++) {
        bool apart = domains_differ(json, kind, pus[rank - 1], pus[rank]);
        if (bus && placement->ranks <= largest)
            CHECK(!apart);
        if (crossbar)
            CHECK(apart);
        if (agent)
            CHECK(apart == (rank % 2 == 0));
    }
    if (crossbar && placement->ranks == 2)
        CHECK(pus);
    if (agent && placement->ranks == 4 && largest > 1) /* all are equal */
        CHECK(pus);
    if (bus && placement->ranks <= largest)
        CHECK(pus);
}

static void check_siblings(const struct placement *placement, const json_t *json)
{
    int last, next, sibling;

    if (strcmp(placement->name, "smt"))
        return;
    last = core_of(json, placement->pus[0], &sibling);
    CHECK(sibling == 0);
    for (int rank = 1; !placement->oversubscribed && rank < placement->ranks; rank++) {
        next = core_of(json, placement->pus[rank], &sibling);
        CHECK(sibling ? next == last : next == last + 1);
        last = next;
    }
}

static void machine_check(const struct machine *machine, const json_t *json)
{
    char names[64][32];
    int count = names_list(machine, names), cores = machine_cores(machine);
    const int ranks[] = {1, 2, 3, 4, cores, cores + 1};

    for (int i = 0; i < count * 6; i++)
        for (int oversubscribe = 0; oversubscribe <= (ranks[i % 6] >= cores); oversubscribe++) {
            struct placement *placement =
                placement_plan(machine, names[i / 6], ranks[i % 6], oversubscribe);
            check_decided(placement, json, oversubscribe);
            if (placement->pus)
                check_part(placement, json);
            if (placement->pus)
                check_siblings(placement, json);
            if (ranks[i % 6] <= cores)
                check_domains(placement, json);
            placement_free(placement);
        }
}

TEST(named_placements_have_their_properties_on_many_machines)
{
    uint64_t seed = 7;
    char levels[MOST_LEVELS];

    for (int i = 0; i < machines_tried(); i++) {
        bool before = tap_good;
        struct machine *machine;
        json_t *json;
        levels_write(&seed, levels);
        machine = machine_open(levels);
        json = machine_json(machine);
        machine_check(machine, json);
        if (before && !tap_good)
            printf("# on %s\n", levels);
        json_decref(json);
        machine_free(machine);
    }
}

static void machines_compare(struct machine *one, struct machine *other, const char *text)
{
    json_t *one_json = machine_json(one), *other_json = machine_json(other);
    char names[64][32];
    int count = names_list(one, names) - 1; /* pu: counts as the operating system does */

    for (int i = 0; i < count; i++)
        for (int ranks = 2; ranks <= 4; ranks++) {
            struct placement *first = placement_plan(one, names[i], ranks, true);
            struct placement *second = placement_plan(other, names[i], ranks, true);
            bool same = placements_match(first, one_json, second, other_json);
            if (!same)
                printf("# %s, %d ranks on %s\n", names[i], ranks, text);
            CHECK(same);
            placement_free(first);
            placement_free(second);
        }
    json_decref(one_json);
    json_decref(other_json);
    machine_free(one);
    machine_free(other);
}

TEST(named_placements_do_not_depend_on_how_hardware_threads_are_numbered)
{
    uint64_t seed = 8;
    char levels[MOST_LEVELS], numbered[MOST_LEVELS + 5 * MOST_THREADS];

    for (int i = 0; i < machines_tried() / 5; i++) {
        int threads = levels_write(&seed, levels);
        numbers_write(&seed, levels, threads, numbered, sizeof(numbered));
        machines_compare(machine_open(levels), machine_open(numbered), numbered);
    }
}
