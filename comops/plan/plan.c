/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/plan.h"

#include "comops/text/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void plan_note(struct plan *plan, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    char *text = text_format_list(format, arguments);

    va_end(arguments);
    if (text_list_has(plan->notes, text))
        free(text);
    else
        text_list_add(&plan->notes, text);
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
