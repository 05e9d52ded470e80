/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/contract/registry.h"
#include "comops/plan/absences.h"
#include "comops/plan/capacity.h"
#include "comops/plan/names.h"
#include "comops/plan/plan.h"
#include "comops/plan/seats.h"
#include "comops/plan/sizes.h"
#include "comops/statistics/statistics.h"
#include "comops/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The plan under construction, and its inputs. */
struct planner {
    struct plan *plan;
    const struct options *options;
    const struct machine *machine;
    struct path *paths;
    int path_count;
    uint64_t random;
    char *const *only; /* patterns; NULL: those of the options */
};

static void add_candidate(struct group *group, const struct path *path, const struct offer *offer)
{
    group->candidates =
        memory_grow(group->candidates, (size_t)group->count, sizeof *group->candidates);
    group->candidates[group->count++] = (struct candidate){path, offer};
}

static void find_candidates(const struct planner *planner, struct group *group)
{
    for (int i = 0; i < planner->path_count; i++) {
        const struct path *path = &planner->paths[i];

        if (path->missing || !names_select_path(planner->options, path))
            continue;
        for (int j = 0; j < path->offer_count; j++)
            if (strcmp(path->offers[j].pattern, group->pattern->name) == 0 &&
                names_select_protocol(planner->options, path, path->offers[j].protocol))
                add_candidate(group, path, &path->offers[j]);
    }
}

/* False, with a note, if the pattern cannot have this size, or memory is too small. */
static bool fits(struct planner *planner, const struct group *group)
{
    char *why = capacity_refusal(group, planner->path_count);
    const bool good = !why;

    if (why)
        plan_note(planner->plan, "%s of %zu bytes is left out: %s", group->pattern->name,
                  group->bytes, why);
    free(why);
    return good;
}

static void add_table(struct planner *planner, const struct group *like)
{
    struct plan *plan = planner->plan;
    size_t size_count;
    size_t *sizes = sizes_of(planner->options, like->pattern, like->series, &size_count);
    int *order = memory_or_die(calloc(size_count, sizeof *order));
    const size_t before = plan->count;

    for (size_t i = 0; i < size_count; i++)
        order[i] = (int)i;
    random_shuffle(order, (int)size_count, &planner->random);

    for (size_t i = 0; i < size_count; i++) {
        struct group group = *like;

        group.bytes = sizes[order[i]];
        group.table = plan->tables;
        if (!fits(planner, &group))
            continue;
        find_candidates(planner, &group);
        if (!group.count)
            continue;
        plan->groups = memory_grow(plan->groups, plan->count, sizeof *plan->groups);
        plan->groups[plan->count++] = group;
        plan->cells += (size_t)group.count;
    }
    plan->tables += plan->count > before;
    free(order);
    free(sizes);
}

/* Whether the options ask for this buffer mode, and the machine supports it. */
static bool buffers_wanted(struct planner *planner, int buffers)
{
    const struct options *options = planner->options;

    if (options->buffers ? !names_ask(options->buffers, names_buffers[buffers])
                         : buffers != (int)options->method->buffers)
        return false;
    if (buffers != BUFFERS_COLD || machine_largest_cache(planner->machine))
        return true;
    plan_note(planner->plan, "cold buffers: hwloc does not know the cache sizes of this machine");
    return false;
}

static bool pattern_wanted(struct planner *planner, const struct pattern *pattern, int ranks)
{
    const struct options *options = planner->options;
    const struct job job = {.pattern = pattern, .ranks = ranks};
    const char *why = pattern->refusal ? pattern->refusal(&job) : NULL;

    if (planner->only && !text_list_has(planner->only, pattern->name))
        return false;
    if (options->patterns ? !names_ask(options->patterns, pattern->name) : !pattern->by_default)
        return false;
    if (ranks < pattern->min_ranks)
        plan_note(planner->plan, "%s needs at least %d ranks", pattern->name, pattern->min_ranks);
    else if (why)
        plan_note(planner->plan, "%s is left out: %s", pattern->name, why);
    return ranks >= pattern->min_ranks && !why;
}

