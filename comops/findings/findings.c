/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/findings/findings.h"

#include "comops/text/text.h"

#include <stdlib.h>
#include <string.h>

/* A table's cells, those of a path together, in it those of a protocol, by ascending size; and the
 * time of each, so that it is computed once. */
struct sheet {
    const struct cell **cells;
    double *times;
    size_t count;
};

/* Cells first to end - 1 of a sheet. */
struct range {
    size_t first, end;
};

static int compare_cells(const void *left, const void *right)
{
    const struct cell *a = *(const struct cell *const *)left,
                      *b = *(const struct cell *const *)right;
    const int paths = strcmp(a->path, b->path), protocols = strcmp(a->protocol, b->protocol);

    return paths ? paths : protocols ? protocols : (a->bytes > b->bytes) - (a->bytes < b->bytes);
}

static struct sheet sheet_of(const struct cell *const *cells, size_t count)
{
    struct sheet sheet = {.cells = memory_or_die(calloc(count + 1, sizeof *sheet.cells)),
                          .times = memory_or_die(calloc(count + 1, sizeof *sheet.times)),
                          .count = count};

    for (size_t i = 0; i < count; i++)
        sheet.cells[i] = cells[i];
    qsort(sheet.cells, count, sizeof *sheet.cells, compare_cells);
    for (size_t i = 0; i < count; i++)
        sheet.times[i] = cell_time(sheet.cells[i]);
    return sheet;
}

/* The cells of a path from the first on; if `protocol`, those of its first protocol alone. */
static struct range range_at(const struct sheet *sheet, size_t first, bool protocol)
{
    const struct cell *like = sheet->cells[first];
    size_t end = first;

    while (end < sheet->count && strcmp(sheet->cells[end]->path, like->path) == 0 &&
           (!protocol || strcmp(sheet->cells[end]->protocol, like->protocol) == 0))
        end++;
    return (struct range){first, end};
}

static void add(struct findings *findings, json_t *record, char *sentence)
{
    findings->all = memory_grow(findings->all, findings->count, sizeof *findings->all);
    findings->all[findings->count++] = (struct finding){record, sentence};
}

/* What all cells of an implementation share. */
static json_t *implementation_key(const struct cell *cell)
{
    json_t *key = cell_key(cell);

    json_object_del(key, "bytes");
    json_object_del(key, "mode");
    return key;
}

static void add_fits(struct findings *findings, const struct sheet *sheet, struct range range)
{
    struct fit_point *points = memory_or_die(malloc((range.end - range.first) * sizeof *points));
    size_t count = 0, i;
    json_t *fit;

    for (i = range.first; i < range.end; i++)
        points[count++] = (struct fit_point){(double)sheet->cells[i]->bytes, sheet->times[i]};
    json_t *fits = fit_json(points, count), *key = implementation_key(sheet->cells[range.first]);

    json_array_foreach(fits, i, fit)
    {
        json_t *record = json_pack("{ss}", "record", "fit");

        json_object_update(record, key);
        json_object_update(record, fit);
        add(findings, record, NULL);
    }
    json_decref(fits);
    json_decref(key);
    free(points);
}

/* Of each size, of a pattern that computes. */
static void add_overlap(struct findings *findings, const struct sheet *sheet, struct range range)
{
    const struct cell *first = sheet->cells[range.first];
    char *text = text_format("%s/%s hides", first->path, first->protocol), size[TEXT_SIZE];
    bool found = false;

    for (size_t i = range.first; i < range.end; i++) {
        struct overlap overlap;

        if (!cell_overlap(sheet->cells[i], &overlap))
            continue;
        char *longer = text_format("%s%s %.0f %% at %s", text, found ? "," : "", overlap.percent,
                                   text_size(size, sheet->cells[i]->bytes));

        free(text);
        text = longer;
        found = true;
    }
    if (found)
        add(findings, NULL, text);
    else
        free(text);
}

/* The fastest of them at this size, or NULL. */
static const struct cell *fastest(const struct sheet *sheet, struct range range, size_t bytes)
{
    size_t best = SIZE_MAX;

    for (size_t i = range.first; i < range.end; i++)
        if (sheet->cells[i]->bytes == bytes &&
            (best == SIZE_MAX || sheet->times[i] < sheet->times[best]))
            best = i;
    return best == SIZE_MAX ? NULL : sheet->cells[best];
}

/* The next larger size that one of them has; SIZE_MAX: none. */
static size_t size_after(const struct sheet *sheet, struct range range, size_t bytes)
{
    size_t next = SIZE_MAX;

    for (size_t i = range.first; i < range.end; i++)
        if (sheet->cells[i]->bytes > bytes && sheet->cells[i]->bytes < next)
            next = sheet->cells[i]->bytes;
    return next;
}

