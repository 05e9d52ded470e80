/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/coherence/engine.h"
#include "extensions/simulate/coherence/cache/protocol.h"
#include "extensions/simulate/coherence/resources.h"
#include "extensions/simulate/coherence/schedule.h"
#include "extensions/simulate/coherence/stores.h"
#include "comops/ranks/watch/watch.h"

#include <stdio.h>

enum { STACK = 1 << 18, WAITS_MOST = 8 };

struct rank *ranks;
int rank_count;
const struct machine *machine;
static int meeting; /* ranks that have arrived */
static char why[1024];

void engine_open(const struct machine *its, int count)
{
    machine = its;
    rank_count = count;
    meeting = 0;
    ranks = storage_map((size_t)count * sizeof *ranks);
    for (int i = 0; i < count; i++) {
        ranks[i].number = i;
        for (int stream = 0; stream < STREAMS; stream++)
            ranks[i].streams[stream].place = WATCH_NOWHERE;
    }
    lines_open();
    resources_open();
    protocol_open();
    evictions_open();
    schedule_open();
}

void engine_close(void)
{
    for (int i = 0; i < rank_count; i++)
        fibre_free(&ranks[i].fibre);
    storage_unmap(ranks, (size_t)rank_count * sizeof *ranks);
    lines_close();
    evictions_close();
}

static size_t rank_describe(const struct rank *rank, char *text, size_t size)
{
    if (rank->meets)
        return (size_t)snprintf(text, size, "; rank %d meets", rank->number);
    const struct poll *poll = &rank->polls[rank->polling][0];

    return (size_t)snprintf(text, size, "; rank %d at %p loads %llu from %p", rank->number,
                            poll->site, (unsigned long long)poll->value, poll->address);
}

/* NULL if all have ended. */
static const char *deadlock(void)
{
    size_t length = 0;
    int waiting = 0;

    for (int i = 0; i < rank_count; i++) {
        if (ranks[i].fibre.ended)
            continue;
        if (waiting++ == 0)
            length = (size_t)snprintf(why, sizeof why, "deadlock");
        if (waiting <= WAITS_MOST)
            length += rank_describe(&ranks[i], why + length, sizeof why - length);
    }
    if (waiting > WAITS_MOST)
        snprintf(why + length, sizeof why - length, "; and %d more", waiting - WAITS_MOST);
    return waiting ? why : NULL;
}

const char *engine_run(void (*live)(int rank))
{
    for (int i = 0; i < rank_count; i++) {
        fibre_begin(&ranks[i].fibre, STACK, live, i);
        schedule_add(&ranks[i]);
    }
    schedule_run();
    return deadlock();
}

double engine_now(void)
{
    return ranks[watch_rank].clock;
}

void engine_work(double ns)
{
    struct rank *rank = &ranks[watch_rank];

    rank_work(rank, ns);
    rank_serialize(rank);
    schedule_point(rank);
}

void engine_write_back(const void *address, size_t bytes)
{
    struct rank *rank = &ranks[watch_rank];
    int64_t place = watch_place(address);
    const int64_t end = place + (int64_t)bytes;

    rank->busy = true;
    while (place < end) {
        schedule_point(rank);
        const struct piece piece = piece_next(&place, end, rank->number);

        stores_write_back(rank, &piece);
    }
}

void engine_meet(void)
{
    struct rank *rank = &ranks[watch_rank];
    double latest = 0;

    stores_drain(rank);
    if (++meeting < rank_count) {
        rank->meets = true;
        schedule_block(rank);
        return;
    }
    meeting = 0;
    for (int i = 0; i < rank_count; i++)
        if (ranks[i].clock > latest)
            latest = ranks[i].clock;
    for (int i = 0; i < rank_count; i++) {
        ranks[i].account.wait += latest - ranks[i].clock;
        ranks[i].clock = latest;
        rank_serialize(&ranks[i]);
        if (ranks[i].meets)
            schedule_add(&ranks[i]);
        ranks[i].meets = false;
    }
}

struct engine_account engine_account(int rank)
{
    return ranks[rank].account;
}

void engine_account_reset(void)
{
    for (int i = 0; i < rank_count; i++)
        ranks[i].account = (struct engine_account){0};
}

uint64_t engine_accesses(void)
{
    uint64_t accesses = 0;

    for (int i = 0; i < rank_count; i++)
        accesses += ranks[i].accesses;
    return accesses;
}
