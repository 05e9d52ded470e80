/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/planner.h"
#include "comops/contract/registry.h"
#include "comops/plan/memory_budget.h"
#include "comops/plan/names.h"
#include "comops/plan/sizes.h"
#include "comops/statistics/random.h"
#include "comops/text/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where no pattern is named: the paper's two paths, in its own form and at their best. Every other
 * way of moving the data is measured when it or its pattern is named. */
const struct usual planner_usual[] = {{"threads", "barrier"}, {"threads", "lock"},
                                      {"threads", "direct"},  {"mpi", "library"},
                                      {"mpi", "sendrecv"},    {NULL, NULL}};

void planner_note(struct planner *planner, const char *format, ...)
{
    struct plan *plan = planner->plan;
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
    plan->notes = memory_or_die(realloc(plan->notes, (plan->note_count + 2) * sizeof *plan->notes));
    plan->notes[plan->note_count++] = text;
    plan->notes[plan->note_count] = NULL;
}

static void add_candidate(struct group *group, const struct path *path, const struct offer *offer)
{
    group->candidates = memory_or_die(
        realloc(group->candidates, (size_t)(group->count + 1) * sizeof *group->candidates));
    group->candidates[group->count++] = (struct candidate){path, offer};
}

/* Whether the path, or this protocol of it, is measured where nothing is named. */
static bool is_usual(const struct path *path, const char *protocol)
{
    for (const struct usual *one = planner_usual; one->path; one++)
        if (path_is(path, one->path) && (!protocol || strcmp(protocol, one->protocol) == 0))
            return true;
    return false;
}

bool planner_asks_path(const struct planner *planner, const struct path *path)
{
    const struct options *options = planner->options;

    return names_ask(options->paths, path->label) &&
           (options->paths || options->patterns || is_usual(path, NULL));
}

static bool asks_protocol(const struct planner *planner, const struct path *path,
                          const char *protocol)
{
    const struct options *options = planner->options;

    return names_ask(options->protocols, protocol) &&
           (options->patterns || options->protocols || !is_usual(path, NULL) ||
            is_usual(path, protocol));
}

static void find_candidates(const struct planner *planner, struct group *group)
{
    for (int i = 0; i < planner->path_count; i++) {
        const struct path *path = &planner->paths[i];

        if (path->missing || !planner_asks_path(planner, path))
            continue;
        for (int j = 0; j < path->offer_count; j++)
            if (strcmp(path->offers[j].pattern, group->pattern->name) == 0 &&
                asks_protocol(planner, path, path->offers[j].protocol))
                add_candidate(group, path, &path->offers[j]);
    }
}

static const double gibi = 1 << 30;

/* False, with a note, where this pattern cannot have this size on this machine. */
static bool fits(struct planner *planner, const struct group *group)
{
    const double needed = memory_budget_needed(group) * planner->path_count,
                 there = (double)memory_budget_available();
    const struct job job = {.pattern = group->pattern,
                            .ranks = group->ranks,
                            .bytes = group->bytes,
                            .series = group->series,
                            .reduction = group->reduction};
    const char *why = pattern_refusal(&job);

    if (why)
        planner_note(planner, "%s of %zu bytes is left out: %s", group->pattern->name, group->bytes,
                     why);
    else if (needed > there)
        planner_note(planner,
                     "%s of %zu bytes is left out: it needs %.1f GiB of memory, %.1f are free",
                     group->pattern->name, group->bytes, needed / gibi, there / gibi);
    else
        return true;
    return false;
}

void planner_add_table(struct planner *planner, const struct group *like)
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
        plan->groups =
            memory_or_die(realloc(plan->groups, (plan->count + 1) * sizeof *plan->groups));
        plan->groups[plan->count++] = group;
        plan->cells += (size_t)group.count;
    }
    plan->tables += plan->count > before;
    free(order);
    free(sizes);
}
