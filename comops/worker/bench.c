/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/worker/bench.h"

#include "comops/contract/registry.h"
#include "comops/text/text.h"
#include "topology/bind.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An instance lies in one page, at a place of it. */
enum { INSTANCE_PAGES = 2 * 4096 };

struct bench *bench_open(const struct team *team, struct synchronization *sync)
{
    struct bench *bench = mapping_take(sizeof *bench, LAYOUT_APART);

    *bench = (struct bench){
        .team = team, .sync = sync, .pu = -1, .pages_instance = mapping_take(INSTANCE_PAGES, 0)};
    regions_free(bench); /* there are none */
    return bench;
}

static void bench_tear_down(struct bench *bench)
{
    if (!bench->with)
        return;
    bench->sync->meet(bench->sync); /* no rank is still running it */
    if (bench->with->teardown)
        bench->with->teardown(&bench->instance->job);
    bench->with = NULL;
}

/* Also frees all memory. */
static void bench_clear(struct bench *bench)
{
    bench_tear_down(bench);
    regions_free(bench);
    bench->job = (struct job){0};
}

void bench_close(struct bench *bench)
{
    bench_clear(bench);
    free(bench->heap);
    mapping_free(bench->flush, bench->flush_bytes, PAGE_SIZE_DEFAULT);
    mapping_return(bench->pages_instance, INSTANCE_PAGES);
    mapping_return(bench, sizeof *bench);
}

bool bench_fail(struct arena_rank *slot, const char *why)
{
    snprintf(slot->error, sizeof slot->error, "%s", why);
    return false;
}

/* Goes to the hardware thread that is wanted, without memory. */
static bool bench_move(struct bench *bench, const struct command *command, struct arena_rank *slot)
{
    bench_clear(bench);
    bench->pu = slot->pu_wanted;
    bench->node = slot->node_wanted;
    bench->pages = command->pages;
    bench->bind_pages = command->bind_pages;
    return bench->pu < 0 || bind_self(bench->pu, slot->error, sizeof slot->error);
}

static bool bench_is_there(const struct bench *bench, const struct command *command,
                           const struct arena_rank *slot)
{
    return bench->job.pattern && bench->pu == slot->pu_wanted &&
           bench->node == slot->node_wanted && bench->pages == command->pages &&
           bench->bind_pages == command->bind_pages;
}

/* Whether what the command wants is set up. */
static bool bench_has(const struct bench *bench, const struct command *command,
                      const struct implementation *with)
{
    const struct job *job = &bench->job;

    return bench->with == with && job->bytes == command->bytes && job->series == command->series &&
           job->reduction == command->reduction && bench->layout == command->layout &&
           memcmp(&job->tuning, &command->tuning, sizeof job->tuning) == 0;
}

static bool bench_set_job(struct bench *bench, const struct command *command,
                          struct arena_rank *slot)
{
    const struct bind_place place = bind_place_of(bench->pu);

    bench->job = (struct job){.pattern = registry_pattern(command->pattern),
                              .rank = bench->team->rank,
                              .ranks = bench->team->ranks,
                              .bytes = command->bytes,
                              .series = command->series,
                              .reduction = command->reduction,
                              .cache_bytes = place.cache_bytes,
                              .cache = place.cache,
                              .node = place.node,
                              .package = place.package,
                              .tuning = command->tuning};
    bench->layout = command->layout;
    free(bench->heap);
    bench->heap = layout_offset(bench->layout) ? malloc(layout_offset(bench->layout)) : NULL;
    return bench->job.pattern || bench_fail(slot, "no such pattern in this worker");
}

/* Makes every rank's job known to all ranks, in rank 0's memory. A pattern's address is its own
 * process's. */
static bool bench_share_jobs(struct bench *bench)
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

static void *bench_allocate_state(struct job *job, size_t bytes)
{
    struct bench *bench = ((struct instance *)job)->bench;
    const size_t offset = layout_offset(bench->layout);

    return region_reserve(bench, REGION_STATE, bytes + LAYOUT_OFFSET_MOST)
               ? region_place(bench, REGION_STATE, offset + bytes) + offset
               : NULL;
}

