/* SPDX-License-Identifier: BSD-3-Clause */
/* The table and the sentence, against what a person should read. */
#include "comops/contract/registry.h"
#include "comops/terminal/conclusion.h"
#include "comops/terminal/percentiles.h"
#include "comops/terminal/sentence.h"
#include "comops/terminal/warned.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>

static struct path threads = {.label = "threads"}, mpi = {.label = "mpi"};
static struct offer barrier = {"barrier", "broadcast", ""}, library = {"library", "broadcast", ""};
static struct candidate candidates[] = {{&threads, &barrier}, {&mpi, &library}};
static struct placement seats = {.name = "bus", .ranks = 2, .where = "L3 #0 (32 MiB), cores 0-1"};

static struct pages local = {.name = "local", .ranks = 2};

static struct table table;
static struct group groups[5];

static void add(size_t bytes, double first, double second, double low, double high)
{
    struct group *group = &groups[table.count];
    struct comparison one = {
        .sides = {{first, 0, "barrier", "threads"}, {second, 0, "library", "mpi"}},
        .ratio = {second / first, {low, high}, !isnan(low), .ci90 = {low, high}}};
    struct row row = {.bytes = bytes};

    one.decision = ratio_decision(&one.ratio);
    for (int kind = 0; kind < VERDICTS; kind++)
        row.of[kind] = one;
    for (int kind = VERDICTS; kind < COMPARISONS; kind++)
        row.of[kind].ratio.value = NAN;
    row.of[VERDICT_SAME_CODE] = (struct comparison){.ratio = {.value = NAN}};

    *group = (struct group){.pattern = registry_pattern("broadcast"),
                            .placement = &seats,
                            .memory = &local,
                            .ranks = 2,
                            .bytes = bytes,
                            .buffers = 1,
                            .candidates = candidates,
                            .count = 2};
    table_add(&table, group, row);
}

/* Valid until the next one. */
static const char *printed(void (*print)(FILE *, const struct table *))
{
    static char *text;
    size_t size;

    free(text);
    FILE *out = open_memstream(&text, &size);

    print(out, &table);
    fclose(out);
    return text;
}

static void plain(FILE *out, const struct table *rows)
{
    table_print(out, rows, false);
}

TEST(the_table_is_sorted_by_size_and_names_the_faster_one)
{
    static const char expected[] =
        "broadcast, 2 ranks, bus: L3 #0 (32 MiB), cores 0-1, rewrite buffers, consume no\n"
        "     bytes  threads us how            mpi us how        mpi/threads  95 % interval    "
        "faster\n"
        "         8      0.400  barrier        0.200  library         0.500   [0.490, 0.510]   mpi "
        "2.00x\n"
        "      4096      1.00   barrier        1.01   library         1.010   [0.990, 1.030]   "
        "equivalent\n"
        "     65536     10.0    barrier        9.90   library         0.99    [0.90, 1.08]     "
        "undecided\n"
        "   4194304    100      barrier      150      library         1.50    [1.40, 1.60]     "
        "threads 1.50x\n"
        "\n";

    add(4194304, 100, 150, 1.4, 1.6);
    add(8, 0.4, 0.2, 0.49, 0.51);
    add(4096, 1, 1.01, 0.99, 1.03);
    add(65536, 10, 9.9, 0.90, 1.08);
    const char *text = printed(plain);

    for (char *line = strtok(strdup(text), "\n"); line; line = strtok(NULL, "\n"))
        CHECK(strlen(line) <= 100);
    CHECK(strcmp(text, expected) == 0);
    if (strcmp(text, expected) != 0)
        fprintf(stderr, "is:\n%sshould be:\n%s", text, expected);
    table_free(&table);
}

