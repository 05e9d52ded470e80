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
    struct bench *bench = memory_or_die(malloc(sizeof *bench));
    int count;

    registry_implementations(&count);
    *bench = (struct bench){.team = team, .sync = sync, .pu = -1};
    bench->instances = memory_or_die(calloc((size_t)count, sizeof *bench->instances));
    return bench;
}

/* Bytes of the largest of all ranks' buffers: a team that allocates needs equal sizes. */
static size_t largest(const struct job *job, size_t (*bytes_of)(const struct job *job))
{
    struct job other = *job;
    size_t most = 0;

    for (other.rank = 0; other.rank < job->ranks; other.rank++)
        most = bytes_of(&other) > most ? bytes_of(&other) : most;
    return most;
}

/* Binds the pages if requested, and touches them for the first time. */
static bool bench_touch(const struct bench *bench, char *memory, size_t bytes,
                        struct arena_rank *slot)
{
    if (bench->bind_pages && memory && bytes &&
        !bind_pages(memory, mapping_bytes(bytes, bench->pages), bench->node, slot->error,
                    sizeof slot->error))
        return false;
    if (memory)
        memset(memory, 0, bytes);
    return memory || !bytes;
}

/* Memory for one of the job's buffers, first touched here. */
static bool bench_map(const struct bench *bench, size_t (*bytes_of)(const struct job *job),
                      char **memory, struct arena_rank *slot)
{
    const size_t bytes = bytes_of(&bench->job);

    *memory = bench->team->allocate ? bench->team->allocate(largest(&bench->job, bytes_of))
                                    : mapping_create(bytes, bench->pages);
    return bench_touch(bench, *memory, bytes, slot);
}

static void bench_unmap(const struct bench *bench, char *memory,
                        size_t (*bytes_of)(const struct job *job))
{
    if (bench->team->release)
        bench->team->release(memory, largest(&bench->job, bytes_of));
    else
        mapping_free(memory, bytes_of(&bench->job), bench->pages);
}

/* Tears down everything that was set up for the current buffers, then frees the buffers. */
static void bench_clear(struct bench *bench)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++) {
        struct instance *instance = &bench->instances[i];

        if (!instance->ready)
            continue;
        bench->sync->meet(bench->sync); /* no rank is still running it */
        if (all[i]->teardown)
            all[i]->teardown(&instance->job);
        if (bench->job.rank == ROOT && all[i]->temporary_bytes)
            mapping_free(instance->job.temporary, all[i]->temporary_bytes(&instance->job),
                         bench->pages);
        if (bench->job.rank == ROOT)
            free(instance->peers);
        *instance = (struct instance){.ready = false};
    }
    if (bench->job.pattern) {
        bench_unmap(bench, bench->job.send, bench->job.pattern->send_bytes);
        bench_unmap(bench, bench->job.recv, bench->job.pattern->recv_bytes);
    }
    bench->job = (struct job){0};
}

void bench_close(struct bench *bench)
{
    bench_clear(bench);
    layout_free(&bench->layout, bench->team);
    mapping_free(bench->flush, bench->flush_bytes, PAGE_SIZE_DEFAULT);
    free(bench->instances);
    free(bench);
}

bool bench_fail(struct arena_rank *slot, const char *why)
{
    snprintf(slot->error, sizeof slot->error, "%s", why);
    return false;
}

static const char *const no_memory = "no memory for the buffers";
static const char *const no_huge_pages =
    "no 2 MiB pages for the buffers: reserve some (sysctl vm.nr_hugepages=512)";

/* Always binds again: the kernel drops a binding to a hardware thread that goes offline. */
static bool bench_pin(struct bench *bench, struct arena_rank *slot)
{
    if (slot->pu_wanted >= 0 && !bind_self(slot->pu_wanted, slot->error, sizeof slot->error))
        return false;
    bench->pu = slot->pu_wanted;
    return true;
}

/* Buffers for this pattern and size, first touched by this rank after it has been pinned. */
static bool bench_allocate(struct bench *bench, const struct command *command,
                           struct arena_rank *slot)
{
    struct job *job = &bench->job;

    *job = (struct job){.pattern = registry_pattern(command->pattern),
                        .rank = bench->team->rank,
                        .ranks = bench->team->ranks,
                        .bytes = command->bytes,
                        .series = command->series,
                        .reduction = command->reduction};
    if (!job->pattern)
        return bench_fail(slot, "no such pattern in this worker");
    const struct bind_cache cache = bind_cache_of(bench->pu);

