/* SPDX-License-Identifier: BSD-3-Clause */
/* When a group is precise: by what is shown of it. */
#include "comops/run/group_state.h"
#include "tests/cells.h"
#include "tests/tap.h"

enum { LAUNCHES = 9 };

static struct cell cells[3];
static const struct group group = {.count = 3};
static const struct group_state state = {.group = &group, .cells = cells};

/* A cell of LAUNCHES launches, from `us` up to `most` times as long. */
static void add(int index, const char *path, const char *protocol, double us, double most)
{
    struct cell *cell = &cells[index];

    cells_begin(cell, path, protocol, 8);
    for (int i = 0; i < LAUNCHES; i++) {
        if (i > 0)
            cell_begin_launch(cell);
        cell_begin_block(cell, 0);
        cell_add_sample(cell, us * (1 + (most - 1) * i / (LAUNCHES - 1)));
    }
}

static void end(void)
{
    for (int i = 0; i < group.count; i++)
        cell_free(&cells[i]);
}

TEST(a_group_is_precise_when_the_ratios_of_its_verdicts_are)
{
    add(0, "threads", "direct", 1, 1.001);
    add(1, "mpi", "library", 3, 1.001);
    add(2, "threads", "get", 2, 2); /* not the fastest, nor of the paper: not shown */
    CHECK(group_state_precise(&state, 0.01));
    end();
}

TEST(a_cell_that_may_be_the_fastest_is_shown)
{
    add(0, "threads", "direct", 1, 1.001);
    add(1, "mpi", "library", 3, 1.001);
    add(2, "threads", "get", 0.8, 2);
    CHECK(!group_state_precise(&state, 0.01));
    end();
}

TEST(without_a_verdict_every_ratio_counts)
{
    add(0, "mpi", "library", 1, 1.001);
    add(1, "shmem", "put", 3, 1.001);
    add(2, "shmem", "get", 4, 2);
    CHECK(!group_state_precise(&state, 0.01));
    CHECK(group_state_precise(&state, 1));
    end();
}

TEST(cells_of_one_path_count_each)
{
    add(0, "mpi", "library", 1, 1.001);
    add(1, "mpi", "put", 3, 1.001);
    add(2, "mpi", "get", 4, 2);
    CHECK(!group_state_precise(&state, 0.01) && group_state_precise(&state, 0.6));
    end();
}

TEST(a_cell_without_a_sample_is_waited_for)
{
    add(0, "threads", "direct", 1, 1);
    add(1, "mpi", "library", 3, 1);
    cells_begin(&cells[2], "mpi", "put", 8);
    CHECK(!group_state_precise(&state, 1));
    end();
}
