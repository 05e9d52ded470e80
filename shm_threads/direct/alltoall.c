/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: each rank writes each block into the receiver's lines for this sender. Large: it copies
 * its blocks from the senders' buffers. Both in the rotated order of Luecke, Spanoyannis and Kraeva
 * 2004, test 5, so that ranks do not all access the same one. */
#include "shm_threads/direct/copy.h"
#include "shm_threads/direct/line.h"

struct exchange {
    struct endpoint endpoint; /* first, for endpoint_of */
    struct line from[];  /* two slots, each with lines for every sender, their only writer */
};

static bool setup(struct job *job)
{
    return direct_allocate(job, sizeof(struct exchange) +
                                    2 * (size_t)job->ranks * lines_of_message(job) * CACHE_LINE);
}

/* Two slots suffice: a rank that has all blocks of a step knows that all have ended the last. */
static struct line *lines_from(const struct job *job, int receiver, int sender, uint64_t step)
{
    struct exchange *exchange = job->peers[receiver]->state;

    return &exchange->from[((int)(step % 2) * job->ranks + sender) * (int)lines_of_message(job)];
}

static char *block(const struct job *job, char *buffer, int rank)
{
    return buffer + (size_t)rank * job->bytes;
}

static void small(struct job *job, int rank, uint64_t step)
{
    for (int j = 1; j < job->ranks; j++) {
        const int to = (rank + j) % job->ranks;

        lines_write(job, lines_from(job, to, rank, step), block(job, job->send, to), step);
        lines_prefetch_next(job, lines_from(job, to, rank, step + 1));
    }
    copy_words(block(job, job->recv, rank), block(job, job->send, rank), job->bytes);
    for (int j = 1; j < job->ranks; j++) {
        const int from = (rank + job->ranks - j) % job->ranks; /* C: -1 % ranks is -1 */

        lines_read(job, lines_from(job, rank, from, step), block(job, job->recv, from), step);
    }
}

static void large(struct job *job, struct endpoint *mine, int rank, uint64_t step)
{
    const size_t half = job->bytes / 2 / 64 * 64; /* of the own block, while waiting for others */
    char *own = block(job, job->recv, rank);
    const char *data = block(job, job->send, rank);

    flag_set(&mine->arrived, step); /* this rank's blocks are ready */
    copy_long(job, own, data, half);
    for (int j = 1; j < job->ranks; j++) {
        const int from = (rank + job->ranks - j) % job->ranks;
        const char *theirs = block(job, job->peers[from]->send, rank);

        flag_wait(&endpoint_of(job, from)->arrived, step); /* they are ready */
        copy_long(job, block(job, job->recv, from), theirs, job->bytes);
    }
    flag_set(&mine->finished, step);
    copy_long(job, own + half, data + half, job->bytes - half);
    FLAG_WAIT_ALL(job, finished, step); /* all have read: the send buffer may be rewritten */
}

static void run(struct job *job)
{
    struct endpoint *mine = job->state;
    const uint64_t step = ++mine->step;

    is_small(job) ? small(job, job->rank, step) : large(job, mine, job->rank, step);
}

IMPLEMENTATION(DIRECT_PATH, direct, alltoall, .run = run, .shared = true, .setup = setup,
               .teardown = state_free, .copies = "1", .crossings = "P", .lines = "P-1",
               .waits = "P-1",
               .summary = "small: each rank writes into cache lines of each receiver; large: it "
                          "copies its blocks from the senders' buffers, in rotated order");
