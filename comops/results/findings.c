/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/findings.h"

#include "comops/results/fit_json.h"
#include "comops/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table as a grid: a row for each implementation, those of a path together, a column for each
 * size; NULL where a cell is missing. */
struct grid {
    const struct cell **cells;
    double *times; /* of each, so that it is worked out once */
    size_t rows, columns;
};

static const struct cell *cell_at(const struct grid *grid, size_t row, size_t column)
{
    return grid->cells[row * grid->columns + column];
}

static int compare_implementations(const struct cell *a, const struct cell *b)
{
    const int paths = strcmp(a->path, b->path);

    return paths ? paths : strcmp(a->protocol, b->protocol);
}

static int compare_cells(const void *left, const void *right)
{
    const struct cell *a = *(const struct cell *const *)left,
                      *b = *(const struct cell *const *)right;
    const int implementations = compare_implementations(a, b);

    return implementations ? implementations : (a->bytes > b->bytes) - (a->bytes < b->bytes);
}

static int compare_sizes(const void *left, const void *right)
{
    const size_t a = *(const size_t *)left, b = *(const size_t *)right;

    return (a > b) - (a < b);
}

/* The distinct sizes in ascending order; the caller frees. */
static size_t *sizes_of_cells(const struct cell *const *cells, size_t count, size_t *distinct)
{
    size_t *sizes = memory_or_die(malloc((count + 1) * sizeof *sizes));

    for (size_t i = 0; i < count; i++)
        sizes[i] = cells[i]->bytes;
    qsort(sizes, count, sizeof *sizes, compare_sizes);
    *distinct = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || sizes[i] != sizes[*distinct - 1])
            sizes[(*distinct)++] = sizes[i];
    return sizes;
}

static struct grid grid_of(const struct cell *const *cells, size_t count)
{
    struct grid grid = {0};
    size_t *sizes = sizes_of_cells(cells, count, &grid.columns);
    const struct cell **sorted = memory_or_die(malloc((count + 1) * sizeof *sorted));

    memcpy(sorted, cells, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_cells);
    for (size_t i = 0; i < count; i++)
        grid.rows += i == 0 || compare_implementations(sorted[i - 1], sorted[i]) != 0;
    grid.cells = memory_or_die(calloc(grid.rows * grid.columns + 1, sizeof *grid.cells));
    grid.times = memory_or_die(calloc(grid.rows * grid.columns + 1, sizeof *grid.times));
    for (size_t i = 0, row = 0, column = 0; i < count; i++) {
        if (i > 0 && compare_implementations(sorted[i - 1], sorted[i]) != 0) {
            row++;
            column = 0;
        }
        while (sizes[column] != sorted[i]->bytes)
            column++;
        grid.cells[row * grid.columns + column] = sorted[i];
        grid.times[row * grid.columns + column] = cell_time(sorted[i]);
    }
    free(sizes);
    free(sorted);
    return grid;
}

/* Any of a row's cells. */
static const struct cell *cell_of_row(const struct grid *grid, size_t row)
{
    size_t column = 0;

    while (!cell_at(grid, row, column))
        column++;
    return cell_at(grid, row, column);
}

