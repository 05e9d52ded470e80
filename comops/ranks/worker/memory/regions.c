/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/memory/regions.h"

#include "comops/ranks/worker/bench.h"
#include "topology/bind.h"

/* `shared`: all ranks access it; `buffer`: its pages are as the command asks. */
static const struct {
    bool shared, buffer, of_root;
} kinds[REGIONS] = {
    [REGION_SEND] = {.buffer = true},
    [REGION_RECV] = {.buffer = true},
    [REGION_SEND_SHARED] = {.shared = true, .buffer = true},
    [REGION_RECV_SHARED] = {.shared = true, .buffer = true},
    [REGION_STATE] = {.shared = true},
    [REGION_TEMPORARY] = {.shared = true, .buffer = true, .of_root = true},
    [REGION_PEERS] = {.shared = true, .of_root = true},
};

static enum page_size pages_of(const struct bench *bench, enum region_name name)
{
    return kinds[name].buffer ? bench->pages : PAGE_SIZE_DEFAULT;
}

static size_t whole_bytes(const struct bench *bench, enum region_name name)
{
    const size_t bytes = bench->regions[name].bytes;

    return bytes ? bytes + layout_before_most(pages_of(bench, name)) : 0;
}

static void release(struct bench *bench, enum region_name name)
{
    struct region *region = &bench->regions[name];
    const size_t whole = whole_bytes(bench, name);

    if (region->memory)
        mapping_show(region->memory, whole, region->memory, whole);
    if (kinds[name].shared)
        segment_free(&region->segment);
    else if (bench->team->release)
        bench->team->release(region->memory, whole);
    else
        mapping_free(region->memory, whole, pages_of(bench, name));
    *region = (struct region){.bytes = region->bytes, .node = BIND_NODE_UNKNOWN};
}

void regions_free(struct bench *bench)
{
    for (int name = 0; name < REGIONS; name++) {
        release(bench, name);
        bench->regions[name].bytes = 0;
    }
}

/* Private to the rank, unless its team allocates buffers or all access it. */
static char *allocate(struct bench *bench, enum region_name name)
{
    struct region *region = &bench->regions[name];
    const size_t whole = whole_bytes(bench, name);
    const enum page_size pages = pages_of(bench, name);

    if (kinds[name].shared)
        return segment_create(&region->segment, bench->team, whole, pages) ? region->segment.mine
                                                                           : NULL;
    return bench->team->allocate ? bench->team->allocate(whole) : mapping_create(whole, pages);
}

/* Binds the pages if the command says so, and touches them for the first time. */
static bool touch(const struct bench *bench, enum region_name name)
{
    const struct region *region = &bench->regions[name];
    const enum page_size pages = pages_of(bench, name);
    const size_t whole = whole_bytes(bench, name);

    if (kinds[name].buffer && bench->bind_pages &&
        !bind_pages(region->memory, mapping_bytes(whole, pages), bench->node,
                    bench->slot->error, sizeof bench->slot->error))
        return false;
    return mapping_touch(region->memory, whole, pages);
}

static const char *const no_memory = "no memory for the buffers";
static const char *const no_huge_pages =
    "no 2 MiB pages for the buffers: reserve some (sysctl vm.nr_hugepages=512)";

static bool create(struct bench *bench, enum region_name name)
{
    struct region *region = &bench->regions[name];
    const size_t whole = whole_bytes(bench, name);

    region->memory = allocate(bench, name);
    if (!whole)
        return true;
    if (!region->memory || !touch(bench, name))
        return bench->slot->error[0] ? false
                                     : bench_fail(bench->slot, pages_of(bench, name) == PAGE_SIZE_2M
                                                                   ? no_huge_pages
                                                                   : no_memory);
    /* Finding them reads about all memory of the process, which under a simulator has all ranks. */
    if (bench->pu >= 0)
        region->huge_bytes =
            mapping_huge_bytes(region->memory, mapping_bytes(whole, pages_of(bench, name)));
    region->node = bind_node_of(region->memory, whole);
    return true;
}

bool region_reserve(struct bench *bench, enum region_name name, size_t bytes)
{
    struct region *region = &bench->regions[name];

    if (bench->sync->agree(bench->sync, bytes <= region->bytes))
        return true;
    release(bench, name);
    region->bytes = bytes > region->bytes ? bytes : region->bytes;
    return bench->sync->agree(bench->sync, create(bench, name));
}

char *region_place(const struct bench *bench, enum region_name name, size_t bytes)
{
    const struct region *region = &bench->regions[name];
    char *memory = kinds[name].of_root ? region->segment.first : region->memory;
    char *place = memory ? memory + layout_before(bench->layout, pages_of(bench, name)) : NULL;

    if (region->memory && name != REGION_PEERS) /* all ranks write to that one at the same time */
        mapping_show(region->memory, whole_bytes(bench, name), place, bytes);
    return bytes || kinds[name].of_root ? place : NULL;
}
