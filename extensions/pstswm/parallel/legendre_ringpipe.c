/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank of a column owns a block of the coefficients, of some of the orders, and does the
 * spectral step for these. The partial sums of a block pass through all ranks and end at
 * the owner; each rank adds those of its own latitudes; the new coefficients go the same way. */
#include "comops/ranks/contract/reduction.h"
#include "extensions/pstswm/worley/exchange.h"
#include "extensions/pstswm/numerics/stages.h"
#include "extensions/pstswm/parallel/algorithms.h"

/* The orders of a block; `number` counts modulo the ranks. */
static struct share block_of(const struct parallel_model *parallel, int number)
{
    const int ranks = parallel->plan.rows;

    return share_of(parallel->model->orders, ranks, (number + 2 * ranks) % ranks);
}

static struct message message_of(const struct parallel_model *parallel, struct share orders,
                                 int rank)
{
    const struct model *model = parallel->model;

    return (struct message){parallel->column.job.send +
                                coefficients_bytes(model, (struct share){0, orders.first}),
                            coefficients_bytes(model, orders), rank};
}

static size_t largest_block(const struct parallel_model *parallel)
{
    size_t largest = 0;

    for (int rank = 0; rank < parallel->plan.rows; rank++) {
        const size_t bytes = coefficients_bytes(parallel->model, block_of(parallel, rank));

        largest = bytes > largest ? bytes : largest;
    }
    return largest;
}

/* Uses message buffers instead of the model's own coefficients. */
static bool ringpipe_open(struct parallel_model *parallel, const struct team *team)
{
    struct job *job = &parallel->column.job;
    const size_t largest = team_largest(team, largest_block(parallel));

    parallel->legendre = parallel->model->coefficients;
    parallel->model->coefficients = (double complex *)job->send;
    return exchange_open(job, (struct exchange_needs){largest, largest, 1});
}

static void ringpipe_close(struct parallel_model *parallel)
{
    exchange_close(&parallel->column.job);
    parallel->model->coefficients = parallel->legendre;
}

static void sum_block(struct parallel_model *parallel, struct share orders, struct step next)
{
    for (int order = orders.first; order < orders.first + orders.count; order++)
        stage_sums(parallel->model, order, next);
}

static void pass_begin(struct parallel_model *parallel, struct message out, struct message in)
{
    stopwatch_turn(&parallel->watch, IN_COLUMNS);
    exchange_begin(&parallel->column.job, 0, out, in);
    exchange_middle(&parallel->column.job, 0);
    stopwatch_turn(&parallel->watch, COMPUTING);
}

static void pass_end(struct parallel_model *parallel)
{
    stopwatch_turn(&parallel->watch, IN_COLUMNS);
    exchange_end(&parallel->column.job, 0);
    stopwatch_turn(&parallel->watch, COMPUTING);
}

/* The block that begins at this rank is that of the rank before it, and passes it last. Where
 * exchanges may overlap, the others' sums arrive while this rank computes its own. */
static void forward(struct parallel_model *parallel, struct step next)
{
    struct job *job = &parallel->column.job;
    const int to = rank_after(job, 1), from = rank_before(job, 1);
    struct share block = block_of(parallel, job->rank - 1);

    sum_block(parallel, block, next);
    for (int hop = 1; hop < job->ranks; hop++) {
        const struct message out = message_of(parallel, block, to);

        block = block_of(parallel, job->rank - 1 - hop);
        const struct message own = message_of(parallel, block, from);
        const struct message arrived = {exchange_scratch(job), own.bytes, from};

        pass_begin(parallel, out, arrived);
        sum_block(parallel, block, next);
        pass_end(parallel);
        reduce_local(SUM_DOUBLE, own.data, own.data, arrived.data, own.bytes);
    }
}

static void find_fields(struct parallel_model *parallel, struct share orders)
{
    for (int order = orders.first; order < orders.first + orders.count; order++)
        stage_fields(parallel->model, order);
}

/* A block is passed on while its fields are computed. */
static void inverse(struct parallel_model *parallel)
{
    struct job *job = &parallel->column.job;
    const int to = rank_after(job, 1), from = rank_before(job, 1);
    struct share block = block_of(parallel, job->rank);

    for (int hop = 1; hop < job->ranks; hop++) {
        const struct share next = block_of(parallel, job->rank - hop);

        pass_begin(parallel, message_of(parallel, block, to), message_of(parallel, next, from));
        find_fields(parallel, block);
        pass_end(parallel);
        block = next;
    }
    find_fields(parallel, block);
}

static bool step(struct parallel_model *parallel, struct step next)
{
    const struct share own = block_of(parallel, parallel->column.job.rank);
    bool finite = true;

    forward(parallel, next);
    for (int order = own.first; order < own.first + own.count; order++)
        finite = stage_solve(parallel->model, order, next) && finite;
    inverse(parallel);
    return finite;
}

const struct legendre_column legendre_ringpipe = {.bytes = coefficients_all,
                                                  .block = largest_block,
                                                  .open = ringpipe_open,
                                                  .close = ringpipe_close,
                                                  .step = step};
