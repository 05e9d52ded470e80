/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/parallel/transpose.h"

#include "comops/worley/exchange.h"
#include "pstswm/parallel/communication.h"
#include "pstswm/parallel/logtrans.h"
#include "pstswm/transforms/arrays.h"

#include <stdlib.h>

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

static void move(struct job *job, const struct remap *remap, int to, int from)
{
    const struct message out = {job->send + remap_sent(remap, job, to),
                                remap_block(remap, job->rank, to), to};
    const struct message in = {job->recv + remap_received(remap, job, from),
                               remap_block(remap, from, job->rank), from};

    if (to == job->rank)
        memcpy(in.data, out.data, in.bytes);
    else
        exchange(job, out, in);
}

static void run_shifts(struct job *job, const struct remap *remap)
{
    for (int step = 0; step < job->ranks; step++)
        move(job, remap, rank_after(job, step), rank_before(job, step));
}

/* If ranks is not a power of two, each rank keeps its own block at a different step. */
static int partner_of_step(const struct job *job, int step)
{
    const bool power_of_two = (job->ranks & (job->ranks - 1)) == 0;

    return power_of_two ? job->rank ^ step : (step - job->rank + job->ranks) % job->ranks;
}

static void run_swaps(struct job *job, const struct remap *remap)
{
    for (int step = 0; step < job->ranks; step++)
        move(job, remap, partner_of_step(job, step), partner_of_step(job, step));
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
    return exchange_open(&group->job, team_largest(team, largest), group->bytes);
}

void transpose_close(const struct transpose *transpose, struct group *group)
{
    if (transpose == &transpose_collective)
        path_collectives.close(&group->job);
    else
        exchange_close(&group->job);
}
