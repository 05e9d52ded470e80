/* SPDX-License-Identifier: BSD-3-Clause */
/* The table and the sentence, against what a person should read. */
#include "comops/contract/registry.h"
#include "comops/terminal/matrix.h"
#include "comops/terminal/table.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>

static struct path threads = {.label = "threads"}, mpi = {.label = "mpi"};
static struct offer barrier = {"barrier", "broadcast", ""}, library = {"library", "broadcast", ""};
static struct candidate candidates[] = {{&threads, &barrier}, {&mpi, &library}};
static struct placement seats = {.name = "bus", .ranks = 2, .where = "L3 #0 (32 MiB), cores 0-1"};

static struct pages local = {.name = "local", .ranks = 2};

static struct table table;
static struct group groups[4];

static void add(size_t bytes, double first, double second, double low, double high)
{
    struct group *group = &groups[table.count];
    struct row row = {.bytes = bytes,
                      .time_us = {first, second},
                      .ratio = {second / first, {low, high}, !isnan(low)},
                      .protocol = {"barrier", "library"}};

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
        "broadcast, 2 ranks, bus: L3 #0 (32 MiB), cores 0-1, rewrite buffers\n"
        "     bytes  threads us how            mpi us how        mpi/threads  95 % interval    "
        "faster\n"
        "         8       0.400 barrier         0.200 library          0.500  [0.490, 0.510]   mpi "
        "2.00x\n"
        "      4096       1.000 barrier         1.010 library          1.010  [0.990, 1.030]   "
        "even\n"
        "   4194304       100.0 barrier         150.0 library          1.500  [1.400, 1.600]   "
        "threads 1.50x\n"
        "\n";

    add(4194304, 100, 150, 1.4, 1.6);
    add(8, 0.4, 0.2, 0.49, 0.51);
    add(4096, 1, 1.01, 0.99, 1.03);
    const char *text = printed(plain);

    for (char *line = strtok(strdup(text), "\n"); line; line = strtok(NULL, "\n"))
        CHECK(strlen(line) <= 100);
    CHECK(strcmp(text, expected) == 0);
    if (strcmp(text, expected) != 0)
        fprintf(stderr, "is:\n%sshould be:\n%s", text, expected);
    table_free(&table);
}

TEST(the_sentence_says_who_wins_where_and_by_how_much)
{
    add(8, 0.4, 0.2, 0.49, 0.51);
    add(16, 0.4, 0.3, 0.74, 0.76);
    add(4096, 1, 1.01, 0.99, 1.03);
    add(1048576, 1, 1.5, 1.4, 1.6);
    CHECK(strcmp(printed(table_sentence),
                 "broadcast on bus, 2 ranks, rewrite buffers: mpi faster from 8 to 16 (1.33 to "
                 "2.00 times); no difference shown at 4K; threads faster at 1M (1.50 times).\n") ==
          0);
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
    CHECK(strstr(printed(table_sentence), "OVERSUBSCRIBED"));
    table_free(&table);
    seats.oversubscribed = false;
}

TEST(a_matrix_has_room_for_every_protocol_and_every_reason)
{
    enum { MANY = 40 };
    char names[MANY][8], *text;
    struct offer offers[MANY];
    struct lack lacks[MANY];
    const struct path path = {.label = "threads",
                              .offers = offers,
                              .offer_count = MANY,
                              .lacks = lacks,
                              .lack_count = MANY};
    size_t size;
    FILE *out = open_memstream(&text, &size);

    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "p%d", i);
        offers[i] = (struct offer){.protocol = names[i], .pattern = "pingpong"};
        lacks[i] = (struct lack){.protocol = names[i], .patterns = "*", .reason = names[i]};
    }
    matrix_print(out, &path, true);
    fclose(out);
    CHECK(strstr(text, " p39 |\n"));
    CHECK(strstr(text, "- z: p25\n- aa: p26\n") && strstr(text, "- an: p39\n"));
    free(text);
}