/* A table for each operation and datatype asked for; one if the pattern does not reduce. */
static void add_reductions(struct planner *planner, struct group like)
{
    const struct options *options = planner->options;
    static char *operations[] = {"max", NULL}, *datatypes[] = {"double", NULL};

    for (int i = 0; i < (like.pattern->reduces ? REDUCTIONS : 1); i++) {
        like.reduction = i;
        if (!like.pattern->reduces ||
            (names_ask(options->operations ? options->operations : operations,
                       reduction_operation(i)) &&
             names_ask(options->datatypes ? options->datatypes : datatypes, reduction_datatype(i))))
            add_table(planner, &like);
    }
}

/* Every consumption and series of a pattern. */
static void add_uses(struct planner *planner, struct group like)
{
    for (like.consume = CONSUME_NO; like.consume <= CONSUME_TIMED; like.consume++)
        if (names_select_consumption(planner->options, like.pattern, like.consume))
            for (int i = 0; sizes_series(like.pattern, like.ranks, i, &like.series); i++)
                add_reductions(planner, like);
}

static bool pages_wanted(const struct options *options, enum page_size pages)
{
    return options->pages ? names_ask(options->pages, page_size_names[pages])
                          : pages == PAGE_SIZE_DEFAULT;
}

/* Every page size, and its uses. */
static void add_page_sizes(struct planner *planner, struct group like)
{
    for (like.pages = PAGE_SIZE_DEFAULT; page_size_names[like.pages]; like.pages++)
        if (pages_wanted(planner->options, like.pages))
            add_uses(planner, like);
}

/* Every pattern, buffer mode, page size, consumption and series with this placement and memory. */
static void add_tables(struct planner *planner, const struct placement *placement,
                       const struct pages *memory)
{
    const struct skew *skew = &planner->options->skew;
    int pattern_count;
    const struct pattern *const *patterns = registry_patterns(&pattern_count);

    for (int i = 0; i < pattern_count; i++) {
        if (!pattern_wanted(planner, patterns[i], placement->ranks))
            continue;
        for (int buffers = BUFFERS_REUSE; buffers <= BUFFERS_COLD; buffers++) {
            struct group like = {.pattern = patterns[i],
                                 .placement = placement,
                                 .memory = memory,
                                 .ranks = placement->ranks,
                                 .skew = skew->us ? skew->text : NULL,
                                 .buffers = buffers};

            if (buffers_wanted(planner, buffers))
                add_page_sizes(planner, like);
        }
    }
}

static void add_placed(struct planner *planner, const char *name, int ranks, bool asked)
{
    static char *memory_default[] = {"local", NULL};

    planner->plan->details = !asked;
    const struct placement *placement =
        seats_add(planner->plan, planner->options, planner->machine, name, ranks);

    planner->plan->details = false;
    char **memory = planner->options->memory ? planner->options->memory : memory_default;

    for (; placement && *memory; memory++) {
        const struct pages *pages =
            seats_add_memory(planner->plan, planner->machine, *memory, placement);

        if (!pages->refused)
            add_tables(planner, placement, pages);
    }
}

/* For a default campaign: two siblings of a core, which share its caches and its arithmetic units,
 * against two cores. */
static void add_siblings(struct planner *planner)
{
    static char *const patterns[] = {"pingpong", "reduce", NULL};
    const struct options *options = planner->options;

    if (options->placements || options->ranks || options->patterns)
        return;
    planner->only = patterns;
    if (seats_has_siblings(planner->machine))
        add_placed(planner, "bus", 2, false);
    add_placed(planner, "smt", 2, false);
    planner->only = NULL;
}

bool planner_make(struct plan *plan, const struct options *options, const struct machine *machine,
                  struct path *paths, int path_count)
{
    const int ranks_default[] = {names_ranks_default(machine), 0};
    struct planner planner = {.plan = plan,
                              .options = options,
                              .machine = machine,
                              .paths = paths,
                              .path_count = path_count,
                              .random = options->seed};

    *plan = (struct plan){0};
    if (!names_check(options, paths, path_count) ||
        !absences_explain(plan, options, paths, path_count))
        return false;
    for (int i = 0; i < path_count; i++)
        if (paths[i].missing && names_select_path(options, &paths[i]))
            plan_note(plan, "path %s: %s", paths[i].label, paths[i].missing);
    char **placements = names_placements(options->placements, machine);

    for (const int *ranks = options->ranks ? options->ranks : ranks_default; *ranks; ranks++)
        for (char **placement = placements; *placement; placement++)
            add_placed(&planner, *placement, *ranks,
                       options->placements || placement == placements);
    text_list_free(placements);
    add_siblings(&planner);
    plan_bundle(plan);
    return true;
}
