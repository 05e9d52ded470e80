/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/cell_disturbances.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>

static struct disturbances rank(double watched_us, double waited_us, double faults)
{
    struct disturbances rank = {.watched_us = watched_us};

    rank.of[DISTURBANCE_WAITED] = waited_us;
    rank.of[DISTURBANCE_STOLEN] = NAN;
    rank.of[DISTURBANCE_FAULTS] = faults;
    return rank;
}

/* Two blocks of ten runs on two ranks. */
static struct cell_disturbances two_blocks(void)
{
    const struct disturbances first[] = {rank(100, 0, 0), rank(90, 2.5, 7)};
    const struct disturbances second[] = {rank(50, 0, 0), rank(60, 0, 20)};
    struct cell_disturbances cell = {0};

    cell_disturbances_add(&cell, first, 2, 10);
    cell_disturbances_add(&cell, second, 2, 10);
    return cell;
}

TEST(a_block_has_what_its_worst_rank_has)
{
    struct cell_disturbances cell = two_blocks();

    CHECK(cell.block_count == 2 && cell.watched_us == 160);
    CHECK(cell.blocks[0].watched_us == 100 && cell.blocks[0].lost_us == 2.5);
    CHECK(cell.blocks[0].faults_per_run == 0.7 && cell.blocks[1].faults_per_run == 2);
    cell_disturbances_free(&cell);
    CHECK(cell.block_count == 0);
}

TEST(the_record_names_block_rank_and_amount_and_what_the_kernel_does_not_say)
{
    struct cell_disturbances cell = two_blocks();
    json_t *record = cell_disturbances_json(&cell);
    char *text = json_dumps(record, JSON_COMPACT | JSON_REAL_PRECISION(9));

    CHECK(strcmp(text, "{\"watched_us\":160.0,\"waited_us\":[[0,1,2.5]],\"stolen_us\":null,"
                       "\"involuntary_switches\":[],\"migrations\":[],"
                       "\"page_faults\":[[0,1,7],[1,1,20]]}") == 0);
    free(text);
    json_decref(record);
    cell_disturbances_free(&cell);
    CHECK(!cell_disturbances_json(&cell)); /* nothing was watched */
}
