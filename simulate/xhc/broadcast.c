/* SPDX-License-Identifier: BSD-3-Clause */
/* The broadcast of Open MPI's component XHC in its flat form, as in the measurements of ICPP 2023:
 * the root announces the message in one line, all others read it from one place and set a flag of
 * their own, and the root collects these flags. `dual`: one announcement and one shared buffer for
 * the root's socket, another for the rest. Rewritten from its description (docs/accuracy.md). */
#include "comops/contract/state.h"

#include <stdalign.h>
#include <stdatomic.h>

enum { SHARED_MOST = 512, NEAR = 0, REST = 1, BOARDS };

/* The root's announcements to some of the others. */
struct board {
    alignas(CACHE_LINE) _Atomic uint64_t begun; /* broadcasts; the rest of its line: */
    const char *_Atomic data;
    size_t bytes;
    alignas(CACHE_LINE) char buffer[SHARED_MOST];
};

struct member {
    alignas(CACHE_LINE) _Atomic uint64_t acknowledged; /* broadcasts read */
    alignas(CACHE_LINE) uint64_t step;
    struct board boards[BOARDS]; /* the root's */
};

static int board_of(const struct job *job, int rank)
{
    const bool near = job->peers[rank]->cache == job->peers[ROOT]->cache;

    return job->variant && !near ? REST : NEAR;
}

static void wait_for(const _Atomic uint64_t *flag, uint64_t number)
{
    while (atomic_load_explicit(flag, memory_order_acquire) < number)
        poll_pause();
}

static void announce(const struct job *job, struct board *board, uint64_t step)
{
    const bool small = job->bytes <= SHARED_MOST;

    if (small)
        memcpy(board->buffer, job->send, job->bytes);
    atomic_store_explicit(&board->data, small ? board->buffer : job->send, memory_order_relaxed);
    board->bytes = job->bytes;
    atomic_store_explicit(&board->begun, step, memory_order_release); /* with all of the above */
}

static void run(struct job *job)
{
    struct member *mine = job->state, *root = job->peers[ROOT]->state;
    const uint64_t step = ++mine->step;

    if (job->rank == ROOT) {
        for (int board = job->variant ? REST : NEAR; board >= NEAR; board--)
            announce(job, &root->boards[board], step);
        for (int rank = 1; rank < job->ranks; rank++)
            wait_for(&((struct member *)job->peers[rank]->state)->acknowledged, step);
    } else {
        const struct board *board = &root->boards[board_of(job, job->rank)];

        wait_for(&board->begun, step);
        memcpy(job->recv, atomic_load_explicit(&board->data, memory_order_consume), board->bytes);
        /* Release: the data have been read. */
        atomic_store_explicit(&mine->acknowledged, step, memory_order_release);
    }
}

static bool setup(struct job *job)
{
    return state_allocate(job, sizeof(struct member));
}

#define XHC(name, variant_number, text)                                                            \
    COMOPS_IMPLEMENTATION(name, "threads", #name, "broadcast", .run = run, .shared = true,         \
                          .variant = variant_number, .setup = setup, .teardown = state_free,       \
                          .copies = "1", .crossings = "P-1", .lines = "2", .waits = "2",           \
                          .summary = text)

XHC(xhc_flat, 0, "XHC of Open MPI: all read one flag and one buffer of the root");
XHC(xhc_dual, 1, "the same with a flag and a buffer for the root's cache and for the others");
