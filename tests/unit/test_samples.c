/* SPDX-License-Identifier: BSD-3-Clause */
/* Time stamps of a worker that is none become samples. */
#include "comops/run/sampler.h"
#include "tests/tap.h"

#include <math.h>

enum { RANKS = 2, MOST = 9 };

static uint64_t starts[MOST], ends[RANKS][MOST];

const uint64_t *worker_starts(const struct worker_process *worker)
{
    (void)worker;
    return starts;
}

const uint64_t *worker_ends(const struct worker_process *worker, int rank)
{
    (void)worker;
    return ends[rank];
}

/* Times of stamp `index` from its start on each rank; 0: late. */
static void stamp(int index, uint64_t first, uint64_t second)
{
    starts[index] = 1000000 + 10000 * (uint64_t)index;
    ends[0][index] = first ? starts[index] + first : 0;
    ends[1][index] = second ? starts[index] + second : 0;
}

static const struct pattern one_way = {.messages = 1}, there_and_back = {.messages = 2};

static struct cell collected(const struct pattern *pattern, uint32_t per_sample,
                             uint32_t empty_runs, uint32_t stamps)
{
    const struct group group = {.pattern = pattern, .ranks = RANKS};
    struct cell cell;

    cell_init(&cell, RANKS);
    cell.runs = 1;
    cell.stamps_per_sample = per_sample;
    samples_collect(&group, &cell, NULL, empty_runs, stamps);
    return cell;
}

static bool is(double us, double ns)
{
    return fabs(us * 1e3 - ns) < 1e-9;
}

TEST(a_sample_is_the_mean_of_its_stamps_from_the_start_to_the_last_rank)
{
    stamp(0, 100, 300);
    stamp(1, 500, 200);
    stamp(2, 100, 100);
    stamp(3, 100, 0);
    struct cell cell = collected(&one_way, 2, 0, 4);

    CHECK(cell.count == 2 && cell.voided == 1 && cell.blocks[0] == 2);
    CHECK(is(cell.samples[0], 400) && is(cell.samples[1], 100));
    CHECK(cell.empty_us[0] == 0);
    cell_free(&cell);
}

TEST(what_an_empty_run_takes_on_average_of_the_ranks_is_taken_off)
{
    for (int i = 0; i < 8; i++)
        stamp(i, i % 2 ? 30 : 20, 55); /* a clock of coarse steps */
    stamp(2, 20, 0);                   /* late once */
    stamp(5, 900, 55);                 /* disturbed once */
    stamp(8, 100, 240);
    struct cell cell = collected(&one_way, 1, 8, 1), both = collected(&there_and_back, 1, 8, 1);

    CHECK(is(cell.empty_us[0], 40));
    CHECK(cell.count == 1 && is(cell.samples[0], 200) && cell.voided == 0);
    CHECK(is(both.samples[0], 100)); /* one way */
    cell_free(&cell);
    cell_free(&both);
}

TEST(less_than_can_be_told_apart_is_not_claimed)
{
    stamp(0, 40, 40);
    stamp(1, 38, 39);
    struct cell cell = collected(&one_way, 1, 1, 1);

    CHECK(is(cell.samples[0], 4));
    cell_free(&cell);
}

TEST(without_an_empty_run_in_time_a_block_is_void)
{
    stamp(0, 40, 0);
    stamp(1, 100, 100);
    struct cell cell = collected(&one_way, 1, 1, 1);

    CHECK(cell.count == 0 && cell.voided == 1 && cell.block_count == 1);
    cell_free(&cell);
}
