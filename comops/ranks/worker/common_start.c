/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/synchronization.h"

#include "comops/ranks/arena/clock.h"

/* Ranks are late for the first starts at a meeting point that is not in their caches. */
enum { WARM_STARTS = 4 };

static void meet(struct synchronization *sync)
{
    meeting_meet(((struct common_start *)sync)->point);
}

static bool agree(struct synchronization *sync, bool mine)
{
    return meeting_agree(((struct common_start *)sync)->point, mine);
}

static void warm_up(struct common_start *here)
{
    uint64_t at, began;

    for (int i = 0; i < WARM_STARTS; i++)
        meeting_start(here->point, here->rank, here->lead, &at, &began);
    here->late = atomic_load_explicit(&here->point->late, memory_order_relaxed);
    here->warm = true;
}

static bool start(struct synchronization *sync, uint64_t *at)
{
    struct common_start *here = (struct common_start *)sync;

    if (!here->warm)
        warm_up(here);
    const uint32_t late = atomic_load_explicit(&here->point->late, memory_order_relaxed);

    /* A single late start may be chance, and cores are slower after a longer wait. */
    here->late_in_row = late != here->late ? here->late_in_row + 1 : 0;
    if (here->late_in_row > 1 && here->lead < MEETING_LEAD_MOST)
        here->lead *= 2;
    here->late = late;
    const bool in_time = meeting_start(here->point, here->rank, here->lead, at, &sync->began);

    /* With oversubscription some rank is always late; such cells are marked instead. */
    return in_time || here->point->oversubscribed;
}

static uint64_t now(struct synchronization *sync)
{
    (void)sync;
    return clock_now();
}

struct common_start common_start_of(struct meeting_point *point, int rank)
{
    return (struct common_start){
        .sync = {meet, agree, start, now, 0}, .point = point, .rank = rank};
}

void common_start_move(struct common_start *here, struct meeting_point *point, uint64_t lead)
{
    here->point = point;
    here->lead = lead;
    here->late = atomic_load_explicit(&point->late, memory_order_relaxed);
    here->late_in_row = 0;
    here->warm = false;
}
