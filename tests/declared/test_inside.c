/* SPDX-License-Identifier: BSD-3-Clause */
/* What is inside the time of an operation as its paper prints it: messages, data moved, fences,
 * waits, and who takes part. Counted as what is declared. */
#include "tests/declared/measured.h"
#include "tests/tap.h"

#include <string.h>

/* What 4 ranks together send, set and move, and the chain of waits. Each
 * operation as printed follows the one that makes repetitions safe within the time. */
static const struct {
    const char *path, *protocol, *pattern;
    int bytes, messages, moves, fences, waits;
} inside[] = {
    {"shmem", "get", "shift", 8, 8, 4, 8, 2},
    {"shmem", "get", "shift_printed", 8, 0, 4, 0, 0},
    {"shmem", "get", "naive_broadcast", 8, 6, 3, 6, 4},
    {"shmem", "get", "naive_broadcast_printed", 8, 0, 3, 0, 0},
    {"shmem", "get", "alltoall", 8, 24, 16, 24, 6},
    {"shmem", "get", "alltoall_printed", 8, 0, 12, 0, 0},
    {"shmem", "get", "alltoall_unrotated_printed", 8, 0, 16, 0, 0},
    {"shmem", "get", "distant_get", 8, 0, 1, 0, 0},
    {"shmem", "get", "distant_get", 0, 0, 1, 0, 0},
    {"shmem", "get", "get", 0, 0, 1, 0, 0},
    {"shmem", "put", "put", 0, 0, 1, 0, 0},
    {"shmem", "put", "tree_broadcast", 8, 6, 3, 6, 4},
    {"shmem", "put", "tree_broadcast_printed", 8, 2, 3, 2, 2},
    {"shmem", "put", "put_acknowledged", 8, 3, 1, 3, 3},
    {"shmem", "put", "put_acknowledged_printed", 8, 2, 1, 2, 2},
    {"shmem", "put", "put_acknowledged_printed", 0, 2, 1, 2, 2},
    {"shmem", "put_spin", "put_acknowledged_printed", 8, 2, 1, 2, 2},
    {"threads", "get", "shift", 8, 8, 4, 8, 2},
    {"threads", "get", "shift_printed", 8, 0, 4, 0, 0},
    {"threads", "get", "naive_broadcast_printed", 8, 0, 3, 0, 0},
    {"threads", "get", "alltoall", 8, 24, 16, 24, 6},
    {"threads", "get", "alltoall_printed", 8, 0, 12, 0, 0},
    {"threads", "put", "tree_broadcast", 8, 6, 3, 6, 4},
    {"threads", "put", "tree_broadcast_printed", 8, 2, 3, 2, 2},
    {"threads", "put", "put_acknowledged_printed", 8, 2, 1, 1, 2},
    {"threads", "put", "put_acknowledged_printed", 0, 2, 1, 1, 2},
    {"mpi", "get", "get", 8, 0, 1, 8, 2},
    {"mpi", "get", "distant_get", 8, 0, 1, 4, 1},
    {"mpi", "get", "distant_get", 0, 0, 1, 4, 1},
    {"mpi", "get", "shift", 8, 0, 4, 8, 2},
    {"mpi", "get", "shift_printed", 8, 0, 4, 4, 1},
    {"mpi", "get", "naive_broadcast", 8, 0, 3, 8, 2},
    {"mpi", "get", "naive_broadcast_printed", 8, 0, 3, 4, 1},
    {"mpi", "get", "alltoall", 8, 0, 16, 8, 2},
    {"mpi", "get", "alltoall_printed", 8, 0, 12, 4, 1},
    {"mpi", "get", "alltoall_unrotated_printed", 8, 0, 16, 4, 1},
    {"mpi", "get", "tree_broadcast", 8, 0, 3, 12, 3},
    {"mpi", "flush", "tree_broadcast_printed", 8, 3, 3, 0, 4},
    {"mpi", "put", "tree_broadcast_printed", 8, 3, 3, 0, 4},
    {"shmem", "(0,1)", "swap", 8, 8, 4, 8, 2},
    {"shmem", "(0,1)", "swap_printed", 8, 4, 2, 4, 2},
    {"mpi", "(0,6)", "swap", 8, 4, 0, 0, 1},
    {"mpi", "(0,6)", "swap_printed", 8, 2, 0, 0, 1},
};

