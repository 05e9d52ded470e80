/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/worker/execution.h"

#include "comops/ranks/watch/watch.h"

#include <unistd.h>

/* NULL if there is no memory, or bytes is 0. */
static void *pages(size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);

    return bytes ? watch_allocate(page, (bytes + page - 1) / page * page) : NULL;
}

static void *allocate_state(struct job *job, size_t bytes)
{
    engine_allocates(job->rank);
    return pages(bytes);
}

/* As hwloc would report: the cache that several cores share, or else the core's own. */
static void take_place(struct job *job, const struct machine *machine)
{
    const bool shared = machine->llc_bytes > 0;

    job->cache_bytes = shared ? machine->llc_bytes : machine->cache_bytes;
    job->cache = shared ? machine->core[job->rank].llc : job->rank;
    job->node = machine->core[job->rank].node;
    job->package = machine->core[job->rank].socket;
}

static struct job *job_create(const struct job *cell, int rank, const struct machine *machine,
                              const struct implementation *with)
{
    engine_allocates(rank);
    struct job *job = watch_allocate(CACHE_LINE, sizeof *job);

    if (!job)
        return NULL;
    *job = *cell;
    job->rank = rank;
    job->variant = with->variant;
    job->allocate = with->shared ? allocate_state : NULL;
    take_place(job, machine);
    const size_t send = job->pattern->send_bytes(job), recv = job->pattern->recv_bytes(job);

    job->send = pages(send);
    job->recv = pages(recv);
    return (job->send || !send) && (job->recv || !recv) ? job : NULL;
}

static bool jobs_share_temporary(struct job **jobs, const struct implementation *with)
{
    const size_t bytes = with->temporary_bytes ? with->temporary_bytes(jobs[ROOT]) : 0;

    engine_allocates(ROOT);
    char *temporary = pages(bytes);

    for (int rank = 0; rank < jobs[ROOT]->ranks; rank++)
        jobs[rank]->temporary = temporary;
    return temporary || !bytes;
}

/* A copy of each job, in rank 0's memory. */
static bool jobs_share(struct job **jobs)
{
    const size_t ranks = (size_t)jobs[ROOT]->ranks;

    engine_allocates(ROOT);
    struct job **table = watch_allocate(CACHE_LINE, ranks * (sizeof *table + sizeof **table));

    for (size_t rank = 0; table && rank < ranks; rank++) {
        jobs[rank]->peers = table;
        table[rank] = (struct job *)(table + ranks) + rank;
        *table[rank] = *jobs[rank];
        table[rank]->pattern = NULL;
    }
    return table;
}

double jobs_bytes(const struct job *cell, const struct implementation *with)
{
    struct job job = *cell;
    double bytes = with->temporary_bytes ? (double)with->temporary_bytes(cell) : 0;

    for (job.rank = 0; job.rank < cell->ranks; job.rank++)
        bytes += (double)job.pattern->send_bytes(&job) + (double)job.pattern->recv_bytes(&job);
    return bytes;
}

const char *jobs_create(struct job **jobs, const struct job *cell, const struct machine *machine,
                        const struct implementation *with)
{
    const bool shares = strcmp(with->path, "threads") == 0 || with->shared;
    bool good = true;

    for (int rank = 0; good && rank < cell->ranks; rank++) {
        jobs[rank] = job_create(cell, rank, machine, with);
        good = jobs[rank];
    }
    good = good && jobs_share_temporary(jobs, with) && (!shares || jobs_share(jobs));
    return good ? NULL : "too large: no memory for the buffers";
}
