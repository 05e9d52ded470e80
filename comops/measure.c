/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/measure.h"

#include "comops/collect.h"
#include "comops/dose.h"
#include "comops/names.h"
#include "comops/signals.h"
#include "comops/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALIBRATION_STAMPS = 8, SAMPLES_PER_BLOCK = 10 };

/* From one start to the next, ns. */
static double stamp_step(const struct worker_process *worker, uint32_t empties, uint32_t stamps)
{
    const uint64_t *starts = worker_starts(worker) + empties;

    return (double)(starts[stamps - 1] - starts[0]) / (stamps - 1);
}

bool measure_block(const struct measure *measure, const struct group *group,
                   struct subject *subject, uint32_t stamps, struct worker_process **worker,
                   bool *interrupted)
{
    struct cell *cell = subject->cell;
    struct command command = {.bytes = group->bytes,
                              .series = group->series,
                              .combining = group->combining,
                              .pages = (uint32_t)measure->options->pages,
                              .bind_pages = group->memory->bound,
                              .rewrite = group->buffers == BUFFERS_REWRITE,
                              .flush = group->buffers == BUFFERS_COLD ? measure->cache_bytes : 0,
                              .runs = cell->runs,
                              .apart = subject->apart,
                              .empties = subject->empties,
                              .stamps = stamps,
                              .warmups = subject->warmups,
                              .repetition = subject->repetition};

    snprintf(command.pattern, sizeof command.pattern, "%s", cell->pattern);
    snprintf(command.protocol, sizeof command.protocol, "%s", cell->protocol);
    if (subject->counters)
        snprintf(command.counters, sizeof command.counters, "%s", subject->counters);
    *worker = launcher_worker(measure->launcher, subject->candidate->path, group->ranks,
                              cell->oversubscribed, cell->error, sizeof cell->error);
    *interrupted = signals_seen();
    if (!*worker || *interrupted)
        return false;
    const uint64_t begin = clock_now();
    const enum outcome outcome =
        launcher_command(measure->launcher, *worker, &command, group->placement->pus,
                         group->memory->nodes, cell->error, sizeof cell->error);
    const double took = (double)(clock_now() - begin);

    *interrupted = outcome == OUTCOME_INTERRUPTED;
    if (outcome == OUTCOME_DONE && stamps > 1)
        subject->around_ns = fmax(stamp_step(*worker, subject->empties, stamps) -
                                      subject->run_ns * cell->runs, 0);
    cell->duration_s += took / 1e9;
    /* With room for the checks: a mark must never come twice. */
    subject->repetition += (uint64_t)stamps * cell->runs + (uint64_t)group->ranks + 2;
    return outcome == OUTCOME_DONE;
}

/* What the ranks say of themselves; false, with the error, if one is wrong or not where it
 * belongs. */
static bool inspect_ranks(const struct group *group, struct cell *cell,
                          const struct worker_process *worker)
{
    /* Where one failed, the others did not get far enough to be seen. */
    for (int rank = 0; rank < group->ranks; rank++)
        if (worker_rank(worker, rank)->error[0]) {
            snprintf(cell->error, sizeof cell->error, "%s", worker_rank(worker, rank)->error);
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
        cell->pus[rank] = seen->pu_seen;
        cell->nodes[rank] = seen->node_buffers;
        cell->huge_bytes[rank] = seen->huge_bytes;
    }
    cell->node_temporary = worker_rank(worker, 0)->node_temporary;
    return true;
}

static bool take_samples(const struct measure *measure, const struct group *group,
                         struct subject *subject, uint32_t stamps, bool *interrupted)
{
    struct worker_process *worker;

    if (!measure_block(measure, group, subject, stamps, &worker, interrupted)) {
        if (*interrupted)
            subject->cell->error[0] = '\0'; /* what it has is not wrong */
        return false;
    }
    if (!inspect_ranks(group, subject->cell, worker))
        return false;
    collect_block(group, subject->cell, worker, subject->empties, stamps);
    return true;
}

/* Runs a few times to learn how long a run takes; the samples are thrown away. */
static bool calibrate(const struct measure *measure, const struct group *group,
                      struct subject *subject, bool *interrupted)
{
    struct cell *cell = subject->cell;

    cell->runs = cell->stamps_per_sample = 1;
    for (int pass = 0; pass < 2; pass++) {
        if (!take_samples(measure, group, subject, CALIBRATION_STAMPS, interrupted))
            return false;
        if (cell->count)
            subject->run_ns = fmax(cell_median(cell) * 1e3 * group->pattern->messages, 1);
        else
            subject->run_ns = fmax(subject->around_ns, 1); /* every start was late */
        subject->warmups = dose_warmups(subject->run_ns);
        cell_forget(cell);
    }
    return true;
}

static void prescribe(const struct measure *measure, const struct group *group,
                      struct subject *subjects)
{
    double fastest = INFINITY;

