/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/parallel/transpose.h"

#include "comops/worley/exchange.h"
#include "pstswm/parallel/communication.h"
#include "pstswm/transforms/arrays.h"

#include <stdlib.h>

size_t remap_largest(const struct remap *const *remaps, const struct job *job)
{
    size_t largest = 0;

    for (; *remaps; remaps++)
        for (int to = 0; to < job->ranks; to++)
            if (to != job->rank && remap_block(*remaps, job->rank, to) > largest)
                largest = remap_block(*remaps, job->rank, to);
    return largest;
}

size_t remap_sent(const struct remap *remap, const struct job *job, int to)
{
    size_t begin = 0;

    for (int rank = 0; rank < to; rank++)
        begin += remap_block(remap, job->rank, rank);
    return begin;
}

size_t remap_received(const struct remap *remap, const struct job *job, int from)
{
    size_t begin = 0;

    for (int rank = 0; rank < from; rank++)
        begin += remap_block(remap, rank, job->rank);
    return begin;
}

static void begin(struct job *job, const struct remap *remap, int step, int to, int from)
{
    exchange_begin(job, step,
                   (struct message){job->send + remap_sent(remap, job, to),
                                    remap_block(remap, job->rank, to), to},
                   (struct message){job->recv + remap_received(remap, job, from),
                                    remap_block(remap, from, job->rank), from});
}

/* Blocks are in place, so all exchanges begin at once if they may overlap. */
static void exchange_all(struct job *job, const struct remap *remap,
                         int to_of(const struct job *, int step),
                         int from_of(const struct job *, int step))
{
    for (int step = 0; step < job->ranks; step++)
        if (to_of(job, step) != job->rank)
            begin(job, remap, step, to_of(job, step), from_of(job, step));
    for (int step = 0; step < job->ranks; step++)
        if (to_of(job, step) != job->rank)
            exchange_middle(job, step);
    memcpy(job->recv + remap_received(remap, job, job->rank),
           job->send + remap_sent(remap, job, job->rank), remap_block(remap, job->rank, job->rank));
    for (int step = 0; step < job->ranks; step++)
        if (to_of(job, step) != job->rank)
            exchange_end(job, step);
}

static void run_shifts(struct job *job, const struct remap *remap)
{
    exchange_all(job, remap, rank_after, rank_before);
}

/* If ranks is not a power of two, each rank keeps its own block at a different step. */
static int partner_of_step(const struct job *job, int step)
{
    const bool power_of_two = (job->ranks & (job->ranks - 1)) == 0;

    return power_of_two ? job->rank ^ step : (step - job->rank + job->ranks) % job->ranks;
}

static void run_swaps(struct job *job, const struct remap *remap)
{
    exchange_all(job, remap, partner_of_step, partner_of_step);
}

static void run_collective(struct job *job, const struct remap *remap)
{
    size_t *begin = array_take(2 * (size_t)(job->ranks + 1) * sizeof *begin);
    size_t *sent = begin, *received = begin + job->ranks + 1;

    for (int rank = 0; rank <= job->ranks; rank++) {
        sent[rank] = remap_sent(remap, job, rank);
        received[rank] = remap_received(remap, job, rank);
    }
    path_collectives.alltoallv(job, (struct blocks){job->send, sent},
                               (struct blocks){job->recv, received});
    free(begin);
}

const struct transpose transpose_srtrans = {.run = run_shifts};
const struct transpose transpose_swtrans = {.run = run_swaps};
const struct transpose transpose_logtrans = {.run = logtrans, .scratch = logtrans_scratch};
const struct transpose transpose_collective = {.run = run_collective};

bool transpose_open(const struct transpose *transpose, struct group *group, const struct team *team,
                    const struct remap *const *remaps)
{
    size_t largest = 0;

    if (transpose == &transpose_collective)
        return path_collectives.open(&group->job);
    for (; *remaps && transpose->scratch; remaps++) {
        const size_t bytes = transpose->scratch(&group->job, *remaps);

        largest = bytes > largest ? bytes : largest;
    }
    return exchange_open(&group->job,
                         (struct exchange_needs){.scratch = team_largest(team, largest),
                                                 .largest = group->bytes,
                                                 .open = group->job.ranks});
}

void transpose_close(const struct transpose *transpose, struct group *group)
{
    if (transpose == &transpose_collective)
        path_collectives.close(&group->job);
    else
        exchange_close(&group->job);
}
