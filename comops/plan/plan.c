/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/planner.h"

#include "comops/contract/registry.h"
#include "comops/plan/names.h"
#include "comops/plan/sizes.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

enum { RANKS_DEFAULT = 4 }; /* the paper's number of processors */

/* True if an earlier one seats the same ranks alike: it stands for both. */
static bool seated_before(struct planner *planner, const struct placement *placement)
{
    struct plan *plan = planner->plan;

    for (int i = 0; i < plan->placement_count; i++)
        if (placement_seats_equal(plan->placements[i], placement)) {
            planner_note(planner, "placement %s for %d ranks seats them as %s does: measured once",
                         placement->name, placement->ranks, plan->placements[i]->name);
            return true;
        }
    return false;
}

/* NULL, with a note, if it is refused or there already. */
static struct placement *add_placement(struct planner *planner, const char *name, int ranks)
{
    struct plan *plan = planner->plan;
    struct placement *placement =
        placement_plan(planner->machine, name, ranks, planner->options->oversubscribe);

    if (placement->refused)
        planner_note(planner, "placement %s for %d rank%s: %s", name, ranks, ranks == 1 ? "" : "s",
                     placement->refused);
    if (placement->refused || seated_before(planner, placement)) {
        placement_free(placement);
        return NULL;
    }
    plan->placements = memory_or_die(
        realloc(plan->placements, (size_t)(plan->placement_count + 1) * sizeof *plan->placements));
    plan->placements[plan->placement_count++] = placement;
    return placement;
}

static struct pages *add_memory(struct planner *planner, const char *name,
                                const struct placement *placement)
{
    struct plan *plan = planner->plan;
    struct pages *memory = pages_plan(planner->machine, name, placement);

    plan->memories = memory_or_die(
        realloc(plan->memories, (size_t)(plan->memory_count + 1) * sizeof *plan->memories));
    plan->memories[plan->memory_count++] = memory;
    if (memory->refused)
        planner_note(planner, "memory %s: %s", name, memory->refused);
    return memory;
}

/* Whether the options ask for this buffer mode, and the machine can have it. */
static bool buffers_wanted(struct planner *planner, int buffers)
{
    const struct options *options = planner->options;

    if (options->buffers ? !names_ask(options->buffers, names_buffers[buffers])
                         : buffers != (int)options->method->buffers)
        return false;
    if (buffers != BUFFERS_COLD || machine_largest_cache(planner->machine))
        return true;
    planner_note(planner,
                 "cold buffers: hwloc does not know how large the caches of this machine are");
    return false;
}

static bool pattern_wanted(struct planner *planner, const struct pattern *pattern, int ranks)
{
    const struct options *options = planner->options;
    const struct job job = {.pattern = pattern, .ranks = ranks};
    const char *why = pattern->refusal ? pattern->refusal(&job) : NULL;

    if (options->patterns ? !names_ask(options->patterns, pattern->name) : !pattern->by_default)
        return false;
    if (ranks < pattern->min_ranks)
        planner_note(planner, "%s needs at least %d ranks", pattern->name, pattern->min_ranks);
    else if (why)
        planner_note(planner, "%s is left out: %s", pattern->name, why);
    return ranks >= pattern->min_ranks && !why;
}

/* A table of each operation and datatype that are asked for, where they mean something. */
static void add_combinings(struct planner *planner, struct group like)
{
    const struct options *options = planner->options;
    static char *operations[] = {"max", NULL}, *datatypes[] = {"double", NULL};

    for (int i = 0; i < (like.pattern->reduces ? REDUCTIONS : 1); i++) {
        like.reduction = i;
        if (!like.pattern->reduces ||
            (names_ask(options->operations ? options->operations : operations,
                       reduction_operation(i)) &&
             names_ask(options->datatypes ? options->datatypes : datatypes, reduction_datatype(i))))
            planner_add_table(planner, &like);
    }
}

/* Every pattern, buffer mode and series over these seats and pages. */
static void add_tables(struct planner *planner, const struct placement *placement,
                       const struct pages *memory)
{
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
                                 .buffers = buffers};

            if (!buffers_wanted(planner, buffers))
                continue;
            for (int index = 0; sizes_series(like.pattern, like.ranks, index, &like.series);
                 index++)
                add_combinings(planner, like);
        }
    }
}

static void add_seats(struct planner *planner, const char *name, int ranks)
{
    static char *memory_default[] = {"local", NULL};
    const struct placement *placement = add_placement(planner, name, ranks);
    char **memory = planner->options->memory ? planner->options->memory : memory_default;

    for (; placement && *memory; memory++) {
        const struct pages *pages = add_memory(planner, *memory, placement);

        if (!pages->refused)
            add_tables(planner, placement, pages);
    }
}

bool plan_make(struct plan *plan, const struct options *options, const struct machine *machine,
               struct path *paths, int path_count)
{
    const int cores = machine_cores(machine);
    int ranks_default[] = {cores < RANKS_DEFAULT ? cores : RANKS_DEFAULT, 0};
    struct planner planner = {.plan = plan,
                              .options = options,
                              .machine = machine,
                              .paths = paths,
                              .path_count = path_count,
                              .random = options->seed};

    *plan = (struct plan){0};
    if (!names_check(options, paths, path_count))
        return false;
    for (int i = 0; i < path_count; i++)
        if (paths[i].missing && planner_asks_path(&planner, &paths[i]))
            planner_note(&planner, "path %s: %s", paths[i].label, paths[i].missing);
    char **placements = names_placements(options->placements, machine);

    for (const int *ranks = options->ranks ? options->ranks : ranks_default; *ranks; ranks++)
        for (char **placement = placements; *placement; placement++)
            add_seats(&planner, *placement, *ranks);
    text_list_free(placements);
    return true;
}

void plan_free(struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        free(plan->groups[i].candidates);
    for (int i = 0; i < plan->placement_count; i++)
        placement_free(plan->placements[i]);
    for (int i = 0; i < plan->memory_count; i++)
        pages_free(plan->memories[i]);
    text_list_free(plan->notes);
    free(plan->memories);
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
        seconds += fmax(cell_least * (double)cells[table], table_least);
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