    for (int i = 0; i < group->count; i++)
        if (!subjects[i].cell->error[0])
            fastest = fmin(fastest, subjects[i].run_ns);
    for (int i = 0; i < group->count; i++) {
        const struct dose dose =
            dose_of(&measure->clock, measure->options->method, group->pattern,
                    group->buffers == BUFFERS_COLD ||
                        (group->buffers == BUFFERS_REWRITE && group->bytes > 0),
                    subjects[i].run_ns, fastest);

        subjects[i].cell->mode = dose.loop ? "loop" : "isolated";
        subjects[i].cell->runs = dose.runs;
        subjects[i].cell->stamps_per_sample = dose.stamps_per_sample;
        subjects[i].apart = dose.apart;
        subjects[i].warmups = dose.warmups;
        /* With more ranks than cores a start takes as long as the others leave it to. */
        subjects[i].empties = group->placement->oversubscribed ? 0 : dose.empties;
        subjects[i].block_samples = dose.block_samples;
    }
}

/* Stamps of one block of about `block_ns`: whole samples, at least one. */
static uint32_t block_stamps(const struct subject *subject, double block_ns)
{
    const struct cell *cell = subject->cell;
    const uint32_t most = ARENA_STAMPS / cell->stamps_per_sample;
    double samples = block_ns / (measure_stamp_ns(subject) * cell->stamps_per_sample);

    samples = subject->block_samples ? subject->block_samples
                                     : dose_clamp(floor(samples), 1, SAMPLES_PER_BLOCK);
    return (uint32_t)fmin(samples, most) * cell->stamps_per_sample;
}

void measure_name_cell(struct cell *cell, const struct group *group, int index,
                       const char *method)
{
    cell->pattern = group->pattern->name;
    cell->path = group->candidates[index].path->label;
    cell->protocol = group->candidates[index].offer->protocol;
    cell->placement = group->placement->name;
    cell->memory = group->memory->name;
    cell->buffers = names_buffers[group->buffers];
    cell->method = method;
    cell->mode = "isolated"; /* until it is known how long a run takes */
    cell->ranks = group->ranks;
    cell->bytes = group->bytes;
    cell->series_of = group->pattern->series_of;
    cell->series = group->series;
    cell->reduces = group->pattern->reduces;
    cell->combining = group->combining;
}

void trial_init(struct trial *trial, const struct measure *measure, const struct group *group)
{
    const size_t count = (size_t)group->count;

    *trial = (struct trial){.group = group,
                            .cells = memory_or_die(calloc(count, sizeof *trial->cells)),
                            .subjects = memory_or_die(calloc(count, sizeof *trial->subjects))};
    for (int i = 0; i < group->count; i++) {
        struct cell *cell = &trial->cells[i];

        cell_init(cell, group->ranks);
        measure_name_cell(cell, group, i, measure->options->method);
        cell->oversubscribed = group->placement->oversubscribed;
        cell->counters = measure->options->counters ? json_null() : NULL;
        clock_gettime(CLOCK_REALTIME, &cell->started);
        trial->subjects[i] = (struct subject){.cell = cell, .candidate = &group->candidates[i]};
    }
}

void trial_free(struct trial *trial)
{
    for (int i = 0; trial->cells && i < trial->group->count; i++)
        cell_free(&trial->cells[i]);
    free(trial->cells);
    free(trial->subjects);
}

/* One block of each living cell, in a new order. */
static bool take_round(const struct measure *measure, struct trial *trial, double block_ns)
{
    const struct group *group = trial->group;
    int *order = memory_or_die(calloc((size_t)group->count, sizeof *order));
    bool interrupted = false;

    for (int i = 0; i < group->count; i++)
        order[i] = i;
    plan_shuffle(order, group->count, measure->random);
    for (int i = 0; i < group->count && !interrupted; i++) {
        struct subject *subject = &trial->subjects[order[i]];

        if (!subject->cell->error[0])
            take_samples(measure, group, subject, block_stamps(subject, block_ns), &interrupted);
    }
    free(order);
    return !interrupted;
}

bool measure_rounds(const struct measure *measure, struct trial *trial, int rounds,
                    double block_ns)
{
    bool interrupted = false;

    if (!trial->begun) {
        for (int i = 0; i < trial->group->count && !interrupted; i++)
            calibrate(measure, trial->group, &trial->subjects[i], &interrupted);
        prescribe(measure, trial->group, trial->subjects);
        trial->begun = true;
    }
    for (int round = 0; round < rounds && !interrupted; round++)
        interrupted = !take_round(measure, trial, block_ns);
    return !interrupted;
}

double measure_stamp_ns(const struct subject *subject)
{
    return fmax(subject->around_ns + subject->run_ns * subject->cell->runs, 1);
}

void measure_next_launch(struct trial *trial)
{
    for (int i = 0; i < trial->group->count; i++)
        cell_begin_launch(&trial->cells[i]);
}