static void add(struct findings *findings, json_t *record, char *sentence)
{
    findings->all =
        memory_or_die(realloc(findings->all, (findings->count + 1) * sizeof *findings->all));
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

static void add_fits(struct findings *findings, const struct grid *grid, size_t row)
{
    struct fit_point *points = memory_or_die(malloc(grid->columns * sizeof *points));
    size_t count = 0, i;
    json_t *fit;

    for (size_t column = 0; column < grid->columns; column++)
        if (cell_at(grid, row, column))
            points[count++] = (struct fit_point){(double)cell_at(grid, row, column)->bytes,
                                                 grid->times[row * grid->columns + column]};
    json_t *fits = fit_json(points, count), *key = implementation_key(cell_of_row(grid, row));

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

/* The fastest cell of rows first..last at this size, or NULL. */
static const struct cell *fastest(const struct grid *grid, size_t first, size_t last, size_t column)
{
    size_t best = SIZE_MAX;

    for (size_t row = first; row <= last; row++) {
        const size_t i = row * grid->columns + column;

        if (grid->cells[i] && (best == SIZE_MAX || grid->times[i] < grid->times[best]))
            best = i;
    }
    return best == SIZE_MAX ? NULL : grid->cells[best];
}

char *findings_sentence(const struct cell *a, const struct cell *b,
                        const struct crossover *crossover)
{
    const struct cell *below = crossover->a_below ? a : b, *above = crossover->a_below ? b : a;
    const bool same = strcmp(a->path, b->path) == 0;
    char at[TEXT_SIZE], low[TEXT_SIZE], high[TEXT_SIZE];
    char *sentence = NULL;

    text_about_size(at, crossover->bytes);
    text_about_size(low, crossover->interval.low);
    text_about_size(high, crossover->interval.high);
    if (asprintf(&sentence, "%s/%s overtakes %s%s%s at %s [%s, %s]", above->path, above->protocol,
                 same ? "" : below->path, same ? "" : "/", below->protocol, at, low, high) < 0)
        sentence = NULL;
    return memory_or_die(sentence);
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

/* Crossovers of the fastest of some rows with the fastest of others. The one that is faster below
 * is named by the protocol that it has there, the other by that which it has above. */
static void add_crossovers(struct findings *findings, const struct grid *grid, const size_t a[2],
                           const size_t b[2])
{
    struct ratio_point *points = memory_or_die(malloc(grid->columns * sizeof *points));
    struct crossover *found = memory_or_die(malloc(grid->columns * sizeof *found));
    size_t *columns = memory_or_die(malloc(grid->columns * sizeof *columns));
    size_t count = 0;

    for (size_t column = 0; column < grid->columns; column++) {
        const struct cell *of_a = fastest(grid, a[0], a[1], column),
                          *of_b = fastest(grid, b[0], b[1], column);
        struct ratio_point *point = &points[count];
        bool known;

        if (of_a && of_b && of_a->bytes > 0 &&
            cell_ratio(of_a, of_b, &point->ratio, &point->interval, &known) && known) {
            point->bytes = (double)of_a->bytes;
            columns[count++] = column;
        }
    }
    const size_t crossovers = crossover_find(points, count, found);

    for (size_t i = 0; i < crossovers; i++) {
        const struct crossover *one = &found[i];
        const size_t of_a = columns[one->a_below ? one->before : one->after],
                     of_b = columns[one->a_below ? one->after : one->before];

        add_crossover(findings, fastest(grid, a[0], a[1], of_a), fastest(grid, b[0], b[1], of_b),
                      one);
    }
    free(points);
    free(found);
    free(columns);
}

/* The last row of the path whose first row this is. */
static size_t path_end(const struct grid *grid, size_t first)
{
    size_t last = first;

    while (last + 1 < grid->rows &&
           strcmp(cell_of_row(grid, last + 1)->path, cell_of_row(grid, first)->path) == 0)
        last++;
    return last;
}

static bool fastest_somewhere(const struct grid *grid, const size_t path[2], size_t row)
{
    for (size_t column = 0; column < grid->columns; column++) {
        const struct cell *cell = cell_at(grid, row, column);

        if (cell && cell == fastest(grid, path[0], path[1], column))
            return true;
    }
    return false;
}

static void add_crossovers_within(struct findings *findings, const struct grid *grid,
                                  const size_t path[2])
{
    for (size_t i = path[0]; i <= path[1]; i++)
        for (size_t j = i + 1; j <= path[1]; j++)
            if (fastest_somewhere(grid, path, i) && fastest_somewhere(grid, path, j))
                add_crossovers(findings, grid, (size_t[]){i, i}, (size_t[]){j, j});
}

struct findings findings_of_table(const struct cell *const *cells, size_t count)
{
    const struct grid grid = grid_of(cells, count);
    struct findings findings = {0};

    for (size_t row = 0; row < grid.rows; row++)
        add_fits(&findings, &grid, row);
    for (size_t first = 0; first < grid.rows; first = path_end(&grid, first) + 1) {
        const size_t path[2] = {first, path_end(&grid, first)};

        for (size_t other = path[1] + 1; other < grid.rows; other = path_end(&grid, other) + 1)
            add_crossovers(&findings, &grid, path, (size_t[]){other, path_end(&grid, other)});
        add_crossovers_within(&findings, &grid, path);
    }
    free(grid.cells);
    free(grid.times);
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
