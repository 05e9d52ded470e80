/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables of cells whose times are known lines. */
#include "comops/findings/findings.h"
#include "tests/cells.h"
#include "tests/tap.h"

#include <string.h>

enum { SIZES = 10, MOST = 8 * SIZES };

/* A table in the making, and what is found in it. */
static struct cell cells[MOST];
static const struct cell *valid[MOST];
static size_t count;
static struct findings findings;

static void add_cell(const char *path, const char *protocol, size_t bytes, double time_us)
{
    struct cell *cell = &cells[count];

    cells_begin(cell, path, protocol, bytes);
    for (int launch = 0; launch < 6; launch++) {
        if (launch > 0)
            cell_begin_launch(cell);
        cell_begin_block(cell, 0);
        cell_add_sample(cell, time_us * (1 + 0.001 * ((launch * 3 + (int)count) % 6)));
    }
    valid[count++] = cell;
}

/* The largest first: the order does not matter. */
static void add_line(const char *path, const char *protocol, double latency_us,
                     double bandwidth_MBps)
{
    for (size_t bytes = (size_t)8 << 2 * (SIZES - 1); bytes >= 8; bytes /= 4)
        add_cell(path, protocol, bytes, latency_us + (double)bytes / bandwidth_MBps);
}

static void find(void)
{
    findings = findings_of_table(valid, count);
}

static void free_table(void)
{
    findings_free(&findings);
    while (count)
        cell_free(&cells[--count]);
}

static const char *word(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static size_t count_of(const char *record)
{
    size_t found = 0;

    for (size_t i = 0; i < findings.count; i++)
        found += strcmp(word(findings.all[i].record, "record"), record) == 0;
    return found;
}

static bool says(const char *expected)
{
    for (size_t i = 0; i < findings.count; i++)
        if (findings.all[i].sentence && strstr(findings.all[i].sentence, expected))
            return true;
    return false;
}

TEST(every_implementation_has_its_fits_under_its_key)
{
    add_line("threads", "direct", 0.1, 10000);
    add_line("mpi", "library", 0.3, 5000);
    find();
    json_t *first = findings.all[0].record;

    CHECK(count_of("fit") == 6 && count_of("crossover") == 0);
    CHECK(strcmp(word(first, "model"), "hockney") == 0 && strcmp(word(first, "path"), "mpi") == 0);
    CHECK(strcmp(word(first, "placement"), "bus") == 0 && json_object_get(first, "ranks"));
    CHECK(!json_object_get(first, "bytes") && !json_object_get(first, "mode"));
    free_table();
}

TEST(a_volume_that_sizes_cut_into_messages_has_no_line_over_them)
{
    add_line("threads", "direct", 0.1, 10000);
    add_line("mpi", "library", 0.3, 5000);
    for (size_t i = 0; i < count; i++) {
        cells[i].series_of = "volume";
        cells[i].series = 1 << 21;
    }
    find();
    CHECK(count_of("fit") == 0);
    free_table();
}

TEST(paths_cross_with_their_fastest_protocols_and_protocols_that_are_never_fastest_are_left_out)
{
    /* barrier = direct at 20000 bytes; direct = library at 160000; slow is behind all of its path.
     */
    add_line("threads", "barrier", 1, 1000);
    add_line("threads", "direct", 11, 2000);
    add_line("threads", "slow", 100, 500);
    add_line("mpi", "library", 51, 4000);
    find();

    CHECK(count_of("fit") == 12 && count_of("crossover") == 2);
    CHECK(says("threads/direct overtakes barrier at "));
    CHECK(says("mpi/library overtakes threads/direct at "));
    free_table();
}

TEST(a_crossover_lies_where_the_lines_meet)
{
    add_line("threads", "direct", 1, 1000);
    add_line("mpi", "library", 11, 2000);
    find();
    json_t *crossover = findings.all[findings.count - 1].record;
    const double bytes = json_number_value(json_object_get(crossover, "bytes"));
    json_t *interval = json_object_get(crossover, "ci95");

    CHECK(strcmp(word(crossover, "record"), "crossover") == 0);
    /* They meet at 20000; between the sizes 8192 and 32768 a logarithmic line is not quite theirs.
     */
    CHECK(bytes > 18000 && bytes < 22000);
    CHECK(json_number_value(json_array_get(interval, 0)) < bytes);
    CHECK(json_number_value(json_array_get(interval, 1)) > bytes);
    CHECK(strcmp(word(crossover, "below"), "b") == 0);
    CHECK(strcmp(word(json_object_get(crossover, "b"), "path"), "threads") == 0);
    CHECK(!json_object_get(json_object_get(crossover, "b"), "bytes"));
    free_table();
}

TEST(sizes_that_only_one_of_two_has_are_left_out)
{
    add_line("threads", "direct", 1, 1000);
    add_cell("mpi", "library", 8, 11);
    add_cell("mpi", "library", 100000, 61); /* threads have no such size */
    add_cell("mpi", "library", (size_t)8 << 2 * (SIZES - 1), 1060);
    find();

    CHECK(count_of("fit") == 4 && count_of("crossover") == 1);
    free_table();
}

TEST(a_table_without_cells_has_no_findings)
{
    find();
    CHECK(findings.count == 0);
    free_table();
}

TEST(a_sentence_says_which_overtakes_which_and_where)
{
    static const struct {
        const char *path, *text;
        bool a_below;
    } table[] = {{"mpi", "mpi/library overtakes threads/barrier at 1.2K [900, 1.6K]", true},
                 {"mpi", "threads/barrier overtakes mpi/library at 1.2K [900, 1.6K]", false},
                 {"threads", "threads/library overtakes barrier at 1.2K [900, 1.6K]", true}};
    const struct cell a = {.path = "threads", .protocol = "barrier"};

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct cell b = {.path = table[i].path, .protocol = "library"};
        const struct crossover crossover = {1229, {903, 1640}, table[i].a_below, 0, 1};
        char *text = findings_sentence(&a, &b, &crossover);

        CHECK(strcmp(text, table[i].text) == 0);
        free(text);
    }
}
