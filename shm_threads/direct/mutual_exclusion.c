/* SPDX-License-Identifier: BSD-3-Clause */
/* A queue lock (Anderson, "The performance of spin lock alternatives for shared-memory
 * multiprocessors", IEEE TPDS 1990): each rank takes a number and waits for it on a line of its
 * own. A small vector lies in that line, so one transfer brings lock and data; a long one lies in
 * the temporary. */
#include "comops/ranks/contract/buffer_bytes.h"
#include "shm_threads/direct/line.h"

/* Behind rank 0's endpoint. */
struct queue {
    struct endpoint endpoint;
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t tickets;   /* the next one */
    alignas(CACHE_LINE_PAIR) struct line turns[][LINES]; /* as many as ranks */
};

static struct queue *queue_of(const struct job *job)
{
    return (struct queue *)endpoint_of(job, ROOT);
}

static struct line *turn_of(const struct job *job, uint64_t ticket)
{
    return queue_of(job)->turns[ticket % (uint64_t)job->ranks];
}

static bool setup(struct job *job)
{
    const size_t turns = job->rank == ROOT ? (size_t)job->ranks * LINES * sizeof(struct line) : 0;

    if (job->rank == ROOT)
        memset(job->temporary, 0, job->bytes);
    return direct_allocate(job, sizeof(struct queue) + turns);
}

static void run(struct job *job)
{
    /* Relaxed: who waits for its number sees what the ranks before it did. */
    const uint64_t ticket =
        atomic_fetch_add_explicit(&queue_of(job)->tickets, 1, memory_order_relaxed);
    struct line *mine = turn_of(job, ticket), *next = turn_of(job, ticket + 1);

    if (is_small(job)) {
        alignas(CACHE_LINE) char sum[SMALL];

        lines_read(job, mine, sum, ticket);
        reduce_local(SUM_INT64, sum, sum, job->send, job->bytes);
        lines_write(job, next, sum, ticket + 1);
    } else {
        flag_wait(&mine->number, ticket);
        reduce_local(SUM_INT64, job->temporary, job->temporary, job->send, job->bytes);
        flag_set(&next->number, ticket + 1);
    }
}

static void collect(const struct job *job)
{
    const char zero[SMALL] = {0};
    const uint64_t ticket = atomic_load_explicit(&queue_of(job)->tickets, memory_order_relaxed);

    if (is_small(job)) {
        lines_read(job, turn_of(job, ticket), job->recv, ticket);
        lines_write(job, turn_of(job, ticket), zero, ticket);
    } else {
        memcpy(job->recv, job->temporary, job->bytes);
        memset(job->temporary, 0, job->bytes);
    }
}

static void complete(struct job *job)
{
    direct_meet(job); /* all have left the section */
    if (job->rank == ROOT)
        collect(job);
    direct_meet(job); /* the vector is 0 */
}

IMPLEMENTATION(DIRECT_PATH, direct, mutual_exclusion, .shared = true, .setup = setup,
               .teardown = state_free, .run = run, .complete = complete,
               .temporary_bytes = buffer_bytes, .copies = "2", .lines = "P + 1", .waits = "P-1",
               .summary = "a queue lock; a small vector is handed over in the lock's line");
