/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic variables: the history of each, what each rank has seen of it, and happens-before. */
#include "tests/model/runtime.h"

#include <stdatomic.h>
#include <string.h>

enum { STORES_MOST = 256, SIGHTINGS_MOST = 1024, LOCATIONS_MOST = 1024 };

struct store {
    uint64_t value;
    struct clock released; /* what happens before for a rank that acquires it */
    struct clock loads;    /* of each rank, that it may depend on */
};

/* A rank has made or read this store: loads that happen after that cannot read an older one. */
struct sighting {
    int rank, store;
    uint32_t time;
};

struct location {
    int stores, sightings;
    struct store store[STORES_MOST];
    struct sighting sighting[SIGHTINGS_MOST];
};

static struct location locations[LOCATIONS_MOST];
static int location_count;

static struct rank {
    struct clock now;
    struct clock fenced;   /* at its last release fence: what relaxed stores release */
    struct clock unfenced; /* from relaxed loads: what an acquire fence adds */
    struct clock loads;    /* of each rank, that it may depend on; its own: so far */

    /* The last load, until another operation follows it: until then it may be a poll in vain. */
    struct location *loaded;
    int store;
    bool acquires;
    bool pauses; /* has paused since */
} ranks[MODEL_RANKS_MOST];

static void clock_join(struct clock *clock, const struct clock *other)
{
    for (int rank = 0; rank < MODEL_RANKS_MOST; rank++)
        if (other->of[rank] > clock->of[rank])
            clock->of[rank] = other->of[rank];
}

void atomics_reset(void)
{
    memset(ranks, 0, sizeof ranks);
    for (int rank = 0; rank < MODEL_RANKS_MOST; rank++)
        ranks[rank].now.of[rank] = 1;
    location_count = 0;
}

/* The value from before the ranks began is the first store. */
static struct location *location_of(const void *address)
{
    struct location *location = plain_location(address);

    if (location)
        return location;
    if (location_count == LOCATIONS_MOST)
        model_fail("more than %d atomic variables", LOCATIONS_MOST);
    location = &locations[location_count++];
    location->stores = 1;
    location->sightings = 0;
    location->store[0] = (struct store){.value = *(const uint64_t *)address};
    plain_claim(address, location);
    return location;
}

int location_oldest(const struct location *location, int rank)
{
    int oldest = 0;

    for (int i = 0; i < location->sightings; i++) {
        const struct sighting *seen = &location->sighting[i];

        if (seen->store > oldest && seen->time <= ranks[rank].now.of[seen->rank])
            oldest = seen->store;
    }
    return oldest;
}

int location_newest(const struct location *location)
{
    return location->stores - 1;
}

static void location_see(struct location *location, int store)
{
    if (location->sightings == SIGHTINGS_MOST)
        model_fail("an atomic variable is used more than %d times", SIGHTINGS_MOST);
    location->sighting[location->sightings++] =
        (struct sighting){watch_rank, store, ranks[watch_rank].now.of[watch_rank]};
}

/* ---- loads, stores, fences ---------------------------------------------------------------- */

static bool is_acquire(int order)
{
    return order != memory_order_relaxed && order != memory_order_release;
}

static bool is_release(int order)
{
    return order == memory_order_release || order == memory_order_acq_rel ||
           order == memory_order_seq_cst;
}

/* Something follows the last load, so it counts. */
static void load_settle(struct rank *self)
{
    if (!self->loaded)
        return;
    const struct store *store = &self->loaded->store[self->store];

    clock_join(self->acquires ? &self->now : &self->unfenced, &store->released);
    clock_join(&self->loads, &store->loads);
    self->loads.of[watch_rank]++;
    location_see(self->loaded, self->store);
    self->loaded = NULL;
}

const struct clock *clock_now(void)
{
    load_settle(&ranks[watch_rank]);
    return &ranks[watch_rank].now;
}

/* Everything up to now, for a release; what follows is not part of it. */
static struct clock clock_release(struct rank *self)
{
    const struct clock released = self->now;

    self->now.of[watch_rank]++;
    return released;
}

static void size_check(size_t bytes, const void *site)
{
    if (bytes != sizeof(uint64_t))
        model_fail("an atomic variable of %zu bytes at %p: only 8 are modelled", bytes, site);
}

void watched_pause(void)
{
    ranks[watch_rank].pauses = true;
}

uint64_t watched_load(const void *address, size_t bytes, int order, const void *site)
{
    size_check(bytes, site);
    site_note(site, true, is_acquire(order));
    if (site_lacks(site, UNAWAITED))
        return UINT64_MAX;
    struct rank *self = &ranks[watch_rank];
    struct location *location = location_of(address);
    const bool vain = self->loaded == location && self->pauses;

    if (!vain)
        load_settle(self);
    self->store = search_choose(location, self->loads.of[watch_rank] + 1, vain);
    self->loaded = location;
    self->acquires = is_acquire(order) && !site_lacks(site, RELAXED);
    self->pauses = false;
    return location->store[self->store].value + site_lacks(site, HASTY);
}

void watched_store(void *address, uint64_t value, size_t bytes, int order, const void *site)
{
    size_check(bytes, site);
    site_note(site, false, is_release(order));
    struct rank *self = &ranks[watch_rank];
    struct location *location = location_of(address);
    const bool releases = is_release(order) && !site_lacks(site, RELAXED);

    load_settle(self);
    if (location_oldest(location, watch_rank) != location_newest(location))
        model_fail("rank %d stores at %p without knowing of the store before", watch_rank, site);
    if (location->stores == STORES_MOST)
        model_fail("more than %d stores to one atomic variable", STORES_MOST);
    location_see(location, location->stores);
    location->store[location->stores++] =
        (struct store){value, releases ? clock_release(self) : self->fenced, self->loads};
    search_store(location, &self->loads);
}

/* Stores to a location would have no order that is the same in every execution. */
uint64_t watched_update(void *address, enum watched_update update, uint64_t value,
                        uint64_t expected, size_t bytes, int order, const void *site)
{
    (void)address, (void)update, (void)value, (void)expected, (void)bytes, (void)order;
    model_fail("rank %d updates an atomic variable at %p: not modelled", watch_rank, site);
}

void watched_fence(int order, const void *site)
{
    site_note(site, false, is_release(order));
    struct rank *self = &ranks[watch_rank];

    load_settle(self);
    if (is_acquire(order))
        clock_join(&self->now, &self->unfenced);
    if (is_release(order) && !site_lacks(site, RELAXED))
        self->fenced = clock_release(self);
}
