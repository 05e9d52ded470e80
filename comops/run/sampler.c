/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/sampler.h"

#include "comops/launch/signals.h"
#include "comops/statistics/statistics.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALIBRATION_STAMPS = 8 };
/* A rank that leaves the start this many readings of the clock late was interrupted there. */
static const double readings_late = 10;

/* From one start to the next, ns. */
static double stamp_step(const struct worker_process *worker, uint32_t empty_runs, uint32_t stamps)
{
    const uint64_t *starts = worker_starts(worker) + empty_runs;

    return (double)(starts[stamps - 1] - starts[0]) / (stamps - 1);
}

enum outcome sampler_block(const struct sampler *sampler, const struct group *group,
                           struct sampled *sampled, uint32_t stamps, struct worker_process **worker)
{
    struct cell *cell = sampled->cell;
    const uint32_t empty_runs = sampling_empty_runs(&sampled->sampling, stamps);
    struct command command = {.bytes = group->bytes,
                              .series = group->series,
                              .reduction = group->reduction,
                              .pages = group->pages,
                              .layout = sampled->layout,
                              .bind_pages = group->memory->bound,
                              .rewrite = group->buffers == BUFFERS_REWRITE,
                              .flush = group->buffers == BUFFERS_COLD ? sampler->cache_bytes : 0,
                              .consume = group->consume,
                              .runs = cell->runs,
                              .skew_ns = sampler->options->skew.us * 1000ULL,
                              .computing_ns = sampled->computing_ns,
                              .computing_alone = sampled->computing_alone,
                              .barrier_each = sampled->sampling.barrier_each,
                              .empty_runs = empty_runs,
                              .stamps = stamps,
                              .lead_ns = cell->lead_ns,
                              .warmups = sampled->sampling.warmups,
                              .repetition = sampled->repetition,
                              .tuning = tunings_of(sampler->tunings, group->placement)};

    snprintf(command.pattern, sizeof command.pattern, "%s", cell->pattern);
    snprintf(command.protocol, sizeof command.protocol, "%s", cell->protocol);
    if (sampled->counters)
        snprintf(command.counters, sizeof command.counters, "%s", sampled->counters);
    *worker = supervisor_worker(sampler->supervisor, sampled->candidate->path, group->ranks,
                                cell->oversubscribed, cell->error, sizeof cell->error);
    if (!*worker || signals_seen())
        return signals_seen() ? OUTCOME_INTERRUPTED : OUTCOME_DIED;
    const uint64_t begin = clock_now();
    const enum outcome outcome =
        worker_process_command(*worker, &command, group->placement->pus, group->memory->nodes,
                               cell->error, sizeof cell->error);
    const double took = (double)(clock_now() - begin);

    if (outcome == OUTCOME_DONE && stamps > 1)
        sampled->around_ns =
            fmax(stamp_step(*worker, empty_runs, stamps) - sampled->run_ns * cell->runs, 0);
    cell->duration_s += took / 1e9;
    /* Reserves numbers for the checks: a mark must never occur twice. */
    sampled->repetition += (uint64_t)stamps * cell->runs + (uint64_t)group->ranks + 2;
    return outcome;
}

/* What the ranks report; false, with the error, if a rank's data are wrong or it is on the wrong
 * hardware thread. */
static bool inspect_ranks(const struct group *group, struct cell *cell,
                          const struct worker_process *worker)
{
    const char *error = worker_error(worker);

    /* If one failed, the others did not get far enough to be located. */
    if (error) {
        snprintf(cell->error, sizeof cell->error, "%s", error);
        return false;
    }
    for (int rank = 0; rank < group->ranks; rank++) {
        const struct arena_rank *seen = worker_rank(worker, rank);

        if (seen->pu_seen != group->placement->pus[rank]) {
            snprintf(cell->error, sizeof cell->error,
                     "rank %d was seen on hardware thread %d, not on %d", rank, seen->pu_seen,
                     group->placement->pus[rank]);
            return false;
        }
        if (!pages_agree(group->memory->nodes[rank], seen->node_buffers)) {
            snprintf(cell->error, sizeof cell->error,
                     "the pages of rank %d are not on NUMA node %d: is its memory full?", rank,
                     group->memory->nodes[rank]);
            return false;
        }
        cell->seen[rank] = (struct cell_rank){seen->pu_seen, seen->node_buffers, seen->huge_bytes};
        cell_compare_clocks(cell, rank, seen->clock_offset.with, seen->clock_offset.ns / 1e3,
                            seen->clock_offset.error_ns / 1e3);
    }
    cell->node_temporary = worker_rank(worker, ROOT)->node_temporary;
    cell->reading_us = fmin(cell->reading_us, samples_reading_us(group, worker));
    cell->levels = worker_rank(worker, ROOT)->levels;
    cell->grouped = worker_rank(worker, ROOT)->grouped;
    return true;
}

