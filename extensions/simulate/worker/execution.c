/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/worker/execution.h"

#include "comops/ranks/worker/bench.h"
#include "extensions/simulate/runtime/runtime.h"
#include "comops/ranks/watch/watch.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

/* Runs differ, because rings of lines have a period: hence so many runs before the samples, and so
 * many samples, unless all accesses exceed about ACCESSES. Turns determine the time to simulate
 * them, because a copy of many lines takes only one turn. */
enum { ACCESSES = 8000000, TURNS = 2500000, RING = 16 };

/* Delay of a rank, to check that the others wait for it. */
static const double late_ns = 1e6;

/* The cell that is executed now, whose ranks are fibres of this thread. */
static struct {
    struct execution *execution;
    const struct implementation *with;
    const struct command *command;
    int ranks, warmups, runs; /* warmups: checked runs before the samples; runs: with the samples */
    struct job *jobs[CORES_MOST];
    double started; /* the last run, on all ranks at once */
    double began[CORES_MOST], ended[CORES_MOST];
    struct engine_account accounts[CORES_MOST];
} now;

__attribute__((format(printf, 1, 2))) static void fail(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (!now.execution->error[0])
        vsnprintf(now.execution->error, sizeof now.execution->error, format, arguments);
    va_end(arguments);
}

/* Data are filled in, poisoned and checked without a charge, except for the contents of the
 * sender's cache. */
static void prepare(struct job *job, int run)
{
    const size_t received = job->pattern->recv_bytes(job);

    job->pattern->fill(job, (uint64_t)run);
    if (received)
        memset(job->recv, 0xA5, received);
}

static void touch(const struct job *job)
{
    const size_t bytes = job->pattern->send_bytes(job);

    if (bytes)
        watched_write(job->send, bytes, NULL);
}

/* Flushes the rank's buffers and the temporary from all caches. */
static void flush(const struct job *job)
{
    watched_flush(job->send, job->pattern->send_bytes(job));
    watched_flush(job->recv, job->pattern->recv_bytes(job));
    if (job->rank == ROOT && job->temporary)
        watched_flush(job->temporary, now.with->temporary_bytes(job));
}

static void use(const struct job *job, size_t bytes)
{
    if (bytes)
        watched_use(job->recv, bytes, NULL);
}

/* The timed part. */
static void run_timed(struct job *job, struct uses uses)
{
    now.began[job->rank] = engine_now();
    now.with->run(job);
    use(job, uses.timed);
    for (uint32_t i = 1; i < now.command->runs; i++) {
        use(job, uses.between);
        if (now.command->rewrite)
            touch(job);
        now.with->run(job);
        use(job, uses.timed);
    }
    now.ended[job->rank] = engine_now();
    now.accounts[job->rank] = engine_account(job->rank);
}

static void check(const struct job *job, int run)
{
    struct fault fault;

    if (!job->pattern->check(job, (uint64_t)run, &fault))
        fail("wrong data: rank %d, byte %zu is 0x%02x, expected 0x%02x", job->rank, fault.offset,
             fault.found, fault.expected);
    for (int rank = 0; job->pattern->synchronises && rank < now.ranks; rank++)
        if (now.began[rank] > now.ended[job->rank])
            fail("wrong order: rank %d ended before rank %d began", job->rank, rank);
}

static void account_add(struct engine_account *sum, const struct engine_account *one)
{
    sum->own += one->own;
    sum->memory += one->memory;
    sum->line += one->line;
    sum->wait += one->wait;
    for (int distance = 0; distance < DISTANCES; distance++)
        sum->transfer[distance] += one->transfer[distance];
    for (int kind = 0; kind < RESOURCE_KINDS; kind++)
        sum->queue[kind] += one->queue[kind];
}

