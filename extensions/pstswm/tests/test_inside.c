/* SPDX-License-Identifier: BSD-3-Clause */
/* What is inside the time of a swap, and of a swap as printed. */
#include "tests/declared/inside.h"

TEST(nothing_else_is_inside_the_time)
{
    static const struct inside rows[] = {
        {"shmem", "(0,1)", "swap", 8, 8, 4, 8, 2},
        {"shmem", "(0,1)", "swap_printed", 8, 4, 2, 4, 2},
        {"mpi", "(0,6)", "swap", 8, 4, 0, 0, 1},
        {"mpi", "(0,6)", "swap_printed", 8, 2, 0, 0, 1},
    };

    inside_check(rows, sizeof rows / sizeof *rows);
}

TEST(nobody_else_takes_part)
{
    static const struct acting rows[] = {
        {"threads", "(0,2)", "swap", 0, ALL, ALL},
        {"threads", "(0,2)", "swap_printed", 0, RANK_0 | RANK_1, RANK_0 | RANK_1},
        {"mpi", "(0,3)", "swap", 0, ALL, 0},
        {"mpi", "(0,3)", "swap_printed", 0, RANK_0 | RANK_1, 0},
    };

    acting_check(rows, sizeof rows / sizeof *rows);
}
