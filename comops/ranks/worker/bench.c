/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/bench.h"

#include "comops/ranks/contract/registry.h"
#include "comops/ranks/text/text.h"
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
static bool bench_move(struct bench *bench, const struct command *command)
{
    struct arena_rank *const slot = bench->slot;

    bench_clear(bench);
    bench->pu = slot->pu_wanted;
    bench->node = slot->node_wanted;
    bench->pages = command->pages;
    bench->bind_pages = command->bind_pages;
    return bench->pu < 0 || bind_self(bench->pu, slot->error, sizeof slot->error);
}

static bool bench_is_there(const struct bench *bench, const struct command *command)
{
    return bench->job.pattern && bench->pu == bench->slot->pu_wanted &&
           bench->node == bench->slot->node_wanted && bench->pages == command->pages &&
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

static bool bench_set_job(struct bench *bench, const struct command *command)
{
    const struct bind_place place = bind_place_of(bench->pu);

    bench->job = (struct job){.pattern = registry_pattern(command->pattern),
                              .rank = bench->team->rank,
                              .ranks = bench->team->ranks,
                              .shared_ranks = bench->team->shared_ranks,
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
    return bench->job.pattern || bench_fail(bench->slot, "no such pattern in this worker");
}

/* Allocates the array for flushing; false if there is no memory. */
static bool bench_prepare_flush(struct bench *bench, size_t bytes)
{
    if (bytes == bench->flush_bytes)
        return true;
    mapping_free(bench->flush, bench->flush_bytes, PAGE_SIZE_DEFAULT);
    bench->flush = mapping_create(bytes, PAGE_SIZE_DEFAULT);
    bench->flush_bytes = bench->flush ? bytes : 0;
    return bench->flush_bytes == bytes ||
           bench_fail(bench->slot, "no memory for flushing the caches");
}

double bench_reading(struct synchronization *sync, const struct job *job, size_t bytes)
{
    enum { TRIALS = 5, TRIALS_LONG = 2, TRIAL_BYTES = 32 << 10 };
    const int reads = bytes < TRIAL_BYTES ? TRIAL_BYTES / (int)(bytes + CACHE_LINE) : 1;
    const int trials = bytes < TRIAL_BYTES ? TRIALS : TRIALS_LONG;
    uint64_t least = UINT64_MAX;

    for (int trial = 0; trial < trials && bytes; trial++) {
        const uint64_t begin = sync->now(sync);

        for (int i = 0; i < reads; i++)
            bench_use(job, bytes);
        const uint64_t took = sync->now(sync) - begin;

        least = took < least ? took : least;
    }
    return bytes ? (double)least / reads : 0;
}

/* What the front end is told of an instance. */
static void bench_report(const struct bench *bench)
{
    struct arena_rank *const slot = bench->slot;
    const bool shared = instance_shares_buffers(bench, bench->with);
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
                              const struct implementation *with)
{
    struct synchronization *const sync = bench->sync;
    bool good = true;

    /* The placement may have changed for only one rank: either all ranks start over or none. */
    if (!sync->agree(sync, bench_is_there(bench, command)))
        good = sync->agree(sync, bench_move(bench, command));
    if (command->flush)
        good = sync->agree(sync, bench_prepare_flush(bench, command->flush)) && good;
    if (good && !sync->agree(sync, bench_has(bench, command, with))) {
        bench_tear_down(bench);
        good = sync->agree(sync, bench_set_job(bench, command)) && instance_set_up(bench, with);
    }
    if (!good) {
        bench_clear(bench);
        return NULL;
    }
    bench_report(bench);
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
