/* SPDX-License-Identifier: BSD-3-Clause */
/* What is inside the time of operations that repeat safely, and of those that are one call. */
#include "tests/declared/inside.h"

TEST(nothing_else_is_inside_the_time)
{
    static const struct inside rows[] = {
        {"shmem", "get", "shift", 8, 8, 4, 8, 2},
        {"shmem", "get", "naive_broadcast", 8, 6, 3, 6, 4},
        {"shmem", "get", "alltoall", 8, 24, 16, 24, 6},
        {"shmem", "get", "distant_get", 8, 0, 1, 0, 0},
        {"shmem", "get", "distant_get", 0, 0, 1, 0, 0},
        {"shmem", "get", "get", 0, 0, 1, 0, 0},
        {"shmem", "put", "put", 0, 0, 1, 0, 0},
        {"shmem", "put", "put_acknowledged", 8, 3, 1, 3, 3},
        {"threads", "get", "shift", 8, 8, 4, 8, 2},
        {"threads", "get", "alltoall", 8, 24, 16, 24, 6},
        {"mpi", "get", "get", 8, 0, 1, 8, 2},
        {"mpi", "get", "distant_get", 8, 0, 1, 4, 1},
        {"mpi", "get", "distant_get", 0, 0, 1, 4, 1},
        {"mpi", "get", "shift", 8, 0, 4, 8, 2},
        {"mpi", "get", "naive_broadcast", 8, 0, 3, 8, 2},
        {"mpi", "get", "alltoall", 8, 0, 16, 8, 2},
    };

    inside_check(rows, sizeof rows / sizeof *rows);
}

TEST(nobody_else_takes_part)
{
    static const struct acting rows[] = {
        {"shmem", "get", "distant_get", -1, RANK_0, RANK_0},
        {"shmem", "get", "distant_get", 2, RANK_0, RANK_3},
        {"shmem", "put", "distant_put", 1, RANK_0, RANK_2},
        {"mpi", "get", "distant_get", 1, RANK_0, RANK_2},
        {"mpi", "get", "distant_get", -1, RANK_0, RANK_0},
        {"shmem", "put", "message_rate", 0, RANK_0 | RANK_2, RANK_2}, /* one pair, half way */
        {"shmem", "put", "message_rate", 1, ALL, RANK_2 | RANK_3},
        {"mpi", "sendrecv", "message_rate", 0, RANK_0 | RANK_2, 0},
        {"mpi", "sendrecv", "message_rate", 1, ALL, 0},
    };

    acting_check(rows, sizeof rows / sizeof *rows);
}
