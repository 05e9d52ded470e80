/* SPDX-License-Identifier: BSD-3-Clause */
/* Time stamps of a worker that is none become samples. */
#include "comops/run/sampler.h"
#include "tests/tap.h"

#include <math.h>

enum { RANKS = 2, MOST = 320, LATEST = 200 };

static uint64_t starts[MOST];
static struct arena_stamp stamps[RANKS][MOST];
static struct arena_rank ranks[RANKS];

const uint64_t *worker_starts(const struct worker_process *worker)
{
    (void)worker;
    return starts;
}

const struct arena_stamp *worker_stamps(const struct worker_process *worker, int rank)
{
    (void)worker;
    return stamps[rank];
}

const struct arena_rank *worker_rank(const struct worker_process *worker, int rank)
{
    (void)worker;
    return &ranks[rank];
}

/* Stamp `index` on a rank: when it left the start, and when it ended, 0: it was late; ns after the
 * start. */
static void stamp_rank(int index, int rank, uint64_t began, uint64_t ended)
{
    starts[index] = 1000000 + 10000 * (uint64_t)index;
    stamps[rank][index].began = starts[index] + began;
    stamps[rank][index].ended = ended ? starts[index] + ended : 0;
}

/* Both ranks left the start at once. */
static void stamp(int index, uint64_t first, uint64_t second)
{
    stamp_rank(index, 0, 0, first);
    stamp_rank(index, 1, 0, second);
}

/* Empty runs that take 40 ns on average of the ranks. */
static void stamp_empty_runs(void)
{
    for (int i = 0; i < 8; i++)
        stamp(i, 25, 55);
}

static const struct pattern one_way = {.messages = 1}, there_and_back = {.messages = 2};
static const struct sampling trials = {.runs = 1}, blocks = {.runs = 1, .block_is_sample = true},
                             adaptive = {.runs = 1, .block_is_sample = true, .less_empty = true};

static struct cell collected(const struct pattern *pattern, const struct sampling *sampling,
                             uint32_t count)
{
    const struct group group = {.pattern = pattern, .ranks = RANKS};
    struct cell cell;

    cell_init(&cell, RANKS);
    cell.runs = 1;
    samples_collect(&group, &cell, NULL, sampling, count, LATEST);
    return cell;
}

static bool is(double us, double ns)
{
    return fabs(us * 1e3 - ns) < 1e-9;
}

TEST(a_stamp_lasts_from_the_start_to_the_last_rank_and_is_void_if_a_rank_was_late)
{
    stamp(0, 100, 300);
    stamp(1, 500, 200);
    stamp(2, 100, 0);
    struct cell cell = collected(&one_way, &trials, 3);

    CHECK(cell.count == 2 && cell.voided == 1 && cell.blocks[0] == 2);
    CHECK(is(cell.samples[0], 300) && is(cell.samples[1], 500));
    CHECK(cell.empty_us[0] == 0 && cell.stamp_count == 0);
    cell_free(&cell);
}

TEST(a_block_is_the_midmean_of_its_stamps_and_keeps_them_all)
{
    stamp(0, 100, 100);
    stamp(1, 101, 90);
    stamp(2, 90, 5000); /* interrupted */
    stamp(3, 96, 90);
    struct cell cell = collected(&one_way, &blocks, 4);

    CHECK(cell.count == 1 && is(cell.samples[0], 100.5));
    CHECK(cell.stamp_count == 4 && cell.stamp_blocks[0] == 4);
    CHECK(is(cell.stamps[0], 100) && is(cell.stamps[2], 5000) && is(cell.stamps[3], 96));
    cell_free(&cell);
}

/* What a clock of coarse steps shows; the time of day is `phase` later than a whole step. */
static uint64_t coarse(uint64_t ns, int phase)
{
    return (ns + (uint64_t)phase) / 10 * 10;
}