TEST(columns_are_as_wide_as_the_names_of_libraries)
{
    static const char expected[] =
        "broadcast, 2 ranks, bus: L3 #0 (32 MiB), cores 0-1, rewrite buffers, consume no\n"
        "     bytes  threads us how                 mpi us how            mpi/threads  "
        "95 % interval    faster\n"
        "         8      0.400  libomp/barrier      0.200  shmem/library       0.500   "
        "[0.490, 0.510]   shmem 2.00x\n"
        "      4096      0.400  barrier             0.200  library             0.500   "
        "[0.490, 0.510]   mpi 2.00x\n"
        "\n";

    add(8, 0.4, 0.2, 0.49, 0.51);
    add(4096, 0.4, 0.2, 0.49, 0.51);
    table.rows[0].of[VERDICT_BEST].sides[0].path = "threads@libomp";
    table.rows[0].of[VERDICT_BEST].sides[1].path = "shmem";
    CHECK(strcmp(printed(plain), expected) == 0);
    if (strcmp(printed(plain), expected) != 0)
        fprintf(stderr, "is:\n%sshould be:\n%s", printed(plain), expected);
    table_free(&table);
}

TEST(percentiles_have_the_digits_of_their_intervals_and_a_dash_where_there_is_none)
{
    static const char expected[] = "single runs of a typical launch, us: threads, then mpi\n"
                                   "     bytes      p50      p90      p99    p99.9      max      "
                                   "p50      p90      p99    p99.9  "
                                   "    max\n"
                                   "         8    0.400     1.25        -        -  1234567        "
                                   "-        -        -        -  "
                                   "      -\n"
                                   "\n";

    add(8, 0.4, 0.2, 0.49, 0.51);
    struct side *sides = table.rows[0].of[VERDICT_BEST].sides;

    for (int i = 0; i < CELL_PERCENTILES; i++)
        sides[0].percentiles[i].us = sides[1].percentiles[i].us = NAN;
    sides[0].percentiles[0] = (struct cell_percentile){0.4, {0.39, 0.41}, 6};
    sides[0].percentiles[1] = (struct cell_percentile){1.25, {1.1, 1.4}, 6};
    sides[0].percentiles[4] = (struct cell_percentile){1234567, {1e6, 2e6}, 6};
    CHECK(strcmp(printed(percentiles_print), expected) == 0);
    if (strcmp(printed(percentiles_print), expected) != 0)
        fprintf(stderr, "is:\n%sshould be:\n%s", printed(percentiles_print), expected);
    table_free(&table);
}

/* Valid until the next one. */
static const char *sentence(int kind)
{
    static char *text;

    free(text);
    text = sentence_of_table(&table, kind);
    return text;
}

TEST(the_sentence_says_who_wins_where_and_by_how_much)
{
    add(8, 0.4, 0.2, 0.49, 0.51);
    add(16, 0.4, 0.3, 0.74, 0.76);
    add(4096, 1, 1.01, 0.99, 1.03);
    add(65536, 1, 1.01, 0.90, 1.13);
    add(1048576, 1, 1.5, 1.4, 1.6);
    CHECK(strcmp(sentence(VERDICT_BEST),
                 "broadcast on bus, 2 ranks, rewrite buffers, consume no: mpi faster from 8 to 16 "
                 "(1.333 to "
                 "2.00 times); equivalent at 4K; undecided at 64K; threads faster at 1M (1.50 "
                 "times).") == 0);
    table_free(&table);
}

static void conclude(FILE *out, const struct table *one)
{
    json_t *runtimes = json_pack(
        "{ss ss ss}", "threads", "libgomp.so.1.0.0 (GNU), compiled for OpenMP 201511", "mpi",
        "MPICH Version: 3.4.3 MPICH Release date: Thu MPICH Device: ch3:nemesis MPICH CC",
        "mpi@intel", "Intel(R) MPI Library 2021.18 for Linux* OS");

    conclusion_print(out, one, 1, runtimes, 0.02);
    json_decref(runtimes);
}

TEST(the_conclusion_has_each_verdict_with_its_libraries_and_how_often_which_side_won)
{
    add(8, 0.4, 0.2, 0.491, 0.509);
    add(4096, 1, 1.01, 0.99, 1.03);
    add(1048576, 1, 1.5, 1.4, 1.6);
    const char *text = printed(conclude);

    CHECK(strstr(
        text,
        "As in the paper: OpenMP barrier, critical section and lock "
        "(libgomp.so.1.0.0 (GNU)) against MPI collectives and sends (MPICH 3.4.3, "
        "ch3:nemesis): mpi faster at 1, equivalent at 1, threads faster at 1 of 3.\n"
        "  broadcast on bus, 2 ranks, rewrite buffers, consume no: mpi faster at 8 (2.00 times); "
        "equivalent at 4K; threads faster at 1M (1.50 times).\n"));
    CHECK(strstr(text, "Best against best: "));
    CHECK(strstr(text, "The same code: direct over threads against the same files over MPI: not "
                       "measured; `comops run --paths threads,mpi --protocols direct` measures "
                       "it.\n"));
    CHECK(strstr(text, "A precision of 2 % is reached in 2 of 3 ratios of the tables.\n"));
    table_free(&table);
}

