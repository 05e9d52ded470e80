/* SPDX-License-Identifier: BSD-3-Clause */
/* What every rank, thread or process, does with a command: pin itself and place its pages, fill,
 * poison, run once, let the pattern check, warm up, then stamp. It names no pattern and no
 * protocol. */
#pragma once

#include "comops/ranks/arena/clock.h"
#include "comops/ranks/worker/memory/regions.h"
#include "comops/ranks/worker/synchronization.h"
#include "comops/ranks/worker/tally.h"

/* An implementation that is set up. */
struct instance {
    struct job job; /* first: job->allocate finds the instance */
    struct bench *bench;
};

/* Decides which rank uses what it received, and when; also sets job->use_bytes. A rank that answers
 * uses the data within the measured time, before its answer. */
static inline struct uses uses_divide(struct job *job, enum consumption consume)
{
    const size_t received = job->pattern->recv_bytes(job),
                 timed = consume == CONSUME_TIMED && !job->pattern->passive ? received : 0;
    const bool answers = job->pattern->answers && job->rank != ROOT;

    job->use_bytes = answers ? timed : 0;
    return (struct uses){.timed = answers ? 0 : timed,
                         .between = consume != CONSUME_NO ? received - timed : 0};
}

/* What a rank has: its memory, and the implementation that is set up in it. */
struct bench {
    const struct team *team;
    struct synchronization *sync;
    struct job job;                    /* what is measured; buffers and so on are the instance's */
    const struct implementation *with; /* set up; NULL: none */
    struct instance *instance;         /* in a place of its pages that the layout decides */
    char *pages_instance;
    struct region regions[REGIONS];
    int pu, node;
    uint32_t pages, bind_pages, layout;
    void *heap;    /* taken, so that an implementation finds another part of it */
    double *flush; /* as large as the caches to flush */
    size_t flush_bytes;
    struct uses uses;
    struct tally tally;
    struct arena_rank *slot; /* for the report of the command that is run */
    uint64_t since;          /* the time until then is accounted for */
};

/* Accounts for the time since the last call. */
static inline void bench_spend(struct bench *bench, enum spending what)
{
    const uint64_t now = clock_now();

    bench->slot->spent_ns[what] += (double)(now - bench->since);
    bench->since = now;
}

struct bench *bench_open(const struct team *team, struct synchronization *sync);
void bench_close(struct bench *bench); /* called by all ranks together */

/* Executes a command; called by all ranks together with the same one. Writes the agreed starts and
 * this rank's stamps, command->empty_runs without a run and then command->stamps others, and
 * its report into `slot`: pu_seen, the nodes, and the error if it returns false. pu_wanted < 0 does
 * not pin the rank. */
bool bench_run(struct bench *bench, const struct command *command, struct arena_rank *slot,
               uint64_t *starts, struct arena_stamp *stamps);

/* What comes before the warm-ups. A launch's first block of a cell is checked before it is timed;
 * later ones need data in their new place, and are checked when they have been timed. */
bool bench_get_ready(struct bench *bench, const struct command *command,
                     const struct implementation *with, struct job *job, uint64_t *repetition);
/* The data of the last run; marks that repeat do not reveal stale data, so one more run follows
 * with new ones. */
bool bench_end(struct bench *bench, const struct command *command,
               const struct implementation *with, struct job *job, uint64_t repetition);

/* The instance of this implementation, its job ready to run the command. NULL on all ranks if any
 * rank failed. */
struct instance *bench_select(struct bench *bench, const struct command *command,
                              const struct implementation *with);

/* Puts it into the rank's memory in the bench's layout; the same on all ranks, which call it
 * together. */
bool instance_set_up(struct bench *bench, const struct implementation *with);
/* Processes that access each other's buffers need separate ones. */
bool instance_shares_buffers(const struct bench *bench, const struct implementation *with);

/* What reading so many received bytes takes this rank, ns, with them in its caches: the least of
 * some trials, each of which is long for the clock. */
double bench_reading(struct synchronization *sync, const struct job *job, size_t bytes);

static inline void bench_use(const struct job *job, size_t bytes)
{
    if (bytes)
        data_use(job->recv, bytes);
}

/* What follows a run, outside its time. */
void bench_complete(const struct bench *bench, const struct implementation *with, struct job *job);
/* Runs that are not timed, each with everything that follows it. */
void bench_warm_up(const struct bench *bench, const struct implementation *with, struct job *job,
                   uint32_t runs);

/* Warms up in chunks of command->warmups runs until, on every rank, the last five show no trend to
 * become shorter (M. Kendall, "Rank Correlation Methods", 1948, at 5 %) and the last one had no
 * page fault, or for command->settle_ns. Called by all ranks together. Sets settled_ns, settled and
 * trended in the slot. */
void steady_reach(struct bench *bench, const struct implementation *with, struct job *job,
                  const struct command *command);

/* Writes the reason into the slot and returns false. */
bool bench_fail(struct arena_rank *slot, const char *why);

/* Every rank's value; called by all ranks together. The caller frees. */
double *bench_gather(const struct team *team, double mine);
/* True on all ranks if `mine` is on each; likewise. */
bool bench_agree(const struct team *team, bool mine);