static const struct implementation *named(const char *path, const char *protocol,
                                          const char *pattern)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++)
        if (!strcmp(all[i]->path, path) && !strcmp(all[i]->protocol, protocol) &&
            !strcmp(all[i]->pattern, pattern))
            return all[i];
    abort();
}

TEST(nothing_but_what_is_printed_is_inside_the_time)
{
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        const struct measured found =
            measure(named(inside[i].path, inside[i].protocol, inside[i].pattern),
                    (struct setting){.ranks = 4, .bytes = (size_t)inside[i].bytes});
        const struct calls calls = found.total;
        const bool good = calls.messages == inside[i].messages && calls.moves == inside[i].moves &&
                          calls.fences == inside[i].fences &&
                          found.longest.waits == inside[i].waits;

        CHECK(good);
        if (!good)
            printf("# %s/%s/%s, %d bytes: %d messages, %d moves, %d fences, %d waits\n",
                   inside[i].path, inside[i].protocol, inside[i].pattern, inside[i].bytes,
                   calls.messages, calls.moves, calls.fences, found.longest.waits);
    }
}

/* Bits of ranks: who acts in a run, and whose memory data are moved to or from. */
enum { RANK_0 = 1, RANK_1 = 2, RANK_2 = 4, RANK_3 = 8, ALL = 15 };

TEST(one_partner_a_series_and_two_neighbours_alone)
{
    static const struct {
        const char *path, *protocol, *pattern;
        int value;
        unsigned acting, others;
    } cases[] = {
        {"shmem", "get", "distant_get", -1, RANK_0, RANK_0},
        {"shmem", "get", "distant_get", 2, RANK_0, RANK_3},
        {"shmem", "put", "distant_put", 1, RANK_0, RANK_2},
        {"mpi", "get", "distant_get", 1, RANK_0, RANK_2},
        {"mpi", "get", "distant_get", -1, RANK_0, RANK_0},
        {"shmem", "put", "put_acknowledged_printed", 2, RANK_0 | RANK_3, RANK_3},
        {"shmem", "put_spin", "put_acknowledged_printed", 0, RANK_0 | RANK_1, RANK_1},
        {"threads", "put", "put_acknowledged_printed", 1, RANK_0 | RANK_2, RANK_2},
        {"threads", "(0,2)", "swap", 0, ALL, ALL},
        {"threads", "(0,2)", "swap_printed", 0, RANK_0 | RANK_1, RANK_0 | RANK_1},
        {"mpi", "(0,3)", "swap", 0, ALL, 0},
        {"mpi", "(0,3)", "swap_printed", 0, RANK_0 | RANK_1, 0},
        {"shmem", "put", "message_rate", 0, RANK_0 | RANK_2, RANK_2}, /* one pair, half way */
        {"shmem", "put", "message_rate", 1, ALL, RANK_2 | RANK_3},
        {"mpi", "sendrecv", "message_rate", 0, RANK_0 | RANK_2, 0},
        {"mpi", "sendrecv", "message_rate", 1, ALL, 0},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct measured found =
            measure(named(cases[i].path, cases[i].protocol, cases[i].pattern),
                    (struct setting){.ranks = 4, .bytes = 8, .value = cases[i].value});
        const bool good = found.acting == cases[i].acting && found.total.others == cases[i].others;

        CHECK(good);
        if (!good)
            printf("# %s/%s/%s, %d: ranks %x act, on %x\n", cases[i].path, cases[i].protocol,
                   cases[i].pattern, cases[i].value, found.acting, found.total.others);
    }
}
