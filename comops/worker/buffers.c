/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/worker/bench.h"

#include "topology/bind.h"

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

bool buffers_touch(const struct bench *bench, char *memory, size_t bytes, struct arena_rank *slot)
{
    if (!memory || !bytes)
        return !bytes;
    if (bench->bind_pages && !bind_pages(memory, mapping_bytes(bytes, bench->pages), bench->node,
                                         slot->error, sizeof slot->error))
        return false;
    return mapping_touch(memory, bytes, bench->pages);
}

/* Private to the rank, unless its team allocates buffers. */
static char *allocate_private(const struct bench *bench, size_t (*bytes_of)(const struct job *job))
{
    return bench->team->allocate ? bench->team->allocate(largest(&bench->job, bytes_of))
                                 : mapping_create(bytes_of(&bench->job), bench->pages);
}

static void free_private(const struct bench *bench, char *memory,
                         size_t (*bytes_of)(const struct job *job))
{
    if (bench->team->release)
        bench->team->release(memory, largest(&bench->job, bytes_of));
    else
        mapping_free(memory, bytes_of(&bench->job), bench->pages);
}

/* One of the two. */
static bool allocate(const struct buffers *buffers, const struct bench *bench,
                     size_t (*bytes_of)(const struct job *job), char **memory,
                     struct segment *segment, struct arena_rank *slot)
{
    const size_t bytes = bytes_of(&bench->job);

    if (!buffers->shared)
        *memory = allocate_private(bench, bytes_of);
    else if (segment_create(segment, bench->team, bytes, bench->pages))
        *memory = segment->mine;
    return buffers_touch(bench, *memory, bytes, slot);
}

static const char *const no_memory = "no memory for the buffers";
static const char *const no_huge_pages =
    "no 2 MiB pages for the buffers: reserve some (sysctl vm.nr_hugepages=512)";

bool buffers_allocate(struct buffers *buffers, const struct bench *bench, struct arena_rank *slot)
{
    const struct pattern *pattern = bench->job.pattern;

    buffers->ready = true;
    /* Both are requested even if the first fails: ranks may allocate collectively. */
    const bool sends =
        allocate(buffers, bench, pattern->send_bytes, &buffers->send, &buffers->send_segment, slot);
    const bool receives =
        allocate(buffers, bench, pattern->recv_bytes, &buffers->recv, &buffers->recv_segment, slot);

    if (!sends || !receives)
        return slot->error[0]
                   ? false
                   : bench_fail(slot, bench->pages == PAGE_SIZE_2M ? no_huge_pages : no_memory);
    const size_t send = pattern->send_bytes(&bench->job), recv = pattern->recv_bytes(&bench->job);

    buffers->huge_bytes = mapping_huge_bytes(buffers->send, mapping_bytes(send, bench->pages)) +
                          mapping_huge_bytes(buffers->recv, mapping_bytes(recv, bench->pages));
    buffers->node = bind_node_of(recv ? buffers->recv : buffers->send, recv ? recv : send);
    return true;
}

void buffers_free(struct buffers *buffers, const struct bench *bench)
{
    const struct pattern *pattern = bench->job.pattern;

    if (buffers->ready && buffers->shared) {
        segment_free(&buffers->send_segment);
        segment_free(&buffers->recv_segment);
    } else if (buffers->ready) {
        free_private(bench, buffers->send, pattern->send_bytes);
        free_private(bench, buffers->recv, pattern->recv_bytes);
    }
    *buffers = (struct buffers){.shared = buffers->shared};
}
