/* SPDX-License-Identifier: BSD-3-Clause */
/* What is inside the time of Luecke's tree and of operations as printed; the core's tests have
 * the others with what makes repetitions safe. */
#include "tests/declared/inside.h"

TEST(nothing_else_is_inside_the_time)
{
    static const struct inside rows[] = {
        {"shmem", "get", "shift_printed", 8, 0, 4, 0, 0},
        {"shmem", "get", "naive_broadcast_printed", 8, 0, 3, 0, 0},
        {"shmem", "get", "alltoall_printed", 8, 0, 12, 0, 0},
        {"shmem", "get", "alltoall_unrotated_printed", 8, 0, 16, 0, 0},
        {"shmem", "put", "tree_broadcast", 8, 6, 3, 6, 4},
        {"threads", "put", "tree_broadcast", 8, 6, 3, 6, 4},
        {"mpi", "get", "tree_broadcast", 8, 0, 3, 12, 3},
        {"shmem", "put", "tree_broadcast_printed", 8, 2, 3, 2, 2},
        {"shmem", "put", "put_acknowledged_printed", 8, 2, 1, 2, 2},
        {"shmem", "put", "put_acknowledged_printed", 0, 2, 1, 2, 2},
        {"shmem", "put_spin", "put_acknowledged_printed", 8, 2, 1, 2, 2},
        {"shmem", "put", "pingpong_printed", 8, 2, 2, 2, 2},
        {"threads", "put", "pingpong_printed", 8, 2, 2, 2, 2},
        {"threads", "get", "shift_printed", 8, 0, 4, 0, 0},
        {"threads", "get", "naive_broadcast_printed", 8, 0, 3, 0, 0},
        {"threads", "get", "alltoall_printed", 8, 0, 12, 0, 0},
        {"threads", "put", "tree_broadcast_printed", 8, 2, 3, 2, 2},
        {"threads", "put", "put_acknowledged_printed", 8, 2, 1, 1, 2},
        {"threads", "put", "put_acknowledged_printed", 0, 2, 1, 1, 2},
        {"mpi", "get", "shift_printed", 8, 0, 4, 4, 1},
        {"mpi", "get", "naive_broadcast_printed", 8, 0, 3, 4, 1},
        {"mpi", "get", "alltoall_printed", 8, 0, 12, 4, 1},
        {"mpi", "get", "alltoall_unrotated_printed", 8, 0, 16, 4, 1},
        {"mpi", "flush", "tree_broadcast_printed", 8, 3, 3, 0, 4},
        {"mpi", "put", "tree_broadcast_printed", 8, 3, 3, 0, 4},
    };

    inside_check(rows, sizeof rows / sizeof *rows);
}

TEST(nobody_else_takes_part)
{
    static const struct acting rows[] = {
        {"shmem", "put", "put_acknowledged_printed", 2, RANK_0 | RANK_3, RANK_3},
        {"shmem", "put_spin", "put_acknowledged_printed", 0, RANK_0 | RANK_1, RANK_1},
        {"threads", "put", "put_acknowledged_printed", 1, RANK_0 | RANK_2, RANK_2},
    };

    acting_check(rows, sizeof rows / sizeof *rows);
}