char *findings_sentence(const struct cell *a, const struct cell *b,
                        const struct crossover *crossover)
{
    const struct cell *below = crossover->a_below ? a : b, *above = crossover->a_below ? b : a;
    const bool same = strcmp(a->path, b->path) == 0;
    char at[TEXT_SIZE], low[TEXT_SIZE], high[TEXT_SIZE];

    text_about_size(at, crossover->bytes);
    text_about_size(low, crossover->interval.low);
    text_about_size(high, crossover->interval.high);
    return text_format("%s/%s overtakes %s%s%s at %s [%s, %s]", above->path, above->protocol,
                       same ? "" : below->path, same ? "" : "/", below->protocol, at, low, high);
}

static void add_crossover(struct findings *findings, const struct cell *a, const struct cell *b,
                          const struct crossover *crossover)
{
    add(findings,
        json_pack("{ss so so sf s[ff] ss}", "record", "crossover", "a", implementation_key(a), "b",
                  implementation_key(b), "bytes", crossover->bytes, "ci95", crossover->interval.low,
                  crossover->interval.high, "below", crossover->a_below ? "a" : "b"),
        findings_sentence(a, b, crossover));
}

/* Crossovers of the fastest of some cells with the fastest of others. The one that is faster below
 * is named by the protocol that it has there, the other by that which it has above. */
static void add_crossovers(struct findings *findings, const struct sheet *sheet, struct range a,
                           struct range b)
{
    const size_t most = a.end - a.first;
    struct ratio_point *points = memory_or_die(malloc(most * sizeof *points));
    struct crossover *found = memory_or_die(malloc(most * sizeof *found));
    size_t count = 0;

    for (size_t bytes = 0; (bytes = size_after(sheet, a, bytes)) < SIZE_MAX;) {
        const struct cell *other = fastest(sheet, b, bytes);

        if (!other)
            continue;
        const struct ratio ratio = cell_ratio(fastest(sheet, a, bytes), other);

        if (ratio.has_interval)
            points[count++] = (struct ratio_point){(double)bytes, ratio.value, ratio.interval};
    }
    const size_t crossovers = crossover_find(points, count, found);

    for (size_t i = 0; i < crossovers; i++) {
        const double before = points[found[i].before].bytes, after = points[found[i].after].bytes;
        const bool a_below = found[i].a_below;

        add_crossover(findings, fastest(sheet, a, (size_t)(a_below ? before : after)),
                      fastest(sheet, b, (size_t)(a_below ? after : before)), &found[i]);
    }
    free(points);
    free(found);
}

static bool fastest_somewhere(const struct sheet *sheet, struct range path, struct range range)
{
    for (size_t i = range.first; i < range.end; i++)
        if (sheet->cells[i] == fastest(sheet, path, sheet->cells[i]->bytes))
            return true;
    return false;
}

static void add_crossovers_within(struct findings *findings, const struct sheet *sheet,
                                  struct range path)
{
    for (struct range a = range_at(sheet, path.first, true); a.end < path.end;
         a = range_at(sheet, a.end, true))
        for (struct range b = {0, a.end}; b.end < path.end;) {
            b = range_at(sheet, b.end, true);
            if (fastest_somewhere(sheet, path, a) && fastest_somewhere(sheet, path, b))
                add_crossovers(findings, sheet, a, b);
        }
}

/* Its sizes cut a fixed volume: the time is that of the volume, and no line over the bytes. */
static bool cuts_volume(const struct cell *cell)
{
    return cell->series_of && strcmp(cell->series_of, "volume") == 0;
}

struct findings findings_of_table(const struct cell *const *cells, size_t count)
{
    const struct sheet sheet = sheet_of(cells, count);
    struct findings findings = {0};

    for (struct range range = {0}; range.end < count;) {
        range = range_at(&sheet, range.end, true);
        if (!cuts_volume(sheet.cells[0]))
            add_fits(&findings, &sheet, range);
        add_overlap(&findings, &sheet, range);
    }
    for (struct range path = {0}; path.end < count;) {
        path = range_at(&sheet, path.end, false);
        for (struct range other = path; other.end < count;) {
            other = range_at(&sheet, other.end, false);
            add_crossovers(&findings, &sheet, path, other);
        }
        add_crossovers_within(&findings, &sheet, path);
    }
    free(sheet.cells);
    free(sheet.times);
    return findings;
}

void findings_free(struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        json_decref(findings->all[i].record);
        free(findings->all[i].sentence);
    }
    free(findings->all);
}