    job->cache_bytes = cache.bytes;
    job->cache = cache.name;
    const size_t send = job->pattern->send_bytes(job), recv = job->pattern->recv_bytes(job);

    bench->node = slot->node_wanted;
    bench->pages = command->pages;
    bench->bind_pages = command->bind_pages;
    bench->layout_number = command->layout;
    layout_set(&bench->layout, bench->team, bench->pages, bench->layout_number);
    /* Both are requested even if the first fails: the team may allocate collectively. */
    const bool sends = bench_map(bench, job->pattern->send_bytes, &job->send, slot);
    const bool receives = bench_map(bench, job->pattern->recv_bytes, &job->recv, slot);

    if (!sends || !receives)
        return slot->error[0]
                   ? false
                   : bench_fail(slot, bench->pages == PAGE_SIZE_2M ? no_huge_pages : no_memory);
    slot->huge_bytes =
        (send ? mapping_huge_bytes(job->send) : 0) + (recv ? mapping_huge_bytes(job->recv) : 0);
    slot->node_buffers = bind_node_of(recv ? job->recv : job->send, recv ? recv : send);
    return true;
}

static bool bench_share_temporary(struct bench *bench, const struct implementation *with,
                                  struct job *job, struct arena_rank *slot)
{
    const size_t bytes = with->temporary_bytes(job);

    if (job->rank == ROOT) {
        job->temporary = mapping_create(bytes, bench->pages);
        if (!bench_touch(bench, job->temporary, bytes, slot)) {
            mapping_free(job->temporary, bytes, bench->pages);
            job->temporary = NULL;
        }
    }
    bench->team->share(&job->temporary, sizeof job->temporary);
    return job->temporary;
}

/* Makes every rank's job known to all ranks. */
static bool bench_share_jobs(struct bench *bench, struct instance *instance)
{
    if (instance->job.rank == ROOT)
        instance->peers = calloc((size_t)instance->job.ranks, sizeof *instance->peers);
    bench->team->share(&instance->peers, sizeof instance->peers);
    if (instance->peers)
        instance->peers[instance->job.rank] = &instance->job;
    instance->job.peers = instance->peers;
    bench->team->meet();
    return instance->peers;
}

static bool bench_set_up(struct bench *bench, const struct implementation *with,
                         struct instance *instance, struct arena_rank *slot)
{
    bool good = true;

    instance->job = bench->job;
    instance->job.variant = with->variant;
    instance->ready = true;
    if (with->temporary_bytes)
        good = bench_share_temporary(bench, with, &instance->job, slot);
    if (bench->team->shares_memory)
        good = bench_share_jobs(bench, instance) && good;
    if (good && with->setup)
        good = with->setup(&instance->job);
    return good || bench_fail(slot, "setting up the implementation failed");
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

bool bench_select(struct bench *bench, const struct command *command,
                  const struct implementation *with, struct instance *instance,
                  struct arena_rank *slot)
{
    const struct job *job = &bench->job;
    const bool same = job->pattern && strcmp(job->pattern->name, command->pattern) == 0 &&
                      job->bytes == command->bytes && job->series == command->series &&
                      job->reduction == command->reduction && bench->pu == slot->pu_wanted &&
                      bench->node == slot->node_wanted && bench->pages == command->pages &&
                      bench->bind_pages == command->bind_pages &&
                      bench->layout_number == command->layout;
    bool good = true;

    /* The placement may have changed for one rank alone: either all ranks start over or none. */
    if (!bench->sync->agree(bench->sync, same)) {
        bench_clear(bench);
        good = bench->sync->agree(bench->sync, bench_pin(bench, slot)) &&
               bench->sync->agree(bench->sync, bench_allocate(bench, command, slot));
    }
    if (command->flush && !bench_prepare_flush(bench, command->flush))
        good = bench_fail(slot, "no memory for flushing the caches");
    good = bench->sync->agree(bench->sync, good);
    if (good && !instance->ready)
        good = bench->sync->agree(bench->sync, bench_set_up(bench, with, instance, slot));
    if (!good) {
        bench_clear(bench);
        return false;
    }
    slot->node_temporary = BIND_NODE_UNKNOWN;
    if (with->temporary_bytes)
        slot->node_temporary =
            bind_node_of(instance->job.temporary, with->temporary_bytes(&instance->job));
    return true;
}
