/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/group_state.h"

#include "comops/arena/meeting.h"
#include "comops/plan/names.h"
#include "comops/text/text.h"

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

void group_state_next_launch(struct group_state *state)
{
    for (int i = 0; i < state->group->count; i++)
        cell_begin_launch(&state->cells[i]);
}

static bool pair_precise(const struct cell *a, const struct cell *b, double precision)
{
    const struct ratio ratio = cell_ratio(a, b);

    return ratio_precise(&ratio, precision);
}

bool group_state_precise(const struct group_state *state, double precision)
{
    const struct cell *cells = state->cells;

    for (int i = 0; i < state->group->count; i++) {
        if (cells[i].error[0])
            continue;
        if (!cells[i].count || !cell_precise(&cells[i], precision))
            return false;
        for (int j = i + 1; j < state->group->count; j++)
            if (!cells[j].error[0] && strcmp(cells[i].path, cells[j].path) != 0 &&
                !pair_precise(&cells[i], &cells[j], precision))
                return false;
    }
    return true;
}

bool group_state_starved(const struct group_state *state)
{
    for (int i = 0; i < state->group->count; i++)
        if (!state->cells[i].error[0] && !state->cells[i].count)
            return true;
    return false;
}
