/* SPDX-License-Identifier: BSD-3-Clause */
/* Which cells a verdict compares, and that what it says holds whichever of them is the fastest. */
#include "comops/findings/verdict.h"
#include "tests/cells.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>

enum { MOST = 8, LAUNCHES = 6 };

static struct cell cells[MOST];
static int count;

/* A cell whose launches take time_us times 1 and a little, the same for all cells. */
static struct cell *add(const char *path, const char *protocol, double time_us)
{
    struct cell *cell = &cells[count++];

    cells_begin(cell, path, protocol, 8);
    for (int launch = 0; launch < LAUNCHES; launch++) {
        if (launch)
            cell_begin_launch(cell);
        cell_begin_block(cell, 0);
        cell_add_sample(cell, time_us * (1 + 0.001 * launch));
    }
    return cell;
}

/* The same with launches of its own that vary by so much to both sides. */
static struct cell *add_noisy(const char *path, const char *protocol, double time_us, double noise)
{
    struct cell *cell = add(path, protocol, time_us);

    for (size_t i = 0; i < cell->count; i++)
        cell->samples[i] = time_us * (1 + noise * ((double)i - 2.5) / 2.5);
    return cell;
}

static void clear(void)
{
    while (count)
        cell_free(&cells[--count]);
}

static bool compares(int kind, const char *a, const char *b)
{
    const struct verdict verdict = verdict_of(kind, cells, count);

    return verdict.cells[0] && verdict.cells[1] && strcmp(verdict.cells[0]->protocol, a) == 0 &&
           strcmp(verdict.cells[1]->protocol, b) == 0;
}

TEST(each_verdict_compares_the_fastest_of_its_own_protocols)
{
    add("threads", "barrier", 3);
    add("threads", "lock", 2);
    add("threads", "direct", 1);
    add("mpi", "library", 2.5);
    add("mpi", "shared", 1.5);
    CHECK(compares(VERDICT_PAPER, "lock", "library"));
    CHECK(compares(VERDICT_BEST, "direct", "shared"));
    CHECK(!verdict_of(VERDICT_SAME_CODE, cells, count).cells[1]);
    add("mpi", "direct", 1.1);
    CHECK(compares(VERDICT_SAME_CODE, "direct", "direct"));
    CHECK(compares(VERDICT_BEST, "direct", "direct"));
    CHECK(compares(VERDICT_PAPER, "lock", "library"));
    clear();
}

TEST(a_further_mpi_library_is_mpi_and_shmem_is_not)
{
    add("threads", "barrier", 3);
    add("mpi@intel", "library", 2);
    add("shmem", "library", 1);
    CHECK(strcmp(verdict_of(VERDICT_PAPER, cells, count).cells[1]->path, "mpi@intel") == 0);
    CHECK(strcmp(verdict_of(VERDICT_BEST, cells, count).cells[1]->path, "shmem") == 0);
    clear();
}

TEST(a_cell_that_is_not_valid_represents_nothing)
{
    add("threads", "barrier", 3);
    strcpy(add("threads", "direct", 1)->error, "wrong data");
    add("mpi", "library", 2);
    CHECK(compares(VERDICT_BEST, "barrier", "library"));
    clear();
}

TEST(protocols_that_are_clearly_slower_do_not_widen_the_interval)
{
    add("threads", "direct", 1);
    add("mpi", "library", 2);
    const struct verdict alone = verdict_of(VERDICT_BEST, cells, count);

    add_noisy("threads", "barrier", 4, 0.3);
    add_noisy("mpi", "sendrecv", 5, 0.3);
    const struct verdict both = verdict_of(VERDICT_BEST, cells, count);

    CHECK(alone.decision == DECISION_FASTER && both.decision == DECISION_FASTER);
    CHECK(both.ratio.interval.low == alone.ratio.interval.low &&
          both.ratio.interval.high == alone.ratio.interval.high);
    clear();
}

TEST(the_interval_contains_those_of_all_pairs_that_may_be_the_fastest_two)
{
    const struct cell *direct = add("threads", "direct", 1);

    add("mpi", "library", 1.02);
    const struct cell *rival = add_noisy("mpi", "sendrecv", 1.04, 0.1);
    const struct ratio own = cell_ratio(direct, &cells[1]), other = cell_ratio(direct, rival);
    const struct verdict verdict = verdict_of(VERDICT_BEST, cells, count);

    CHECK(verdict.cells[1] == &cells[1] && verdict.ratio.value == own.value);
    CHECK(own.interval.low > 1 && other.interval.low < 1); /* alone it would be faster */
    CHECK(verdict.ratio.interval.low == other.interval.low);
    CHECK(verdict.ratio.interval.high == fmax(own.interval.high, other.interval.high));
    CHECK(verdict.decision == DECISION_UNDECIDED);
    clear();
}

