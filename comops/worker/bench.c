/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/worker/bench.h"

#include "comops/contract/registry.h"
#include "comops/text/text.h"
#include "topology/bind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bench *bench_open(const struct team *team, struct synchronization *sync)
{
    struct bench *bench = mapping_take(sizeof *bench, LAYOUT_APART);
    int count;

    registry_implementations(&count);
    *bench = (struct bench){.team = team, .sync = sync, .pu = -1, .buffers[1].shared = true};
    bench->instances = memory_or_die(calloc((size_t)count, sizeof *bench->instances));
    return bench;
}

static void bench_tear_down(struct bench *bench)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++) {
        struct instance *instance = bench->instances[i];

        if (!instance)
            continue;
        bench->sync->meet(bench->sync); /* no rank is still running it */
        if (all[i]->teardown)
            all[i]->teardown(&instance->job);
        segment_free(&instance->state);
        segment_free(&instance->temporary);
        segment_free(&instance->peers);
        mapping_return(instance, sizeof *instance);
        bench->instances[i] = NULL;
    }
}

/* Tears down everything that was set up for the current buffers, then frees the buffers. */
static void bench_clear(struct bench *bench)
{
    bench_tear_down(bench);
    for (int kind = 0; kind < 2; kind++)
        buffers_free(&bench->buffers[kind], bench);
    bench->job = (struct job){0};
}

void bench_close(struct bench *bench)
{
    bench_clear(bench);
    layout_free(&bench->layout, bench->team);
    mapping_free(bench->flush, bench->flush_bytes, PAGE_SIZE_DEFAULT);
    free(bench->instances);
    mapping_return(bench, sizeof *bench);
}

bool bench_fail(struct arena_rank *slot, const char *why)
{
    snprintf(slot->error, sizeof slot->error, "%s", why);
    return false;
}

/* Always binds again: the kernel drops a binding to a hardware thread that goes offline. */
static bool bench_pin(struct bench *bench, struct arena_rank *slot)
{
    if (slot->pu_wanted >= 0 && !bind_self(slot->pu_wanted, slot->error, sizeof slot->error))
        return false;
    bench->pu = slot->pu_wanted;
    return true;
}

/* Sets what is measured, and where this rank's pages lie. */
static bool bench_prepare(struct bench *bench, const struct command *command,
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
    bench->node = slot->node_wanted;
    bench->pages = command->pages;
    bench->bind_pages = command->bind_pages;
    bench->layout_number = command->layout;
    layout_set(&bench->layout, bench->team, bench->pages, bench->layout_number);
    return bench->job.pattern || bench_fail(slot, "no such pattern in this worker");
}

static bool bench_share_temporary(struct bench *bench, const struct implementation *with,
                                  struct instance *instance, struct arena_rank *slot)
{
    struct segment *temporary = &instance->temporary;
    const size_t bytes = instance->job.rank == ROOT ? with->temporary_bytes(&instance->job) : 0;
    const bool good = segment_create(temporary, bench->team, bytes, bench->pages) &&
                      buffers_touch(bench, temporary->mine, bytes, slot);

    instance->job.temporary = temporary->first;
    return good;
}

/* Makes every rank's job known to all ranks, in rank 0's memory. A pattern's address is its own
 * process's. */
static bool bench_share_jobs(struct bench *bench, struct instance *instance)
{
    const size_t ranks = (size_t)bench->team->ranks, rank = (size_t)bench->team->rank;
    const size_t bytes = ranks * (sizeof(struct job *) + sizeof(struct job));

    segment_create(&instance->peers, bench->team, rank == ROOT ? bytes : 0, PAGE_SIZE_DEFAULT);
    if (!instance->peers.first)
        return false;
    struct job **table = (struct job **)instance->peers.first;

    instance->job.peers = table;
    table[rank] = (struct job *)(table + ranks) + rank;
    *table[rank] = instance->job;
    table[rank]->pattern = NULL;
    bench->team->meet();
    return true;
}

static void *bench_allocate_state(struct job *job, size_t bytes)
{
    struct instance *instance = (struct instance *)job;
    const size_t offset = layout_offset(instance->bench->layout_number), whole = offset + bytes;
    char **mine = &instance->state.mine;

    return segment_create(&instance->state, instance->bench->team, whole, PAGE_SIZE_DEFAULT) &&
                   mapping_touch(*mine, whole, PAGE_SIZE_DEFAULT)
               ? *mine + offset
               : NULL;
}

/* Processes that access each other's buffers need separate ones. */
static struct buffers *buffers_for(struct bench *bench, const struct implementation *with)
{
    return &bench->buffers[with->shared && !bench->team->shares_memory];
}

static char empty[1]; /* of a buffer without bytes: memcpy takes no NULL, even for nothing */

