/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/group_state.h"

#include "comops/arena/meeting.h"
#include "comops/findings/verdict.h"
#include "comops/plan/names.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void group_state_key(struct cell *cell, const struct group *group, int index,
                     const struct method *method)
{
    cell->pattern = group->pattern->name;
    cell->path = group->candidates[index].path->label;
    cell->protocol = group->candidates[index].offer->protocol;
    cell->placement = group->placement->name;
    cell->memory = group->memory->name;
    cell->pages = plan_pages(group);
    cell->skew = group->skew;
    cell->buffers = names_buffers[group->buffers];
    cell->consume = consumption_names[group->consume];
    cell->method = method;
    cell->mode = "isolated"; /* until it is known how long a run takes */
    cell->ranks = group->ranks;
    cell->bytes = group->bytes;
    cell->series_of = group->pattern->series_of;
    cell->series = group->series;
    cell->reduces = group->pattern->reduces;
    cell->reduction = group->reduction;
}

void group_state_init(struct group_state *state, const struct group *group,
                      const struct options *options)
{
    const size_t count = (size_t)group->count;

    *state = (struct group_state){.group = group,
                                  .cells = memory_or_die(calloc(count, sizeof *state->cells)),
                                  .cells_sampled =
                                      memory_or_die(calloc(count, sizeof *state->cells_sampled))};
    for (int i = 0; i < group->count; i++) {
        struct cell *cell = &state->cells[i];

        cell_init(cell, group->ranks);
        cell->lead_ns = MEETING_LEAD_FIRST;
        group_state_key(cell, group, i, options->method);
        cell->oversubscribed = group->placement->oversubscribed;
        cell->counters = options->counters ? json_null() : NULL;
        clock_gettime(CLOCK_REALTIME, &cell->started);
        state->cells_sampled[i] =
            (struct sampled){.cell = cell, .candidate = &group->candidates[i]};
    }
}

void group_state_free(struct group_state *state)
{
    for (int i = 0; state->cells && i < state->group->count; i++)
        cell_free(&state->cells[i]);
    free(state->cells);
    free(state->cells_sampled);
}

void group_state_next_launch(struct group_state *state, int number)
{
    for (int i = 0; i < state->group->count; i++) {
        struct cell *cell = &state->cells[i];

        cell_begin_launch(cell);
        cell->launch_numbers[cell->launch_count - 1] = (uint32_t)number;
    }
}

/* The widest of some ratios. */
struct widest {
    double half_width; /* relative; infinite if one has no interval */
    struct levels levels;
    bool found, has_levels;
};

static void widest_add(struct widest *widest, const struct ratio *ratio)
{
    const double half_width = ratio->has_interval
                                  ? statistics_relative_half_width(ratio->interval, ratio->value)
                                  : INFINITY;

    if (!widest->found || half_width > widest->half_width)
        *widest = (struct widest){half_width, ratio->levels, true, ratio->has_levels};
}

/* Of all pairs between paths. */
static struct widest widest_pair(const struct cell *cells, int count)
{
    struct widest widest = {0};

    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            if (cell_valid(&cells[i]) && cell_valid(&cells[j]) &&
                strcmp(cells[i].path, cells[j].path) != 0) {
                const struct ratio ratio = cell_ratio(&cells[i], &cells[j]);

                widest_add(&widest, &ratio);
            }
    return widest;
}

/* Of the ratios that are shown: those of verdicts and of libraries, or for paths without them all.
 */
static struct widest widest_shown(const struct group_state *state)
{
    struct widest widest = {0};

    for (int kind = 0; kind < COMPARISONS; kind++) {
        const struct verdict verdict = verdict_of(kind, state->cells, state->group->count);

        if (verdict.cells[0] && verdict.cells[1])
            widest_add(&widest, &verdict.ratio);
    }
    return widest.found ? widest : widest_pair(state->cells, state->group->count);
}

bool group_state_precise(const struct group_state *state, double precision)
{
    const struct widest widest = widest_shown(state);

    if (group_state_starved(state))
        return false;
    if (widest.found)
        return widest.half_width <= precision;
    for (int i = 0; i < state->group->count; i++)
        if (cell_valid(&state->cells[i]) && !cell_precise(&state->cells[i], precision))
            return false;
    return true;
}

bool group_state_levels(const struct group_state *state, struct levels *levels)
{
    const struct widest widest = widest_shown(state);

    if (widest.found) {
        *levels = widest.levels;
        return widest.has_levels;
    }
    for (int i = 0; i < state->group->count; i++)
        if (cell_valid(&state->cells[i]) && cell_levels(&state->cells[i], levels))
            return true;
    return false;
}

bool group_state_cut(const struct group_state *state)
{
    for (int i = 0; i < state->group->count; i++)
        if (state->cells_sampled[i].cut)
            return true;
    return false;
}

bool group_state_starved(const struct group_state *state)
{
    for (int i = 0; i < state->group->count; i++)
        if (!state->cells[i].error[0] && !state->cells[i].count)
            return true;
    return false;
}

bool group_states_ended(const struct group_state *groups, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!groups[i].ended)
            return false;
    return true;
}

size_t group_states_cells(const struct group_state *groups, size_t count)
{
    size_t cells = 0;

    for (size_t i = 0; i < count; i++)
        cells += (size_t)groups[i].group->count;
    return cells;
}
