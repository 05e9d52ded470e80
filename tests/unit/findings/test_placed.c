/* SPDX-License-Identifier: BSD-3-Clause */
/* The sentences about two placements, against what a person should read. */
#include "comops/contract/registry.h"
#include "comops/terminal/placed.h"
#include "comops/text/text.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>

static struct placement bus = {.name = "bus", .ranks = 2}, smt = {.name = "smt", .ranks = 2};
static struct pages local = {.name = "local", .ranks = 2};
static struct placed placed;
static struct group groups[16];
static int count;

static struct group *group(const char *pattern, const struct placement *placement, int table,
                           size_t bytes)
{
    groups[count] = (struct group){.pattern = registry_pattern(pattern),
                                   .placement = placement,
                                   .memory = &local,
                                   .ranks = 2,
                                   .table = table,
                                   .bytes = bytes,
                                   .buffers = 1};
    return &groups[count++];
}

static void add(const char *pattern, int table, size_t bytes, const char *protocol, double ratio,
                double low, double high)
{
    placed_add(&placed, (struct placed_cell){
                            .first = group(pattern, &bus, table - 1, bytes),
                            .other = group(pattern, &smt, table, bytes),
                            .path = "threads",
                            .protocol = protocol,
                            .ratio = {ratio, {low, high}, !isnan(low), .ci90 = {low, high}}});
}

/* Valid until the next one. */
static const char *printed(void)
{
    static char *text;
    size_t size;

    free(text);
    FILE *out = memory_or_die(open_memstream(&text, &size));

    placed_print(out, &placed);
    fclose(out);
    placed_free(&placed);
    count = 0;
    return text;
}

static bool says(const char *expected)
{
    const char *text = printed();

    if (strcmp(text, expected) != 0)
        fprintf(stderr, "is:\n%sshould be:\n%s", text, expected);
    return strcmp(text, expected) == 0;
}

TEST(a_sentence_for_each_pattern_says_how_often_and_by_how_much_the_other_placement_is_slower)
{
    add("reduce", 3, 8, "lock", 0.80, 0.79, 0.81);
    add("broadcast", 1, 65536, "barrier", 3.41, 3.30, 3.52);
    add("broadcast", 1, 8, "direct", 1.21, 1.20, 1.22);
    add("broadcast", 1, 8, "barrier", 0.5, 0.4, 0.6);
    add("broadcast", 1, 65536, "direct", 1.00, 0.99, 1.01);
    add("broadcast", 1, 4096, "direct", 1.00, 0.8, 1.2);
    CHECK(says("Each implementation on two placements:\n"
               "  broadcast on smt against bus, 2 ranks, rewrite buffers, consume no: slower in 2 "
               "(1.210 [1.200, 1.220] to 3.41 [3.30, 3.52] times, the most for threads/barrier at "
               "64K), faster in 1 (2.0 [1.7, 2.5] times, threads/barrier at 8), equivalent in 1, "
               "undecided in 1 of 5 comparisons.\n"
               "  reduce on smt against bus, 2 ranks, rewrite buffers, consume no: faster in 1 "
               "(1.250 [1.235, 1.266] times, threads/lock at 8) of 1 comparison.\n"));
}

TEST(a_pattern_without_sizes_names_none)
{
    add("barrier", 1, 0, "barrier", 2, 1.9, 2.1);
    CHECK(says("Each implementation on two placements:\n"
               "  barrier on smt against bus, 2 ranks, rewrite buffers: slower in 1 (2.00 [1.90, "
               "2.10] times, threads/barrier) of 1 comparison.\n"));
}

TEST(one_placement_is_not_mentioned)
{
    CHECK(says(""));
}
