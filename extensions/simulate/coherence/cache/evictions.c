/* SPDX-License-Identifier: BSD-3-Clause */
/* A cache is a hash table of pages. Entry 0 is none. */
#include "extensions/simulate/coherence/cache/protocol.h"
#include "extensions/simulate/coherence/resources.h"

enum { ENTRIES = 1 << 20, BUCKETS = 1 << 16 };

struct entry {
    int64_t page;
    uint64_t lines; /* a bit each; 0: not in use */
    int32_t chain;  /* next of the same bucket, or not in use */
};

struct cache {
    struct entry *entries;
    int32_t *buckets;
    int32_t used, unused; /* entries that have ever been in use; a list of free ones */
    int32_t pages, last;  /* in use; of the last lines that were added */
    int64_t lines, lines_most;
    uint64_t random;
};

static struct cache caches[2 * CORES_MOST]; /* of cores, then last-level caches */
static int cache_count;

static void cache_open(struct cache *cache, size_t bytes)
{
    *cache = (struct cache){.entries = storage_map(ENTRIES * sizeof *cache->entries),
                            .buckets = storage_map(BUCKETS * sizeof *cache->buckets),
                            .lines_most = (int64_t)(bytes / LINE_BYTES)};
}

void evictions_open(void)
{
    cache_count = machine->cores + machine->llcs;
    for (int i = 0; i < cache_count; i++)
        cache_open(&caches[i], i < machine->cores ? machine->cache_bytes : machine->llc_bytes);
}

void evictions_close(void)
{
    for (int i = 0; i < cache_count; i++) {
        storage_unmap(caches[i].entries, ENTRIES * sizeof *caches[i].entries);
        storage_unmap(caches[i].buckets, BUCKETS * sizeof *caches[i].buckets);
    }
}

static int32_t *bucket_of(struct cache *cache, int64_t page)
{
    return &cache->buckets[page % BUCKETS];
}

static int32_t entry_find(struct cache *cache, int64_t page)
{
    int32_t at = *bucket_of(cache, page);

    while (at && cache->entries[at].page != page)
        at = cache->entries[at].chain;
    return at;
}

static int32_t entry_new(struct cache *cache, int64_t page)
{
    int32_t *bucket = bucket_of(cache, page), at = cache->unused;

    if (at)
        cache->unused = cache->entries[at].chain;
    else
        at = ++cache->used;
    cache->entries[at] = (struct entry){.page = page, .chain = *bucket};
    *bucket = at;
    cache->pages++;
    return at;
}

static struct entry entry_remove(struct cache *cache, int32_t at)
{
    const struct entry entry = cache->entries[at];
    int32_t *link = bucket_of(cache, entry.page);

    while (*link != at)
        link = &cache->entries[*link].chain;
    *link = entry.chain;
    cache->pages--;
    cache->entries[at].chain = cache->unused;
    cache->unused = at;
    cache->lines -= __builtin_popcountll(entry.lines);
    cache->entries[at].lines = 0;
    return entry;
}

static void cache_add(struct cache *cache, int64_t page, uint64_t lines)
{
    int32_t at = cache->entries[cache->last].page == page ? cache->last : entry_find(cache, page);

    if (!at)
        at = entry_new(cache, page);
    cache->last = at;
    cache->lines += __builtin_popcountll(lines & ~cache->entries[at].lines);
    cache->entries[at].lines |= lines;
}

/* Any but the last one. */
static int32_t entry_choose(struct cache *cache)
{
    int32_t at;

    do {
        cache->random = cache->random * UINT64_C(6364136223846793005) + 1442695040888963407u;
        at = 1 + (int32_t)((cache->random >> 33) % (uint64_t)cache->used);
    } while (!cache->entries[at].lines || at == cache->last);
    return at;
}

/* The last one stays. */
static bool cache_overflows(const struct cache *cache)
{
    const bool full = cache->used == ENTRIES - 1 && !cache->unused;

    return (cache->lines > cache->lines_most || full) && cache->pages > 1;
}

/* Calls leave(line, lines, ...) for the remaining lines of an evicted page; once if the page has
 * one state. */
static void page_leave(const struct entry *entry, int from,
                       void (*leave)(struct line *line, int lines, int from, double time),
                       double time)
{
    if (page_is_one(entry->page)) {
        leave(line_of_page(entry->page, 0), PAGE_LINES, from, time);
        return;
    }
    for (uint64_t left = entry->lines; left; left &= left - 1)
        leave(line_of_page(entry->page, __builtin_ctzll(left)), 1, from, time);
}

static void line_write_back(struct line *line, int lines, int core, double time)
{
    if (line->dirty)
        resources_book(machine->core[core].domain, resources_domain(line->home),
                       machine->memory_of[line->home], lines, time, time);
    line->dirty = false;
}

static void leave_core(struct line *line, int lines, int core, double time)
{
    const bool last = line->owner == core;

    if (!set_has(&line->sharers, core) && !last)
        return;
    protocol_evict(line, core);
    if (last && machine->llc_bytes == 0)
        line_write_back(line, lines, core, time);
}

static void leave_llc(struct line *line, int lines, int llc, double time)
{
    int core = 0;

    line->llcs &= ~(UINT64_C(1) << llc % 64);
    while (machine->core[core].llc != llc)
        core++;
    if (!line->llcs && line->owner == NOBODY)
        line_write_back(line, lines, core, time);
}

/* What exceeds the core's cache moves to its last-level cache. */
static void core_spill(int core, struct cache *own, struct cache *llc, double time)
{
    while (cache_overflows(own)) {
        const struct entry left = entry_remove(own, entry_choose(own));

        page_leave(&left, core, leave_core, time);
        if (machine->llc_bytes > 0)
            cache_add(llc, left.page, left.lines);
    }
}

void evictions_add(int core, const struct piece *piece, double time)
{
    const int llc = machine->core[core].llc;
    struct cache *own = &caches[core], *last_level = &caches[machine->cores + llc];

    cache_add(own, piece->place / PAGE_BYTES, piece->mask);
    if (!cache_overflows(own))
        return;
    core_spill(core, own, last_level, time);
    while (cache_overflows(last_level)) {
        const struct entry left = entry_remove(last_level, entry_choose(last_level));

        page_leave(&left, llc, leave_llc, time);
    }
}
