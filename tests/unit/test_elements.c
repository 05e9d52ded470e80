/* SPDX-License-Identifier: BSD-3-Clause */
/* The data of reductions reveal every kind of wrong result that an implementation may produce, from
 * one element on. */
#include "comops/ranks/contract/registry.h"
#include "comops/ranks/patterns/elements.h"
#include "tests/tap.h"

enum { RANKS = 4, BYTES = 4096, REPETITIONS = 8 };

static char sent[RANKS][RANKS * BYTES], recv[BYTES];

/* One rank's job of reduce_scatter, in which ranks also differ in their slices. */
static struct job job_of(enum reduction reduction, int rank, size_t bytes)
{
    return (struct job){.pattern = registry_pattern("reduce_scatter"),
                        .rank = rank,
                        .ranks = RANKS,
                        .bytes = bytes,
                        .reduction = reduction,
                        .send = sent[rank],
                        .recv = recv};
}

static void fill(enum reduction reduction, size_t bytes, uint64_t repetition)
{
    for (int rank = 0; rank < RANKS; rank++) {
        struct job job = job_of(reduction, rank, bytes);

        job.pattern->fill(&job, repetition);
    }
}

/* Reduces `slice` of the ranks in the list, from last to first; -1 ends it. */
static void merge(enum reduction reduction, const int *ranks, int slice, size_t bytes)
{
    memcpy(recv, sent[*ranks] + (size_t)slice * bytes, bytes);
    while (*++ranks >= 0)
        reduce_local(reduction, recv, sent[*ranks] + (size_t)slice * bytes, recv, bytes);
}

static bool accepted(enum reduction reduction, int rank, size_t bytes, uint64_t repetition)
{
    const struct job job = job_of(reduction, rank, bytes);
    struct fault fault;

    return job.pattern->check(&job, repetition, &fault);
}

/* True if at least one check of a cell rejects; a maximum may miss a rank that has it elsewhere. */
static bool rejected(enum reduction reduction, const int *ranks, size_t bytes)
{
    bool good = true;

    for (uint64_t repetition = 1; repetition <= RANKS; repetition++) {
        fill(reduction, bytes, repetition);
        merge(reduction, ranks, 1, bytes);
        good = good && accepted(reduction, 1, bytes, repetition);
    }
    return !good;
}

TEST(a_result_is_accepted_in_whatever_order_it_was_merged)
{
    static const int orders[][RANKS + 1] = {{0, 1, 2, 3, -1}, {3, 2, 1, 0, -1}, {2, 0, 3, 1, -1}};

    for (int reduction = 0; reduction < REDUCTIONS; reduction++)
        for (int i = 0; i < 3; i++)
            for (size_t bytes = 8; bytes <= BYTES; bytes *= 8) {
                fill(reduction, bytes, 5);
                merge(reduction, orders[i], 2, bytes);
                CHECK(accepted(reduction, 2, bytes, 5));
            }
}

TEST(a_contribution_that_is_missing_is_seen)
{
    static const int some[][RANKS] = {{1, 2, 3, -1}, {0, 2, 3, -1}, {0, 1, 3, -1}, {0, 1, 2, -1}};

    for (int reduction = 0; reduction < REDUCTIONS; reduction++)
        for (int i = 0; i < RANKS; i++)
            for (size_t bytes = 8; bytes <= BYTES; bytes *= 8)
                CHECK(rejected(reduction, some[i], bytes));
}

TEST(a_contribution_that_is_there_twice_or_for_another_is_seen)
{
    static const int twice[] = {0, 1, 2, 2, 3, -1}, another[] = {0, 1, 1, 3, -1};

    for (int reduction = 0; reduction < REDUCTIONS; reduction++)
        for (size_t bytes = 8; bytes <= BYTES; bytes *= 8) {
            CHECK(reduction < SUM_DOUBLE ||
                  rejected(reduction, twice, bytes)); /* harmless in a maximum */
            CHECK(rejected(reduction, another, bytes));
        }
}

TEST(another_slice_and_older_data_are_seen)
{
    static const int all[] = {0, 1, 2, 3, -1};

    for (int reduction = 0; reduction < REDUCTIONS; reduction++)
        for (size_t bytes = 8; bytes <= BYTES; bytes *= 8)
            for (int slice = 0; slice < RANKS; slice++) {
                fill(reduction, bytes, REPETITIONS);
                merge(reduction, all, slice, bytes);
                for (int rank = 0; rank < RANKS; rank++)
                    CHECK(accepted(reduction, rank, bytes, REPETITIONS) == (rank == slice));
                for (uint64_t later = 1; later <= REPETITIONS; later++)
                    CHECK(!accepted(reduction, slice, bytes, REPETITIONS + later));
            }
}

static int64_t element(enum reduction reduction, int rank, int ranks, size_t index,
                       uint64_t repetition)
{
    return mixed(reduction, index, repetition) +
           (int64_t)order_of(rank, ranks, index, repetition) + 1;
}

TEST(sums_of_4096_ranks_are_exact_in_float)
{
    float sum = 0;
    int64_t exact = 0;

    for (int rank = 0; rank < 4096; rank++) {
        sum += (float)element(SUM_FLOAT, rank, 4096, 1597, 3);
        exact += element(SUM_FLOAT, rank, 4096, 1597, 3);
        CHECK((int64_t)sum == exact);
    }
    CHECK(2048 * INT64_C(4096) + 4096 * INT64_C(4095) / 2 <= 1 << 24); /* the greatest possible */
}