TEST(libraries_of_a_path_are_compared_with_its_own_by_the_fastest_protocol_that_calls_them)
{
    add("threads", "barrier", 1);
    add("mpi", "library", 3);
    add("mpi", "sendrecv", 2);
    add("mpi", "direct", 0.5);
    CHECK(!verdict_of(LIBRARIES_MPI, cells, count).cells[1]);
    add("mpi@intel", "library", 1.5);
    add("mpi@other", "sendrecv", 2.5);
    add("mpi@other", "direct", 0.4);
    const struct verdict verdict = verdict_of(LIBRARIES_MPI, cells, count);

    CHECK(compares(LIBRARIES_MPI, "sendrecv", "library"));
    CHECK(strcmp(verdict.cells[0]->path, "mpi") == 0);
    CHECK(strcmp(verdict.cells[1]->path, "mpi@intel") == 0);
    CHECK(verdict.ratio.value == 0.75 && verdict.decision == DECISION_SLOWER);
    CHECK(!verdict_of(LIBRARIES_OPENMP, cells, count).cells[1]);
    clear();
}

TEST(without_the_path_s_own_library_the_first_of_the_others_is_compared)
{
    add("threads@libomp", "barrier", 1);
    add("threads@iomp", "lock", 2);
    const struct verdict verdict = verdict_of(LIBRARIES_OPENMP, cells, count);

    CHECK(strcmp(verdict.cells[0]->path, "threads@libomp") == 0);
    CHECK(verdict.decision == DECISION_FASTER);
    clear();
}

/* Uniform from 0 to 1. */
static double uniform(void)
{
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) / 9007199254740992.0;
}

/* One protocol over threads and five over MPI, all equally fast; their launches vary. */
static void add_equal(void)
{
    static const char *const protocols[] = {"a", "b", "c", "d", "e"};

    for (int i = 0; i < 6; i++) {
        struct cell *cell = add(i ? "mpi" : "threads", protocols[i ? i - 1 : 0], 1);

        for (size_t j = 0; j < cell->count; j++)
            cell->samples[j] = 1 + 0.1 * (uniform() + uniform() + uniform() + uniform());
    }
}

TEST(choosing_the_fastest_makes_no_difference_out_of_none)
{
    enum { CAMPAIGNS = 4000 };
    int wrong = 0, wrong_without = 0;

    for (int i = 0; i < CAMPAIGNS; i++) {
        add_equal();
        const struct verdict verdict = verdict_of(VERDICT_BEST, cells, count);
        const struct ratio alone = cell_ratio(verdict.cells[0], verdict.cells[1]);
        const enum decision chosen = ratio_decision(&alone);

        wrong += verdict.decision == DECISION_FASTER || verdict.decision == DECISION_SLOWER;
        wrong_without += chosen == DECISION_FASTER || chosen == DECISION_SLOWER;
        clear();
    }
    printf("# wrong of %d: %d, without the other pairs %d\n", CAMPAIGNS, wrong, wrong_without);
    CHECK(wrong <= CAMPAIGNS / 20);
    CHECK(wrong < wrong_without);
}

TEST(nothing_is_decided_without_an_interval)
{
    cells_begin(&cells[count++], "threads", "direct", 8);
    cells_begin(&cells[count++], "mpi", "library", 8);
    for (int i = 0; i < 2; i++) {
        cell_begin_block(&cells[i], 0);
        cell_add_sample(&cells[i], 1 + i);
    }
    const struct verdict verdict = verdict_of(VERDICT_BEST, cells, count);

    CHECK(verdict.ratio.value == 2 && !verdict.ratio.has_interval);
    CHECK(verdict.decision == DECISION_UNDECIDED);
    clear();
}

static bool is_named(const char *runtime, const char *expected)
{
    char *name = verdict_library(runtime);
    const bool good = strcmp(name, expected) == 0;

    free(name);
    return good;
}

TEST(a_library_is_named_with_its_version)
{
    CHECK(is_named("MPICH Version: 3.4.3 MPICH Release date: Thu MPICH Device: ch3:nemesis MPICH",
                   "MPICH 3.4.3, ch3:nemesis"));
    CHECK(is_named("MPICH Version:      4.0.2 MPICH Release date:", "MPICH 4.0.2"));
    CHECK(is_named("Open MPI v4.1.4, package: Debian OpenMPI", "Open MPI v4.1.4"));
    CHECK(is_named("Intel(R) MPI Library 2021.11 for Linux* OS ",
                   "Intel(R) MPI Library 2021.11 for Linux* OS"));
    CHECK(is_named("", ""));
}

TEST(the_record_has_the_pair_the_verdict_and_its_libraries)
{
    json_t *runtimes = json_pack("{ss ss}", "threads", "libgomp.so.1", "mpi", "Open MPI v4.1.4, x");
    const char *name, *first, *second, *decision;

    add("threads", "direct", 1);
    add("mpi", "library", 2);
    const struct verdict verdict = verdict_of(VERDICT_BEST, cells, count);
    json_t *record = verdict_record(VERDICT_BEST, &verdict, runtimes);

    CHECK(json_unpack(record, "{ss ss s[ss]}", "verdict", &name, "decision", &decision, "libraries",
                      &first, &second) == 0);
    CHECK(strcmp(name, "best") == 0 && strcmp(decision, "faster") == 0);
    CHECK(strcmp(first, "libgomp.so.1") == 0 && strcmp(second, "Open MPI v4.1.4") == 0);
    json_decref(record);
    const struct verdict none = verdict_of(VERDICT_PAPER, cells, count);

    CHECK(!verdict_record(VERDICT_PAPER, &none, runtimes));
    json_decref(runtimes);
    clear();
}
