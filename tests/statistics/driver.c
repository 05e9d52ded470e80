/* SPDX-License-Identifier: BSD-3-Clause */
/* driver median|fits|crossovers|decimals|findings: what our functions say of numbers that somebody
 * else can check. Each line of standard input is one set of numbers, each line of standard output
 * the answer in JSON. */
#include "comops/findings/findings.h"
#include "comops/text/text.h"
#include "tests/cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS_MOST = 100000 };
static double numbers[NUMBERS_MOST];

/* The numbers of a line. */
static size_t read_numbers(const char *line)
{
    size_t count = 0;
    char *end;

    for (double number = strtod(line, &end); end != line && count < NUMBERS_MOST;
         number = strtod(line, &end)) {
        numbers[count++] = number;
        line = end;
    }
    return count;
}

/* Values: their median, its interval, and whether that covers with no more than 97 %. */
static json_t *say_median(size_t count)
{
    struct interval interval;
    json_t *answer = json_pack("{sf sb}", "median", statistics_median(numbers, count), "close",
                               statistics_interval_is_close(count));

    json_object_set_new(answer, "ci95",
                        statistics_median_interval(numbers, count, STATISTICS_CONFIDENCE, &interval)
                            ? json_pack("[ff]", interval.low, interval.high)
                            : json_null());
    return answer;
}

/* Bytes and time in turn. */
static json_t *say_fits(size_t count)
{
    return fit_json((const struct fit_point *)numbers, count / 2);
}

/* Bytes, ratio, low and high in turn. */
static json_t *say_crossovers(size_t count)
{
    const size_t points = count / 4;
    struct crossover found[64];
    json_t *answer = json_array();
    const size_t crossovers = crossover_find((const struct ratio_point *)numbers, points, found);

    for (size_t i = 0; i < crossovers; i++)
        json_array_append_new(answer, json_pack("{sf s[ff] sb}", "bytes", found[i].bytes, "ci95",
                                                found[i].interval.low, found[i].interval.high,
                                                "a_below", found[i].a_below));
    return answer;
}

/* A value and the half-width of its interval. */
static json_t *say_decimals(void)
{
    return json_integer(text_decimals(numbers[0], numbers[1]));
}

static void make_cell(struct cell *cell, const char *path, double bytes, double time_us)
{
    cells_begin(cell, path, "made-up", (size_t)bytes);
    for (int launch = 0; launch < 6; launch++) {
        if (launch > 0)
            cell_begin_launch(cell);
        cell_begin_block(cell, 0);
        cell_add_sample(cell, time_us);
    }
}

/* Bytes, time over threads and time over MPI in turn: a table of cells without noise. */
static json_t *say_findings(size_t count)
{
    const size_t sizes = count / 3;
    struct cell *cells = calloc(2 * sizes, sizeof *cells);
    const struct cell **table = calloc(2 * sizes, sizeof *table);

    for (size_t i = 0; i < sizes; i++) {
        make_cell(&cells[2 * i], "threads", numbers[3 * i], numbers[3 * i + 1]);
        make_cell(&cells[2 * i + 1], "mpi", numbers[3 * i], numbers[3 * i + 2]);
    }
    for (size_t i = 0; i < 2 * sizes; i++)
        table[i] = &cells[i];
    struct findings findings = findings_of_table(table, 2 * sizes);
    json_t *answer = json_array();

    for (size_t i = 0; i < findings.count; i++)
        json_array_append(answer, findings.all[i].record);
    findings_free(&findings);

    for (size_t i = 0; i < 2 * sizes; i++)
        cell_free(&cells[i]);
    free(cells);
    free(table);
    return answer;
}

int main(int count, char **arguments)
{
    const char *what = count > 1 ? arguments[1] : "";
    char *line = NULL;
    size_t room = 0;

    while (getline(&line, &room, stdin) > 0) {
        const size_t given = read_numbers(line);
        json_t *answer = strcmp(what, "median") == 0       ? say_median(given)
                         : strcmp(what, "fits") == 0       ? say_fits(given)
                         : strcmp(what, "crossovers") == 0 ? say_crossovers(given)
                         : strcmp(what, "decimals") == 0   ? say_decimals()
                                                           : say_findings(given);

        json_dumpf(answer, stdout, JSON_COMPACT | JSON_ENCODE_ANY);
        putchar('\n');
        json_decref(answer);
    }
    free(line);
    return 0;
}
