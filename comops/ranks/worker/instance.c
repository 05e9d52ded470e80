/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/bench.h"

/* Makes every rank's job known to all ranks, in rank 0's memory. A pattern's address is its own
 * process's. */
static bool share_jobs(struct bench *bench)
{
    const size_t ranks = (size_t)bench->team->ranks, rank = (size_t)bench->team->rank;
    const size_t bytes = rank == ROOT ? ranks * (sizeof(struct job *) + sizeof(struct job)) : 0;
    struct job *job = &bench->instance->job;

    if (!region_reserve(bench, REGION_PEERS, bytes))
        return false;
    struct job **table = (struct job **)region_place(bench, REGION_PEERS, bytes);

    job->peers = table;
    table[rank] = (struct job *)(table + ranks) + rank;
    *table[rank] = *job;
    table[rank]->pattern = NULL;
    bench->team->meet();
    return true;
}

static void *allocate_state(struct job *job, size_t bytes)
{
    struct bench *bench = ((struct instance *)job)->bench;
    const size_t offset = layout_offset(bench->layout);

    return region_reserve(bench, REGION_STATE, bytes + LAYOUT_OFFSET_MOST)
               ? region_place(bench, REGION_STATE, offset + bytes) + offset
               : NULL;
}

bool instance_shares_buffers(const struct bench *bench, const struct implementation *with)
{
    return with->shared && !bench->team->shares_memory;
}

/* Bytes of the largest of all ranks' buffers: a team that allocates needs equal sizes. At least 1,
 * because a call without data takes an address in the team's memory, too. */
static size_t largest(const struct job *job, size_t (*bytes_of)(const struct job *job))
{
    struct job other = *job;
    size_t most = 1;

    for (other.rank = 0; other.rank < job->ranks; other.rank++)
        most = bytes_of(&other) > most ? bytes_of(&other) : most;
    return most;
}

static char empty[1]; /* of a buffer without bytes: memcpy takes no NULL, even for nothing */

/* The same on all ranks. */
static bool place_buffer(struct bench *bench, enum region_name name,
                         size_t (*bytes_of)(const struct job *job), char **buffer)
{
    const bool allocated = bench->team->allocate && name <= REGION_RECV;
    const size_t bytes = allocated ? largest(&bench->job, bytes_of) : bytes_of(&bench->job);

    if (!region_reserve(bench, name, bytes))
        return false;
    char *place = region_place(bench, name, bytes);

    *buffer = place ? place : empty;
    return true;
}

static bool place_temporary(struct bench *bench, size_t bytes)
{
    if (!region_reserve(bench, REGION_TEMPORARY, bench->job.rank == ROOT ? bytes : 0))
        return false;
    bench->instance->job.temporary = region_place(bench, REGION_TEMPORARY, bytes);
    return true;
}

/* The same on all ranks. */
static bool place(struct bench *bench, const struct implementation *with)
{
    const struct pattern *pattern = bench->job.pattern;
    const bool shared = instance_shares_buffers(bench, with);
    struct job *job = &bench->instance->job;

    return place_buffer(bench, shared ? REGION_SEND_SHARED : REGION_SEND, pattern->send_bytes,
                        &job->send) &&
           place_buffer(bench, shared ? REGION_RECV_SHARED : REGION_RECV, pattern->recv_bytes,
                        &job->recv) &&
           (!with->temporary_bytes || place_temporary(bench, with->temporary_bytes(job))) &&
           (!(bench->team->shares_memory || with->shared) || share_jobs(bench));
}

bool instance_set_up(struct bench *bench, const struct implementation *with)
{
    struct instance *instance =
        (struct instance *)(bench->pages_instance + layout_place(bench->layout));
    struct job *job = &instance->job;

    *instance = (struct instance){.job = bench->job, .bench = bench};
    bench->instance = instance;
    job->variant = with->variant;
    job->allocate = with->shared ? allocate_state : NULL;
    if (!place(bench, with))
        return false;
    const bool good = !with->setup || with->setup(job); /* setting up is collective */

    bench->with = with;
    if (good && job->peers)
        job->peers[job->rank]->state = job->state;
    if (!good && !bench->slot->error[0])
        bench_fail(bench->slot,
                   job->failure ? job->failure : "setting up the implementation failed");
    return bench->sync->agree(bench->sync, good);
}