/* By rank 0. */
static void record(void)
{
    struct execution *execution = now.execution;
    int last = 0;
    double sum = 0;

    for (int rank = 0; rank < now.ranks; rank++) {
        sum += now.ended[rank] - now.started;
        if (now.ended[rank] > now.ended[last])
            last = rank;
    }
    execution->mean += sum / now.ranks;
    execution->sample[execution->samples++] = now.ended[last] - now.started;
    account_add(&execution->account, &now.accounts[last]);
}

/* By rank 0, after each run before the samples, of which the first may be cheaper than the others.
 */
static void plan_runs(const struct pattern *pattern, int run)
{
    const double accesses = (double)engine_accesses() * 2 / run,
                 turns = (double)engine_turns() * 2 / run,
                 fit = fmin(ACCESSES / accesses, TURNS / turns);
    const double late = pattern->synchronises ? fmax(RING, now.ranks) : RING;

    now.warmups = (int)fmax(run, fmax(fmin(fit, late), now.command->checks));
    now.runs = now.warmups +
               (int)(now.command->stamps ? now.command->stamps : fmax(fmin(fit, RING), 1));
}

/* From a common start, which takes no time. */
static void run_once(struct job *job, int run, struct uses uses)
{
    const bool warms = run <= now.warmups;

    prepare(job, run);
    if (run == 1 || now.command->rewrite)
        touch(job);
    if (now.command->flush)
        flush(job);
    engine_meet();
    if (job->rank == ROOT) {
        engine_account_reset();
        now.started = engine_now();
    }
    engine_meet();
    if (warms && job->pattern->synchronises && run % now.ranks == job->rank)
        engine_work(late_ns);
    run_timed(job, uses);
    if (now.with->complete)
        now.with->complete(job);
    use(job, uses.between);
    engine_meet();
    if (warms || run == now.runs)
        check(job, run);
    if (job->rank == ROOT && warms)
        plan_runs(job->pattern, run);
    if (job->rank == ROOT && !warms)
        record();
    engine_meet();
}

static void live(int rank)
{
    struct job *job = now.jobs[rank];

    engine_allocates(rank);
    if (now.with->setup && !now.with->setup(job))
        fail("%s", job->failure ? job->failure : "setting up the implementation failed");
    if (job->peers)
        job->peers[rank]->state = job->state;
    const struct uses uses = uses_divide(job, now.command->consume);

    engine_meet();
    for (int run = 1; run <= now.runs && !now.execution->error[0]; run++)
        run_once(job, run, uses);
    if (now.with->teardown)
        now.with->teardown(job);
}

/* Memory for the buffers and, at most as much again, for the state of their lines. */
static void check_memory(double bytes)
{
    const double gib = 1 << 30,
                 here = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);

    if (2 * bytes > here)
        fail("too large: it needs %.3g GiB, this machine has %.3g GiB", 2 * bytes / gib,
             here / gib);
}

static void run_ranks(const struct machine *machine, const struct job *cell)
{
    const char *why = jobs_create(now.jobs, cell, machine, now.with);

    engine_allocates(ROOT);
    if (!why && !openmp_open(cell->ranks, machine))
        why = "no memory for the team";
    if (!why)
        why = engine_run(live);
    if (why)
        fail("%s", why);
}

void execution_run(struct execution *execution, const struct machine *machine,
                   const struct implementation *with, const struct job *cell,
                   const struct command *command)
{
    *execution = (struct execution){.samples = 0};
    now.execution = execution;
    now.with = with;
    now.command = command;
    now.ranks = cell->ranks;
    now.warmups = now.runs = 1;
    check_memory(jobs_bytes(cell, with));
    if (execution->error[0])
        return;
    watch_reset();
    engine_open(machine, cell->ranks);
    run_ranks(machine, cell);
    execution->accesses = engine_accesses();
    if (!execution->error[0]) {
        execution->levels = now.jobs[ROOT]->levels;
        execution->grouped = now.jobs[ROOT]->grouped;
    }
    engine_close();
}