static bool bench_set_up(struct bench *bench, const struct implementation *with,
                         struct instance *instance, struct arena_rank *slot)
{
    const struct buffers *buffers = buffers_for(bench, with);
    struct job *job = &instance->job;
    bool good = true;

    *instance = (struct instance){.job = bench->job, .bench = bench};
    job->send = buffers->send ? buffers->send : empty;
    job->recv = buffers->recv ? buffers->recv : empty;
    job->variant = with->variant;
    job->allocate = with->shared ? bench_allocate_state : NULL;
    if (with->temporary_bytes)
        good = bench_share_temporary(bench, with, instance, slot);
    if (bench->team->shares_memory || with->shared)
        good = bench_share_jobs(bench, instance) && good;
    /* Setting up is collective. */
    good = bench->sync->agree(bench->sync, good) && (!with->setup || with->setup(job));
    if (good && job->peers)
        job->peers[job->rank]->state = job->state;
    if (!good && !slot->error[0])
        bench_fail(slot, job->failure ? job->failure : "setting up the implementation failed");
    return good;
}

/* Allocates the array for flushing; false if there is no memory. */
static bool bench_prepare_flush(struct bench *bench, size_t bytes)
{
    if (bytes == bench->flush_bytes)
        return true;
    mapping_free(bench->flush, bench->flush_bytes, PAGE_SIZE_DEFAULT);
    bench->flush = mapping_create(bytes, PAGE_SIZE_DEFAULT);
    bench->flush_bytes = bench->flush ? bytes : 0;
    return bench->flush_bytes == bytes;
}

double bench_reading(struct synchronization *sync, struct instance *instance, size_t bytes)
{
    enum { TRIALS = 5, TRIALS_LONG = 2, TRIAL_BYTES = 32 << 10 };
    const int reads = bytes < TRIAL_BYTES ? TRIAL_BYTES / (int)(bytes + CACHE_LINE) : 1;
    const int trials = bytes < TRIAL_BYTES ? TRIALS : TRIALS_LONG;
    uint64_t least = UINT64_MAX;

    if (bytes == instance->read_bytes)
        return instance->reading_ns;
    for (int trial = 0; trial < trials && bytes; trial++) {
        const uint64_t begin = sync->now(sync);

        for (int i = 0; i < reads; i++)
            data_use(instance->job.recv, bytes);
        const uint64_t took = sync->now(sync) - begin;

        least = took < least ? took : least;
    }
    instance->read_bytes = bytes;
    instance->reading_ns = bytes ? (double)least / reads : 0;
    return instance->reading_ns;
}

struct instance *bench_select(struct bench *bench, const struct command *command,
                              const struct implementation *with, int index, struct arena_rank *slot)
{
    const struct job *job = &bench->job;
    struct buffers *buffers = buffers_for(bench, with);
    const bool same = job->pattern && strcmp(job->pattern->name, command->pattern) == 0 &&
                      job->bytes == command->bytes && job->series == command->series &&
                      job->reduction == command->reduction && bench->pu == slot->pu_wanted &&
                      bench->node == slot->node_wanted && bench->pages == command->pages &&
                      bench->bind_pages == command->bind_pages &&
                      bench->layout_number == command->layout;
    bool good = true;

    /* The placement may have changed for only one rank: either all ranks start over or none. */
    if (!bench->sync->agree(bench->sync, same)) {
        bench_clear(bench);
        good = bench->sync->agree(bench->sync, bench_pin(bench, slot)) &&
               bench->sync->agree(bench->sync, bench_prepare(bench, command, slot));
    } else if (memcmp(&job->tuning, &command->tuning, sizeof job->tuning) != 0) {
        bench_tear_down(bench); /* trials compare tunings over the same buffers */
        bench->job.tuning = command->tuning;
    }
    if (good && !buffers->ready)
        good = bench->sync->agree(bench->sync, buffers_allocate(buffers, bench, slot));
    if (command->flush && !bench_prepare_flush(bench, command->flush))
        good = bench_fail(slot, "no memory for flushing the caches");
    good = bench->sync->agree(bench->sync, good);
    if (good && !bench->instances[index]) {
        bench->instances[index] =
            mapping_take(sizeof **bench->instances, layout_place(bench->layout_number));
        good = bench->sync->agree(bench->sync,
                                  bench_set_up(bench, with, bench->instances[index], slot));
    }
    if (!good) {
        bench_clear(bench);
        return NULL;
    }
    const struct instance *instance = bench->instances[index];

    slot->huge_bytes = buffers->huge_bytes;
    slot->node_buffers = buffers->node;
    slot->levels = instance->job.levels;
    slot->grouped = instance->job.grouped;
    slot->node_temporary = BIND_NODE_UNKNOWN;
    if (with->temporary_bytes)
        slot->node_temporary =
            bind_node_of(instance->job.temporary, with->temporary_bytes(&instance->job));
    return bench->instances[index];
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
