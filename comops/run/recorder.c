/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/recorder.h"

#include "comops/findings/findings.h"
#include "comops/terminal/conclusion.h"
#include "comops/terminal/percentiles.h"
#include "comops/text/colour.h"
#include "comops/text/text.h"

#include <stdlib.h>
#include <string.h>

void recorder_open(struct recorder *recorder, struct results *results, const struct plan *plan,
                   const json_t *runtimes, const struct options *options)
{
    *recorder = (struct recorder){.results = results,
                                  .table_count = plan->tables,
                                  .runtimes = runtimes,
                                  .precision = options->precision,
                                  .percentiles = options->percentiles};
    recorder->tables = memory_or_die(calloc((size_t)plan->tables, sizeof *recorder->tables));
    progress_begin(&recorder->progress);
}

void recorder_close(struct recorder *recorder)
{
    for (int i = 0; i < recorder->table_count; i++)
        table_free(&recorder->tables[i]);
    free(recorder->tables);
    warned_free(&recorder->warned);
    placed_free(&recorder->placed);
}

bool recorder_append(struct recorder *recorder, json_t *record)
{
    char why[CELL_TEXT];

    if (!record || results_append(recorder->results, record, why, sizeof why))
        return true;
    progress_clear(&recorder->progress);
    text_say("%s; earlier measurements are kept", why);
    recorder->lost = true;
    return false;
}

static bool append_cell(struct recorder *recorder, const struct cell *cell,
                        const struct group *group)
{
    warned_add(&recorder->warned, cell, group->table);
    if (!recorder_append(recorder, cell_record(cell, group->pattern)))
        return false;
    if (cell_valid(cell))
        return true;
    progress_clear(&recorder->progress);
    text_say("%s over %s/%s, %zu bytes: %s", cell->pattern, cell->path, cell->protocol, cell->bytes,
             cell->error);
    recorder->lost = true;
    return true;
}

static bool append_verdicts(struct recorder *recorder, const struct verdict *verdicts)
{
    for (int i = 0; i < VERDICTS; i++)
        if (!recorder_append(recorder, verdict_record(i, &verdicts[i], recorder->runtimes)))
            return false;
    return true;
}

bool recorder_group(struct recorder *recorder, const struct group_state *state)
{
    const struct group *group = state->group;
    const struct cell *cells = state->cells;
    struct verdict verdicts[COMPARISONS];

    for (int i = 0; i < COMPARISONS; i++)
        verdicts[i] = verdict_of(i, cells, group->count);
    recorder->progress.done += (size_t)group->count;
    table_add(&recorder->tables[group->table], group, table_row(group, verdicts));
    for (int i = 0; i < group->count; i++)
        if (!append_cell(recorder, &cells[i], group))
            return false;
    for (int i = 0; i < group->count; i++)
        for (int j = i + 1; j < group->count; j++)
            if (cell_valid(&cells[i]) && cell_valid(&cells[j]) &&
                !recorder_append(recorder, ratio_pair_record(&cells[i], &cells[j])))
                return false;
    return append_verdicts(recorder, verdicts);
}

/* The same implementation, measured alike. */
static bool is_same(const struct cell *a, const struct cell *b)
{
    return strcmp(a->path, b->path) == 0 && strcmp(a->protocol, b->protocol) == 0 &&
           strcmp(a->mode, b->mode) == 0;
}

bool recorder_placed(struct recorder *recorder, const struct group_state *first,
                     const struct group_state *other)
{
    for (int i = 0; i < first->group->count; i++)
        for (int j = 0; j < other->group->count; j++) {
            const struct cell *a = &first->cells[i], *b = &other->cells[j];

            if (!cell_valid(a) || !cell_valid(b) || !is_same(a, b))
                continue;
            const struct ratio ratio = ratio_of_launches(a, b);

            if (!ratio.launches)
                continue;
            placed_add(&recorder->placed, (struct placed_cell){first->group, other->group, a->path,
                                                               a->protocol, ratio});
            if (!recorder_append(recorder, ratio_record("placement_ratio", a, b, &ratio)))
                return false;
        }
    return true;
}

/* Each is recorded; crossovers are also printed below the table. */
static bool append_findings(struct recorder *recorder, const struct group_state *groups,
                            size_t count)
{
    const struct cell **cells = NULL;
    size_t valid = 0;
    bool good = true;

    for (size_t i = 0; i < count; i++)
        for (int j = 0; j < groups[i].group->count; j++)
            if (cell_valid(&groups[i].cells[j])) {
                cells = memory_grow(cells, valid, sizeof(struct cell *));
                cells[valid++] = &groups[i].cells[j];
            }
    struct findings findings = findings_of_table(cells, valid);

    for (size_t i = 0; i < findings.count && good; i++) {
        struct finding *finding = &findings.all[i];

        if (finding->sentence)
            table_note(&recorder->tables[groups->group->table], finding->sentence);
        finding->sentence = NULL; /* the table's now */
        good = recorder_append(recorder, json_incref(finding->record));
    }
    findings_free(&findings);
    free(cells);
    return good;
}

bool recorder_table(struct recorder *recorder, const struct group_state *groups, size_t count,
                    bool whole)
{
    const struct table *table = &recorder->tables[groups->group->table];
    const bool good = !whole || append_findings(recorder, groups, count);

    progress_clear(&recorder->progress);
    if (table->count)
        table_print(stdout, table, colour_wanted());
    if (table->count && recorder->percentiles)
        percentiles_print(stdout, table);
    fflush(stdout);
    return good;
}

/* Where the results are, and what can be done with them. */
static void say_where(const struct results *results, bool interrupted)
{
    if (interrupted && results->standard_output)
        text_say("interrupted");
    else if (interrupted)
        text_say("interrupted; continue with `comops run --resume %s`", results->name);
    if (!results->standard_output)
        text_note("results are in %s; for a report: `comops report %s`", results->name,
                  results->name);
}

void recorder_conclude(struct recorder *recorder, bool interrupted)
{
    warned_say(&recorder->warned, recorder->tables, recorder->table_count, recorder->progress.done);
    say_where(recorder->results, interrupted);
    conclusion_print(stdout, recorder->tables, recorder->table_count, recorder->runtimes,
                     recorder->precision);
    placed_print(stdout, &recorder->placed);
}
