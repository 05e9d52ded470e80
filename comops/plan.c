/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan.h"

#include "comops/dose.h"
#include "comops/names.h"
#include "comops/registry.h"
#include "comops/room.h"
#include "comops/sizes.h"
#include "comops/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS_DEFAULT = 4 }; /* the paper's number of processors */

/* Where no pattern is named: the paper's two paths, in its own form and at their best. Every other
 * way of moving the data is measured when it or its pattern is named. */
static const struct usual {
    const char *path, *protocol;
} usual[] = {{"threads", "barrier"}, {"threads", "lock"}, {"threads", "direct"},
             {"mpi", "library"},     {"mpi", "sendrecv"}, {NULL, NULL}};

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

void plan_shuffle(int *order, int count, uint64_t *state)
{
    for (int i = count - 1; i > 0; i--) {
        const int j = (int)(next_random(state) % (uint64_t)(i + 1));
        const int kept = order[i];

        order[i] = order[j];
        order[j] = kept;
    }
}

__attribute__((format(printf, 2, 3))) static void note(struct plan *plan, const char *format, ...)
{
    va_list arguments;
    char *text = NULL;

    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    memory_or_die(text);
    for (size_t i = 0; i < plan->note_count; i++)
        if (strcmp(plan->notes[i], text) == 0) {
            free(text);
            return;
        }
    plan->notes = memory_or_die(
        realloc(plan->notes, (plan->note_count + 2) * sizeof *plan->notes));
    plan->notes[plan->note_count++] = text;
    plan->notes[plan->note_count] = NULL;
}

static void add_candidate(struct group *group, const struct path *path, const struct offer *offer)
{
    group->candidates = memory_or_die(
        realloc(group->candidates, (size_t)(group->count + 1) * sizeof *group->candidates));
    group->candidates[group->count++] = (struct candidate){path, offer};
}

static bool is_usual(const struct path *path, const char *protocol)
{
    for (const struct usual *one = usual; one->path; one++)
        if (strcmp(path->label, one->path) == 0 && strcmp(protocol, one->protocol) == 0)
            return true;
    return false;
}

static bool asked_for(const struct options *options, const struct path *path, const char *protocol)
{
    return names_ask(options->paths, path->label) && names_ask(options->protocols, protocol) &&
           (options->patterns || options->protocols || is_usual(path, protocol) ||
            (options->paths && strcmp(path->label, "threads") != 0 &&
             strcmp(path->label, "mpi") != 0));
}

static void find_candidates(struct group *group, const struct options *options, struct path *paths,
                            int path_count)
{
    for (int i = 0; i < path_count; i++) {
        if (paths[i].missing)
            continue;
        for (int j = 0; j < paths[i].offer_count; j++)
            if (strcmp(paths[i].offers[j].pattern, group->pattern->name) == 0 &&
                asked_for(options, &paths[i], paths[i].offers[j].protocol))
                add_candidate(group, &paths[i], &paths[i].offers[j]);
    }
}

static const double gibi = 1 << 30;

/* False, with a note, where this pattern cannot have this size on this machine. */
static bool fits(struct plan *plan, const struct group *group, int path_count)
{
    const double needed = room_needed(group) * path_count, there = (double)room_free();
    const struct job job = {.pattern = group->pattern,
                            .ranks = group->ranks,
                            .bytes = group->bytes,
                            .series = group->series};
    const char *why = pattern_refusal(&job);

    if (why)
        note(plan, "%s of %zu bytes is left out: %s", group->pattern->name, group->bytes, why);
    else if (needed > there)
        note(plan, "%s of %zu bytes is left out: it needs %.1f GiB of memory, %.1f are free",
             group->pattern->name, group->bytes, needed / gibi, there / gibi);
    else
        return true;
    return false;
}

/* One table: a group for each size, in shuffled order. */
static void add_table(struct plan *plan, const struct options *options, struct path *paths,
                      int path_count, const struct group *like, uint64_t *random)
{
    size_t size_count;
    size_t *sizes = sizes_of(options, like->pattern, like->series, &size_count);
    int *order = memory_or_die(calloc(size_count, sizeof *order));
    const size_t before = plan->count;

    for (size_t i = 0; i < size_count; i++)
        order[i] = (int)i;
    plan_shuffle(order, (int)size_count, random);

    for (size_t i = 0; i < size_count; i++) {
        struct group group = *like;

        group.bytes = sizes[order[i]];
        group.table = plan->tables;
        if (!fits(plan, &group, path_count))
            continue;
        find_candidates(&group, options, paths, path_count);
        if (!group.count)
            continue;
        plan->groups = memory_or_die(
            realloc(plan->groups, (plan->count + 1) * sizeof *plan->groups));
        plan->groups[plan->count++] = group;
        plan->cells += (size_t)group.count;
    }
    plan->tables += plan->count > before;
    free(order);
    free(sizes);
}