/* The block that was collected last. */
static void collect_disturbances(struct sampled *sampled, const struct worker_process *worker,
                                 uint32_t stamps)
{
    struct cell *cell = sampled->cell;
    struct disturbances *ranks = memory_or_die(calloc((size_t)cell->ranks, sizeof *ranks));

    for (int rank = 0; rank < cell->ranks; rank++)
        ranks[rank] = worker_rank(worker, rank)->disturbances;
    cell_disturbances_add(&cell->disturbances, ranks, cell->ranks, (double)stamps * cell->runs);
    free(ranks);
}

/* The time of the next block, microseconds; NAN if there is none. False if interrupted. */
static bool take_part(const struct sampler *sampler, const struct group *group,
                      struct sampled *sampled, uint32_t stamps, double *us)
{
    struct worker_process *worker;
    struct cell part;
    const enum outcome outcome = sampler_block(sampler, group, sampled, stamps, &worker);

    *us = NAN;
    if (outcome == OUTCOME_DONE && inspect_ranks(group, sampled->cell, worker)) {
        cell_init(&part, group->ranks);
        part.runs = sampled->cell->runs;
        samples_collect(group, &part, worker, &sampled->sampling, stamps,
                        readings_late * sampler->clock.cost_ns);
        *us = part.count ? cell_median(&part) : NAN;
        cell_free(&part);
    }
    return outcome != OUTCOME_INTERRUPTED;
}

/* For a pattern that computes: the exchange alone and the computing alone, in the same layout as
 * the block of both that follows. False if interrupted. */
static bool take_parts(const struct sampler *sampler, const struct group *group,
                       struct sampled *sampled, uint32_t stamps, struct cell_parts *parts)
{
    const double computing_ns = sampled->computing_ns;

    sampled->computing_ns = 0;
    bool good = take_part(sampler, group, sampled, stamps, &parts->exchange_us);
    sampled->computing_ns = computing_ns;
    sampled->computing_alone = true;
    good = good && take_part(sampler, group, sampled, stamps, &parts->computing_us);
    sampled->computing_alone = false;
    return good;
}

/* False if interrupted. */
static bool take_samples(const struct sampler *sampler, const struct group *group,
                         struct sampled *sampled, uint32_t stamps)
{
    struct worker_process *worker;
    const enum outcome outcome = sampler_block(sampler, group, sampled, stamps, &worker);
    const size_t voided = sampled->cell->voided;

    if (outcome == OUTCOME_INTERRUPTED)
        sampled->cell->error[0] = '\0'; /* its samples so far are valid */
    if (outcome == OUTCOME_DONE && inspect_ranks(group, sampled->cell, worker)) {
        samples_collect(group, sampled->cell, worker, &sampled->sampling, stamps,
                        readings_late * sampler->clock.cost_ns);
        collect_disturbances(sampled, worker, stamps);
        sampled->cell->lead_ns =
            sampling_lead(worker_rank(worker, 0)->lead_ns, stamps, sampled->cell->voided - voided);
    }
    return outcome != OUTCOME_INTERRUPTED;
}

/* Estimates the length of a run from a few runs, whose samples are discarded. False if interrupted.
 */
static bool calibrate(const struct sampler *sampler, const struct group *group,
                      struct sampled *sampled)
{
    struct cell *cell = sampled->cell;

