/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/scheduler.h"

#include "comops/run/counting.h"
#include "comops/run/turns.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double cell_least = 0.02; /* seconds, whatever earlier stages have used up */

/* The groups of the table that this one belongs to; *count receives how many. */
static struct group_state *table_of(const struct stage *stage, const struct group_state *state,
                                    size_t *count)
{
    const int table = state->group->table;
    size_t first = 0, end;

    while (stage->groups[first].group->table != table)
        first++;
    for (end = first; end < stage->count && stage->groups[end].group->table == table;)
        end++;
    *count = end - first;
    return &stage->groups[first];
}

/* The group at its size on the first placement of its bundle; often itself. */
static struct group_state *first_placed(const struct stage *stage, const struct group_state *state)
{
    struct group_state *first = stage->groups;

    while (!plan_differ_in_placement(first->group, state->group))
        first++;
    return first;
}

/* The ratios to the first placement, of this group or of those that waited for it. */
static bool record_placed(const struct stage *stage, const struct group_state *state)
{
    const struct group_state *first = first_placed(stage, state);
    bool good = true;

    if (first != state)
        return !first->ended || recorder_placed(stage->recorder, first, state);
    for (size_t i = 0; i < stage->count && good; i++) {
        const struct group_state *other = &stage->groups[i];

        if (other != first && other->ended && plan_differ_in_placement(first->group, other->group))
            good = recorder_placed(stage->recorder, first, other);
    }
    return good;
}

bool stage_end_group(const struct stage *stage, struct group_state *state, enum stop reason)
{
    const struct sampler *sampler = stage->sampler;
    struct recorder *recorder = stage->recorder;
    size_t count;

    for (int i = 0; i < state->group->count; i++) {
        struct cell *cell = &state->cells[i];

        if (!cell->error[0] && !cell->count)
            snprintf(cell->error, sizeof cell->error,
                     "a rank was late for every start: the machine is too busy");
        cell->stopped =
            stop_word(reason, cell->error[0], cell_precise(cell, sampler->options->precision));
        cell->warnings = warnings_of(cell, &sampler->clock);
    }
    state->ended = true;
    if (!recorder_group(recorder, state) || !record_placed(stage, state))
        return false;
    const struct group_state *table = table_of(stage, state, &count);

    return !group_states_ended(table, count) || recorder_table(recorder, table, count, true);
}

/* Assumes that later stages exceed their plan by the same factor as this one. */
static double seconds_left(const struct stage *stage)
{
    const double spent = clock_since(stage->begin);
    const double left =
        fmax(stage->share - spent,
             outlook_left(stage->outlook, stage->sampler->options, stage->groups, stage->count));

    return fmax(left, 0) + stage->later * fmax((spent + left) / stage->share, 1);
}

void stage_show_progress(const struct stage *stage, const struct group *group, int launch)
{
    progress_show(&stage->recorder->progress, group, launch, seconds_left(stage));
}

static bool count_events(const struct stage *stage)
{
    bool good = true;

    for (size_t i = 0; i < stage->count && good; i++) {
        stage_show_progress(stage, stage->groups[i].group, 0);
        good = counting_run(stage->sampler, &stage->groups[i]);
    }
    return good;
}

/* Tables that were interrupted may have some rows. */
static void show_incomplete(const struct stage *stage)
{
    size_t count;

    for (size_t i = 0; i < stage->count; i += count) {
        const struct group_state *table = table_of(stage, &stage->groups[i], &count);

        if (!group_states_ended(table, count))
            recorder_table(stage->recorder, table, count, false);
    }
}

bool stage_measure(struct stage *stage, const struct group *groups, size_t count)
{
    stage->groups = memory_or_die(calloc(count, sizeof *stage->groups));
    stage->count = count;
    for (size_t i = 0; i < count; i++)
        group_state_init(&stage->groups[i], &groups[i], stage->sampler->options);
    stage->cells = group_states_cells(stage->groups, count);
    stage->begin = clock_now();
    bool good = !stage->counting || count_events(stage);

    stage->share = fmax(stage->share, cell_least * (double)stage->cells);
    stage->begin = clock_now();
    if (good)
        good = stage->sampler->options->launches == 1 ? turns_of_rounds(stage)
                                                      : turns_of_launches(stage);
    show_incomplete(stage);
    for (size_t i = 0; i < count; i++)
        group_state_free(&stage->groups[i]);
    free(stage->groups);
    return good;
}