static struct placement *add_placement(struct plan *plan, const struct machine *machine,
                                       const char *name, int ranks, bool oversubscribe)
{
    struct placement *placement = placement_plan(machine, name, ranks, oversubscribe);

    plan->placements = memory_or_die(realloc(
        plan->placements, (size_t)(plan->placement_count + 1) * sizeof *plan->placements));
    plan->placements[plan->placement_count++] = placement;
    if (placement->refused)
        note(plan, "placement %s for %d rank%s: %s", name, ranks, ranks == 1 ? "" : "s",
             placement->refused);
    return placement;
}

/* Whether the options ask for this buffer mode, and the machine can have it. */
static bool buffers_wanted(struct plan *plan, const struct options *options,
                           const struct machine *machine, int buffers)
{
    if (options->buffers ? !names_ask(options->buffers, names_buffers[buffers])
                         : buffers != dose_buffers(options->method))
        return false;
    if (buffers != BUFFERS_COLD || machine_largest_cache(machine))
        return true;
    note(plan, "cold buffers: hwloc does not know how large the caches of this machine are");
    return false;
}

/* A table for each value of the pattern's series. */
static void add_series(struct plan *plan, const struct options *options, struct path *paths,
                       int path_count, const struct group *like, uint64_t *random)
{
    struct group group = *like;

    for (int i = 0; sizes_series(like->pattern, like->ranks, i, &group.series); i++)
        add_table(plan, options, paths, path_count, &group, random);
}

static bool offers_ranks(struct plan *plan, const struct pattern *pattern, int ranks)
{
    const struct job job = {.pattern = pattern, .ranks = ranks};
    const char *why = pattern->refusal ? pattern->refusal(&job) : NULL;

    if (ranks < pattern->min_ranks)
        note(plan, "%s needs at least %d ranks", pattern->name, pattern->min_ranks);
    else if (why)
        note(plan, "%s is left out: %s", pattern->name, why);
    return ranks >= pattern->min_ranks && !why;
}

static void add_tables(struct plan *plan, const struct options *options,
                       const struct machine *machine, struct path *paths, int path_count,
                       const struct placement *placement, uint64_t *random)
{
    int pattern_count;
    const struct pattern *const *patterns = registry_patterns(&pattern_count);

    for (int i = 0; i < pattern_count; i++) {
        if (options->patterns ? !names_ask(options->patterns, patterns[i]->name)
                              : !patterns[i]->by_default)
            continue;
        if (!offers_ranks(plan, patterns[i], placement->ranks))
            continue;
        for (int buffers = BUFFERS_REUSE; buffers <= BUFFERS_COLD; buffers++) {
            const struct group like = {.pattern = patterns[i],
                                       .placement = placement,
                                       .ranks = placement->ranks,
                                       .buffers = buffers};

            if (buffers_wanted(plan, options, machine, buffers))
                add_series(plan, options, paths, path_count, &like, random);
        }
    }
}

bool plan_make(struct plan *plan, const struct options *options, const struct machine *machine,
               struct path *paths, int path_count)
{
    const int cores = machine_cores(machine);
    int ranks_default[] = {cores < RANKS_DEFAULT ? cores : RANKS_DEFAULT, 0};
    uint64_t random = options->seed;

    *plan = (struct plan){0};
    if (!names_check(options, paths, path_count))
        return false;
    for (int i = 0; i < path_count; i++)
        if (paths[i].missing && names_ask(options->paths, paths[i].label))
            note(plan, "path %s: %s", paths[i].label, paths[i].missing);
    for (const int *ranks = options->ranks ? options->ranks : ranks_default; *ranks; ranks++)
        for (const char *const *name = placement_names(); *name; name++) {
            if (!names_ask(options->placements, *name))
                continue;
            struct placement *placement =
                add_placement(plan, machine, *name, *ranks, options->oversubscribe);

            if (!placement->refused)
                add_tables(plan, options, machine, paths, path_count, placement, &random);
        }
    return true;
}

void plan_free(struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        free(plan->groups[i].candidates);
    for (int i = 0; i < plan->placement_count; i++)
        placement_free(plan->placements[i]);
    text_list_free(plan->notes);
    free(plan->placements);
    free(plan->groups);
}

double plan_seconds(const struct plan *plan, const struct options *options)
{
    const double table_least = options->quick ? 1.5 : 10, cell_least = options->quick ? 0.05 : 0.15;
    size_t *cells = memory_or_die(calloc((size_t)plan->tables + 1, sizeof *cells));
    double seconds = 0;

    for (size_t i = 0; i < plan->count; i++)
        cells[plan->groups[i].table] += (size_t)plan->groups[i].count;
    for (int table = 0; table < plan->tables; table++)
        seconds += dose_clamp(cell_least * (double)cells[table], table_least, INFINITY);
    free(cells);
    return options->budget > 0 ? options->budget : seconds;
}

int plan_ranks_most(const struct plan *plan)
{
    int most = 1;

    for (size_t i = 0; i < plan->count; i++)
        most = plan->groups[i].ranks > most ? plan->groups[i].ranks : most;
    return most;
}
