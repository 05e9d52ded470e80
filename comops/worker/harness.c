/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/worker/harness.h"

#include "comops/contract/registry.h"
#include "comops/worker/bench.h"
#include "topology/bind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How late a rank comes on purpose: long enough to be seen on a busy machine. */
static const struct timespec late = {.tv_nsec = 1000000};

/* Luecke's way: an array as large as the cache is incremented, which pushes all else out. */
static void bench_flush(struct bench *bench)
{
    for (size_t i = 0; i < bench->flush_bytes / sizeof *bench->flush; i++)
        bench->flush[i] += 0.1;
    __asm__ volatile("" ::: "memory"); /* the compiler may not leave it out */
}

static bool bench_check(struct bench *bench, const struct job *job, uint64_t repetition,
                        struct arena_rank *slot)
{
    struct fault fault;
    const bool right = job->pattern->check(job, repetition, &fault);

    if (!right)
        snprintf(slot->error, sizeof slot->error,
                 "wrong data: rank %d, byte %zu is 0x%02x, expected 0x%02x", job->rank,
                 fault.offset, fault.found, fault.expected);
    return bench->sync->agree(bench->sync, right);
}

static void finish(const struct bench *bench, const struct implementation *with, struct job *job)
{
    if (bench->team->progress)
        bench->team->progress();
    if (with->complete)
        with->complete(job);
}

/* No rank may have ended before all had begun. */
static bool bench_check_order(struct bench *bench, uint64_t begin, uint64_t end,
                              struct arena_rank *slot)
{
    const int ranks = bench->team->ranks;
    const double mine = (double)begin;
    double *begins = malloc((size_t)ranks * sizeof *begins);
    bool right = begins;

    if (begins)
        bench->team->gather(&mine, begins);
    for (int rank = 0; right && rank < ranks; rank++)
        if (begins[rank] > (double)end) {
            snprintf(slot->error, sizeof slot->error,
                     "wrong order: rank %d ended before rank %d had begun", bench->team->rank,
                     rank);
            right = false;
        }
    free(begins);
    return bench->sync->agree(bench->sync, right);
}

/* One run into a poisoned receive buffer: a skipped write cannot pass. Where the ranks have to wait
 * for each other one of them, each in turn, comes late. */
static bool bench_verify(struct bench *bench, const struct implementation *with, struct job *job,
                         uint64_t repetition, struct arena_rank *slot)
{
    const size_t recv = job->pattern->recv_bytes(job);

    job->pattern->fill(job, repetition);
    if (recv)
        memset(job->recv, 0xA5, recv);
    bench->sync->meet(bench->sync);
    if (job->pattern->synchronises && (int)(repetition % (uint64_t)job->ranks) == job->rank)
        nanosleep(&late, NULL);
    const uint64_t begin = bench->sync->now(bench->sync);

    with->run(job);
    const uint64_t end = bench->sync->now(bench->sync);

    finish(bench, with, job);

    return bench_check(bench, job, repetition, slot) &&
           (!job->pattern->synchronises || bench_check_order(bench, begin, end, slot));
}

/* IMB's way: runs by this rank's clock alone, each after the runtime's own barrier. Returns what
 * they took together, ns. */
static uint64_t bench_time_apart(struct bench *bench, const struct implementation *with,
                                 struct job *job, const struct command *command,
                                 uint64_t *repetition)
{
    struct synchronization *const sync = bench->sync;
    uint64_t took = 0;

    for (uint32_t i = 0; i < command->runs; i++) {
        if (command->rewrite)
            job->pattern->fill(job, ++*repetition);
        if (command->flush)
            bench_flush(bench);
        bench->team->meet();
        const uint64_t begin = sync->now(sync);

        with->run(job);
        took += sync->now(sync) - begin;
    }
    return took;
}

/* What the start and a reading of the clock take: nothing is between them. */
static void bench_stamp_empty(struct synchronization *sync, uint32_t stamps, uint64_t *starts,
                              uint64_t *ends)
{
    for (uint32_t stamp = 0; stamp < stamps; stamp++) {
        const bool in_time = sync->start(sync, &starts[stamp]);
        const uint64_t end = sync->now(sync);

        ends[stamp] = in_time ? end : 0;
    }
}

/* The timed part. The first run's buffer is written before the start, the others' inside the loop.
 * Returns the last repetition. */
static uint64_t bench_stamp(struct bench *bench, const struct implementation *with, struct job *job,
                            const struct command *command, uint64_t repetition, uint64_t *starts,
                            uint64_t *ends)
{
    void (*const run)(struct job *) = with->run;
    struct synchronization *const sync = bench->sync;

    for (uint32_t stamp = 0; stamp < command->stamps; stamp++) {
        if (command->barrier_each) {
            sync->start(sync,
                        &starts[stamp]); /* all count from one moment; late or not is the same */
            ends[stamp] = starts[stamp] + bench_time_apart(bench, with, job, command, &repetition);
            finish(bench, with, job);
            continue;
        }
        if (command->rewrite)
            job->pattern->fill(job, ++repetition);
        if (command->flush)
            bench_flush(bench);
        const bool in_time = sync->start(sync, &starts[stamp]);

        run(job);
        for (uint32_t i = 1; i < command->runs; i++) {
            if (command->rewrite)
                job->pattern->fill(job, ++repetition);
            run(job);
        }
        const uint64_t end = sync->now(sync);

        ends[stamp] = in_time ? end : 0;
        finish(bench, with, job);
    }
    return repetition;
}

bool bench_run(struct bench *bench, const struct command *command, struct arena_rank *slot,
               uint64_t *starts, uint64_t *ends)
{
    int index;
    const struct implementation *with =
        registry_implementation(command->protocol, command->pattern, &index);

    slot->error[0] = '\0';
    if (!with)
        return bench_fail(slot, "no such implementation in this worker");
    struct prepared *prepared = &bench->prepared[index];
    struct job *job = &prepared->job;
    uint64_t repetition = command->repetition;

    if (!bench_select(bench, command, with, prepared, slot))
        return false;
    /* As often as there are ranks at first: a reduction of one element shows one rank a time. */
    const int checks = command->checks ? (int)command->checks : job->ranks;

    for (int i = prepared->verified ? checks - 1 : 0; i < checks; i++)
        if (!bench_verify(bench, with, job, ++repetition, slot))
            return false;
    prepared->verified = true;
    bench_stamp_empty(bench->sync, command->empty_runs, starts, ends);
    for (uint32_t i = 0; i < command->warmups; i++) {
        with->run(job);
        finish(bench, with, job);
    }
    repetition = bench_stamp(bench, with, job, command, repetition, starts + command->empty_runs,
                             ends + command->empty_runs);
    slot->pu_seen = bind_last_pu();

    if (command->rewrite)
        return bench_check(bench, job, repetition, slot);
    /* The same marks again and again cannot be told from stale ones: fresh marks, one more run. */
    return bench_verify(bench, with, job, repetition + 1, slot);
}
