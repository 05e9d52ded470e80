/* SPDX-License-Identifier: BSD-3-Clause */
/* The broadcast of Open MPI's component XHC in its flat form, as in the measurements of ICPP 2023:
 * the root announces the message in one line, all others read it from one place and set a flag of
 * their own, and the root collects these flags. The variants are the remedies of that study,
 * rewritten from their description (extensions/simulate/docs/accuracy.md). */
#include "comops/ranks/contract/state.h"
#include "extensions/simulate/coherence/engine.h"

#include <stdalign.h>
#include <stdatomic.h>

enum { SHARED_MOST = 512, CHUNK = 16384, NEAR = 0, REST = 1, BOARDS };

/* One announcement and one shared buffer for the root's socket, another for the rest. */
enum { DUAL = 1, WAIT = 2, WRITE_BACK = 4 };

/* The root's announcements to some of the others. */
struct board {
    alignas(CACHE_LINE) _Atomic uint64_t begun; /* broadcasts; the rest of its line: */
    const char *_Atomic data;
    size_t bytes;
    alignas(CACHE_LINE) char buffer[SHARED_MOST];
};

/* What a reader of the root's socket says of its first chunk. */
struct progress {
    alignas(CACHE_LINE) _Atomic uint64_t joined; /* broadcast */
    _Atomic uint64_t done;                       /* bytes */
};

struct member {
    alignas(CACHE_LINE) _Atomic uint64_t acknowledged; /* broadcasts read */
    alignas(CACHE_LINE) uint64_t step;
    union {
        struct board boards[BOARDS]; /* the root's */
        struct progress progress[2]; /* a reader's, in broadcasts with even and odd numbers */
    };
};

static struct member *member_of(const struct job *job, int rank)
{
    return job->peers[rank]->state;
}

static bool is_near(const struct job *job, int rank)
{
    return job->peers[rank]->package == job->peers[ROOT]->package;
}

/* `opt4` waits with long messages only. There is somebody to wait for if rank 1 is near. */
static bool far_wait(const struct job *job)
{
    return job->variant & WAIT && (!(job->variant & DUAL) || job->bytes >= CHUNK) &&
           is_near(job, 1);
}

static void wait_for(const _Atomic uint64_t *flag, uint64_t number)
{
    while (atomic_load_explicit(flag, memory_order_acquire) < number)
        poll_pause();
}

/* ---- the root ------------------------------------------------------------------------------ */

static void announce(const struct job *job, struct board *board, uint64_t step)
{
    const bool small = job->bytes <= SHARED_MOST;
    char *data = small ? board->buffer : job->send;

    if (small)
        memcpy(board->buffer, job->send, job->bytes);
    if (job->variant & WRITE_BACK)
        engine_write_back(data, job->bytes);
    atomic_store_explicit(&board->data, data, memory_order_relaxed);
    board->bytes = job->bytes;
    atomic_store_explicit(&board->begun, step, memory_order_release); /* with all of the above */
}

static void run_root(const struct job *job, struct member *mine, uint64_t step)
{
    const int boards = job->variant & DUAL ? BOARDS : 1;
    /* `opt4` announces long messages to its own socket first. */
    const bool near_first = job->variant & WAIT && job->bytes > SHARED_MOST;

    for (int i = 0; i < boards; i++)
        announce(job, &mine->boards[near_first ? i : boards - 1 - i], step);
    for (int rank = 1; rank < job->ranks; rank++)
        wait_for(&member_of(job, rank)->acknowledged, step);
}

/* ---- the readers --------------------------------------------------------------------------- */

/* Waits until one of those who say so, which have odd numbers, has read so many bytes. */
static void wait_near(const struct job *job, uint64_t step, uint64_t bytes)
{
    for (int rank = 1;; rank = rank + 2 < job->ranks ? rank + 2 : 1) {
        const struct progress *its = &member_of(job, rank)->progress[step % 2];

        if (atomic_load_explicit(&its->joined, memory_order_acquire) == step &&
            atomic_load_explicit(&its->done, memory_order_acquire) >= bytes)
            return;
        poll_pause();
    }
}

static void run_reader(const struct job *job, struct member *mine, uint64_t step)
{
    const bool near = is_near(job, job->rank), waits = far_wait(job);
    const struct board *board =
        &member_of(job, ROOT)->boards[job->variant & DUAL && !near ? REST : NEAR];
    struct progress *progress = waits && near && job->rank % 2 ? &mine->progress[step % 2] : NULL;
    const size_t chunk = job->bytes < CHUNK ? job->bytes : CHUNK;
    size_t first = 0; /* bytes that are copied apart */

    if (progress) {
        atomic_store_explicit(&progress->done, 0, memory_order_relaxed);
        atomic_store_explicit(&progress->joined, step, memory_order_release); /* with it */
    }
    wait_for(&board->begun, step);
    const char *data = atomic_load_explicit(&board->data, memory_order_consume);

    if (waits && !near)
        wait_near(job, step, chunk);
    if (progress) {
        memcpy(job->recv, data, first = chunk);
        atomic_store_explicit(&progress->done, chunk, memory_order_release);
    }
    memcpy(job->recv + first, data + first, board->bytes - first);
    /* Release: the data have been read. */
    atomic_store_explicit(&mine->acknowledged, step, memory_order_release);
}

static void run(struct job *job)
{
    struct member *mine = job->state;
    const uint64_t step = ++mine->step;

    if (job->rank == ROOT)
        run_root(job, mine, step);
    else
        run_reader(job, mine, step);
}

static bool setup(struct job *job)
{
    return state_allocate(job, sizeof(struct member));
}

#define XHC(name, variants, text)                                                                  \
    COMOPS_IMPLEMENTATION(xhc_##name, "threads", #name, "broadcast", .run = run, .shared = true,   \
                          .variant = variants, .setup = setup, .teardown = state_free,             \
                          .copies = "1", .crossings = "P-1", .lines = "2", .waits = "2",           \
                          .summary = text)

XHC(flat, 0, "XHC of Open MPI: all read one flag and one buffer of the root");
XHC(dual, DUAL, "the same with a flag and a buffer for the root's socket and for the others");
XHC(wait, WAIT, "the others read when one of the root's socket has read the first 16 KiB");
XHC(clwb, WRITE_BACK, "the root writes what it sends back to memory first");
XHC(opt4, DUAL | WAIT, "two flags and buffers, and waiting from 16 KiB on");