TEST(a_block_of_runs_that_vary_resolves_a_part_of_the_clock_s_step)
{
    enum { EMPTY = 64, STAMPS = 256 };

    for (int i = 0; i < EMPTY + STAMPS; i++)
        for (int rank = 0; rank < RANKS; rank++) {
            const uint64_t took = (i < EMPTY ? 23 : 23 + 54) + (uint64_t)(i / 10 * 3 % 9) - 4;

            stamp_rank(i, rank, coarse(0, i % 10), coarse(took, i % 10));
        }
    struct cell cell = collected(&one_way, &adaptive, STAMPS);

    CHECK(fabs(cell.samples[0] * 1e3 - 54) < 4);
    cell_free(&cell);
}

TEST(what_an_empty_run_takes_on_average_of_the_ranks_is_taken_off)
{
    stamp_empty_runs();
    stamp(2, 25, 0);    /* late once */
    stamp(5, 3000, 55); /* disturbed once */
    stamp(8, 100, 240);
    struct cell cell = collected(&one_way, &adaptive, 1),
                both = collected(&there_and_back, &adaptive, 1);

    CHECK(is(cell.empty_us[0], 40));
    CHECK(cell.count == 1 && is(cell.samples[0], 200) && is(cell.stamps[0], 200));
    CHECK(cell.voided == 0 && cell.floored == 0);
    CHECK(is(both.samples[0], 100) && is(both.stamps[0], 100)); /* one way */
    cell_free(&cell);
    cell_free(&both);
}

TEST(what_the_ranks_left_the_start_late_by_is_taken_off_each_stamp)
{
    stamp_empty_runs();
    for (int i = 0; i < 8; i++) /* the same empty runs, begun later */
        for (int rank = 0; rank < RANKS; rank++)
            stamp_rank(i, rank, 10, 10 + (rank ? 55 : 25));
    stamp_rank(8, 0, 4, 240);
    stamp_rank(8, 1, 16, 250);
    struct cell cell = collected(&one_way, &adaptive, 1);

    CHECK(is(cell.empty_us[0], 40));
    CHECK(is(cell.stamps[0], 250 - 10 - 40));
    cell_free(&cell);
}

TEST(a_rank_that_was_interrupted_at_the_start_voids_the_stamp)
{
    stamp_empty_runs();
    stamp(8, 240, 240);
    stamp_rank(9, 0, LATEST + 1, 500);
    stamp_rank(9, 1, 0, 500);
    struct cell cell = collected(&one_way, &adaptive, 2);

    CHECK(cell.stamp_count == 1 && cell.voided == 1);
    cell_free(&cell);
}

TEST(less_than_can_be_told_apart_is_not_claimed_and_counted)
{
    stamp_empty_runs();
    stamp(8, 38, 39);
    struct cell cell = collected(&one_way, &adaptive, 1);

    CHECK(is(cell.samples[0], 4) && is(cell.stamps[0], -1));
    CHECK(cell.floored == 1);
    cell_free(&cell);
}

TEST(without_an_empty_run_in_time_a_block_is_void)
{
    stamp_empty_runs();
    for (int i = 0; i < 8; i++)
        stamp(i, 40, 0);
    stamp(8, 100, 100);
    struct cell cell = collected(&one_way, &adaptive, 1);

    CHECK(cell.count == 0 && cell.voided == 1 && cell.block_count == 1);
    CHECK(cell.stamp_count == 0);
    cell_free(&cell);
}

TEST(ranks_read_at_the_same_time_unless_one_answers_the_other)
{
    static const struct pattern answered = {.messages = 2, .answers = true};
    const struct group all = {.pattern = &one_way, .ranks = RANKS},
                       in_turn = {.pattern = &answered, .ranks = RANKS};

    ranks[0].reading_ns = 100;
    ranks[1].reading_ns = 140;
    CHECK(is(samples_reading_us(&all, NULL), 140));
    CHECK(is(samples_reading_us(&in_turn, NULL), 120));
}