    cell->runs = 1;
    for (int pass = 0; pass < 2; pass++) {
        if (!take_samples(sampler, group, sampled, CALIBRATION_STAMPS))
            return false;
        if (cell->error[0])
            return true;
        if (cell->count)
            sampled->run_ns = fmax(cell_median(cell) * 1e3 * group->pattern->messages, 1);
        else
            sampled->run_ns = fmax(sampled->around_ns, 1); /* every start was late */
        sampled->sampling.warmups = sampling_warmups(sampled->run_ns);
        if (cell->lead_ns < sampling_first_lead(sampled->run_ns))
            cell->lead_ns = sampling_first_lead(sampled->run_ns);
        cell_forget(cell);
    }
    return true;
}

/* All compute for as long as the slowest exchange takes alone, so that each exchange can be hidden.
 */
static void prescribe(const struct sampler *sampler, const struct group *group,
                      struct sampled *cells_sampled)
{
    double fastest = INFINITY, slowest = 0;

    for (int i = 0; i < group->count; i++)
        if (!cells_sampled[i].cell->error[0]) {
            fastest = fmin(fastest, cells_sampled[i].run_ns);
            slowest = fmax(slowest, cells_sampled[i].run_ns);
        }
    for (int i = 0; i < group->count; i++) {
        struct sampled *sampled = &cells_sampled[i];
        struct sampling *sampling = &sampled->sampling;

        *sampling = sampling_of(&sampler->clock, sampler->options->method, group->pattern,
                                group->skew || group->buffers == BUFFERS_COLD ||
                                    group->consume == CONSUME_BETWEEN ||
                                    (group->buffers == BUFFERS_REWRITE && group->bytes > 0),
                                sampled->run_ns, fastest);
        sampling->within_budget =
            sampler->options->method->within_budget && group->buffers == BUFFERS_COLD;
        /* With more ranks than cores, the other ranks decide how long a start takes. */
        if (group->placement->oversubscribed)
            sampling->less_empty = false;
        sampled->cell->mode = sampling->loop ? "loop" : "isolated";
        sampled->cell->runs = sampling->runs;
        sampled->computing_ns = group->pattern->computes ? slowest : 0;
    }
}

/* One block of each cell without an error, in a new order and in a new layout, the same for all.
 * False if interrupted. */
static bool take_round(const struct sampler *sampler, struct group_state *state, double block_ns)
{
    const struct group *group = state->group;
    int *order = memory_or_die(calloc((size_t)group->count, sizeof *order));
    bool good = true;

    for (int i = 0; i < group->count; i++)
        order[i] = i;
    random_shuffle(order, group->count, sampler->random);
    const uint32_t layout = (uint32_t)random_number(sampler->random);

    for (int i = 0; i < group->count && good; i++) {
        struct sampled *sampled = &state->cells_sampled[order[i]];

        sampled->layout = layout;
        const uint32_t stamps =
            sampling_block_stamps(&sampled->sampling, block_ns, sampler_stamp_ns(sampled));

        sampled->cut |= stamps < sampled->sampling.block_samples;
        if (sampled->cell->error[0])
            continue;
        struct cell_parts parts;
        const bool computes = group->pattern->computes;

        good = (!computes || take_parts(sampler, group, sampled, stamps, &parts)) &&
               take_samples(sampler, group, sampled, stamps);
        if (computes && good)
            cell_add_parts(sampled->cell, parts);
    }
    free(order);
    return good;
}

bool sampler_rounds(const struct sampler *sampler, struct group_state *state, int rounds,
                    double block_ns)
{
    bool good = true;

    if (!state->begun) {
        const uint64_t begin = clock_now();

        for (int i = 0; i < state->group->count && good; i++)
            good = calibrate(sampler, state->group, &state->cells_sampled[i]);
        prescribe(sampler, state->group, state->cells_sampled);
        state->begun = true;
        state->calibration_seconds = clock_since(begin);
    }
    for (int round = 0; round < rounds && good; round++)
        good = take_round(sampler, state, block_ns);
    return good;
}

double sampler_stamp_ns(const struct sampled *sampled)
{
    return fmax(sampled->around_ns + sampled->run_ns * sampled->cell->runs, 1);
}