/* Processes that access each other's buffers need separate ones. */
static bool shares_buffers(const struct bench *bench, const struct implementation *with)
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
static bool bench_place_buffer(struct bench *bench, enum region_name name,
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

static bool bench_place_temporary(struct bench *bench, size_t bytes)
{
    if (!region_reserve(bench, REGION_TEMPORARY, bench->job.rank == ROOT ? bytes : 0))
        return false;
    bench->instance->job.temporary = region_place(bench, REGION_TEMPORARY, bytes);
    return true;
}

/* The same on all ranks. */
static bool bench_place(struct bench *bench, const struct implementation *with)
{
    const struct pattern *pattern = bench->job.pattern;
    const bool shared = shares_buffers(bench, with);
    struct job *job = &bench->instance->job;

    return bench_place_buffer(bench, shared ? REGION_SEND_SHARED : REGION_SEND,
                              pattern->send_bytes, &job->send) &&
           bench_place_buffer(bench, shared ? REGION_RECV_SHARED : REGION_RECV,
                              pattern->recv_bytes, &job->recv) &&
           (!with->temporary_bytes ||
            bench_place_temporary(bench, with->temporary_bytes(job))) &&
           (!(bench->team->shares_memory || with->shared) || bench_share_jobs(bench));
}

/* The same on all ranks. */
static bool bench_set_up(struct bench *bench, const struct implementation *with,
                         struct arena_rank *slot)
{
    struct instance *instance =
        (struct instance *)(bench->pages_instance + layout_place(bench->layout));
    struct job *job = &instance->job;

    *instance = (struct instance){.job = bench->job, .bench = bench};
    bench->instance = instance;
    job->variant = with->variant;
    job->used = &instance->used;
    job->allocate = with->shared ? bench_allocate_state : NULL;
    if (!bench_place(bench, with))
        return false;
    const bool good = !with->setup || with->setup(job); /* setting up is collective */

    bench->with = with;
    if (good && job->peers)
        job->peers[job->rank]->state = job->state;
    if (!good && !slot->error[0])
        bench_fail(slot, job->failure ? job->failure : "setting up the implementation failed");
    return bench->sync->agree(bench->sync, good);
}

/* Allocates the array for flushing; false if there is no memory. */
static bool bench_prepare_flush(struct bench *bench, size_t bytes, struct arena_rank *slot)
{
    if (bytes == bench->flush_bytes)
        return true;
    mapping_free(bench->flush, bench->flush_bytes, PAGE_SIZE_DEFAULT);
    bench->flush = mapping_create(bytes, PAGE_SIZE_DEFAULT);
    bench->flush_bytes = bench->flush ? bytes : 0;
    return bench->flush_bytes == bytes || bench_fail(slot, "no memory for flushing the caches");
}

/* What the front end is told of an instance. */
static void bench_report(const struct bench *bench, struct arena_rank *slot)
{
    const bool shared = shares_buffers(bench, bench->with);
    const struct region *send = &bench->regions[shared ? REGION_SEND_SHARED : REGION_SEND],
                        *recv = &bench->regions[shared ? REGION_RECV_SHARED : REGION_RECV];
    const struct job *job = &bench->instance->job;

    slot->huge_bytes = send->huge_bytes + recv->huge_bytes;
    slot->node_buffers = job->pattern->recv_bytes(job) ? recv->node : send->node;
    slot->levels = job->levels;
    slot->grouped = job->grouped;
    slot->node_temporary = BIND_NODE_UNKNOWN;
    if (bench->with->temporary_bytes)
        slot->node_temporary = bench->regions[REGION_TEMPORARY].node;
}

struct instance *bench_select(struct bench *bench, const struct command *command,
                              const struct implementation *with, struct arena_rank *slot)
{
    struct synchronization *const sync = bench->sync;
    bool good = true;

    /* The placement may have changed for only one rank: either all ranks start over or none. */
    if (!sync->agree(sync, bench_is_there(bench, command, slot)))
        good = sync->agree(sync, bench_move(bench, command, slot));
    if (command->flush)
        good = sync->agree(sync, bench_prepare_flush(bench, command->flush, slot)) && good;
    if (good && !sync->agree(sync, bench_has(bench, command, with))) {
        bench_tear_down(bench);
        good = sync->agree(sync, bench_set_job(bench, command, slot)) &&
               bench_set_up(bench, with, slot);
    }
    if (!good) {
        bench_clear(bench);
        return NULL;
    }
    bench_report(bench, slot);
    return bench->instance;
}

double *bench_gather(const struct team *team, double mine)
{
    double *all = memory_or_die(calloc((size_t)team->ranks, sizeof *all));

    team->gather(&mine, all);
    return all;
}

bool bench_agree(const struct team *team, bool mine)
{
    double *votes = bench_gather(team, mine);
    bool all = true;

    for (int rank = 0; rank < team->ranks; rank++)
        all = all && votes[rank] != 0;
    free(votes);
    return all;
}