TEST(libraries_of_one_path_are_compared_in_the_words_of_the_verdicts_with_intervals)
{
    add(8, 1, 0.5, 0.49, 0.51);
    add(4096, 1, 1.01, 0.99, 1.03);
    add(1048576, 1, 1.5, 1.4, 1.6);
    for (size_t i = 0; i < table.count; i++) {
        struct comparison *one = &table.rows[i].of[LIBRARIES_MPI];

        *one = table.rows[i].of[VERDICT_BEST];
        one->sides[0].path = "mpi";
        one->sides[1].path = "mpi@intel";
    }
    CHECK(strstr(printed(conclude),
                 "MPI libraries, each with its fastest protocol other than direct (mpi: MPICH "
                 "3.4.3, ch3:nemesis; mpi@intel: Intel(R) MPI Library 2021.18 for Linux* OS): "
                 "mpi@intel faster at 1, equivalent at 1, mpi faster at 1 of 3.\n"
                 "  broadcast on bus, 2 ranks, rewrite buffers, consume no: mpi@intel faster at 8 "
                 "(2.00 [1.96, 2.04] times); equivalent at 4K; mpi faster at 1M (1.50 [1.40, 1.60] "
                 "times).\n"));
    CHECK(!strstr(printed(conclude), "OpenMP libraries"));
    table_free(&table);
}

TEST(oversubscribed_comparisons_are_told_but_not_counted)
{
    seats.oversubscribed = true;
    add(8, 0.4, 0.2, 0.49, 0.51);
    const char *text = printed(conclude);

    CHECK(strstr(text, "(OVERSUBSCRIBED): mpi faster at 8"));
    CHECK(!strstr(text, " of 1"));
    table_free(&table);
    seats.oversubscribed = false;
}

TEST(a_warning_names_the_rows_that_carry_it)
{
    struct warned warned = {0};
    struct cell cell = {.path = "mpi", .protocol = "library", .warnings = 1 << WARNING_DRIFTING};

    add(8, 0.4, 0.2, 0.49, 0.51);
    add(4096, 1, 1.01, 0.99, 1.03);
    add(65536, 1, 1.01, 0.99, 1.03);
    for (cell.bytes = 65536; cell.bytes; cell.bytes = cell.bytes == 65536 ? 8 : 0)
        warned_add(&warned, &cell, 0);
    cell.path = "threads";
    cell.protocol = "barrier";
    for (size_t i = 0; i < table.count; i++) {
        cell.bytes = table.rows[i].bytes;
        warned_add(&warned, &cell, 0);
    }
    char *rows = warned_rows(&warned, WARNING_DRIFTING, &table, 1);

    CHECK(strcmp(rows, "broadcast: mpi/library at 8, 64K; threads/barrier at every size") == 0);
    free(rows);
    rows = warned_rows(&warned, WARNING_NOISY, &table, 1);
    CHECK(*rows == '\0');
    free(rows);
    warned_free(&warned);
    table_free(&table);
}

TEST(a_ratio_without_an_interval_names_no_winner)
{
    add(8, 0.4, 0.2, NAN, NAN);
    CHECK(strstr(printed(plain), "no interval"));
    table_free(&table);
}

TEST(oversubscribed_ranks_are_said_above_the_table_and_in_the_sentence)
{
    seats.oversubscribed = true;
    add(8, 0.4, 0.2, 0.49, 0.51);
    CHECK(strstr(printed(plain), "OVERSUBSCRIBED"));
    CHECK(strstr(sentence(VERDICT_BEST), "OVERSUBSCRIBED"));
    table_free(&table);
    seats.oversubscribed = false;
}
