/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/arena/meeting.h"

#include "comops/ranks/arena/clock.h"

#include <sched.h>

/* Polls before a rank yields its core, with and without oversubscription. The latter is never
 * reached between ranks that all have a core. */
enum { POLLS_OVERSUBSCRIBED = 64, POLLS_BEFORE_YIELD = 1 << 18 };

static void poll_again(const struct meeting_point *point, uint32_t *polls)
{
    poll_pause();
    if (++*polls % (point->oversubscribed ? POLLS_OVERSUBSCRIBED : POLLS_BEFORE_YIELD) == 0)
        sched_yield();
}

void meeting_meet(struct meeting_point *point)
{
    /* Relaxed: the generation cannot change before this rank has arrived. */
    const uint32_t before = atomic_load_explicit(&point->generation, memory_order_relaxed);
    uint32_t polls = 0;

    /* Releases this rank's writes; the last rank acquires everyone's. */
    if (atomic_fetch_add_explicit(&point->arrived, 1, memory_order_acq_rel) + 1 == point->ranks) {
        /* Relaxed: the others read it only after they have seen the new generation. */
        atomic_store_explicit(&point->arrived, 0, memory_order_relaxed);
        atomic_store_explicit(&point->generation, before + 1, memory_order_release);
        return;
    }
    while (atomic_load_explicit(&point->generation, memory_order_acquire) == before)
        poll_again(point, &polls);
}

bool meeting_agree(struct meeting_point *point, bool mine)
{
    bool all;

    if (!mine)
        atomic_fetch_add_explicit(&point->objections, 1, memory_order_relaxed);
    meeting_meet(point); /* all objections have been counted */
    all = atomic_load_explicit(&point->objections, memory_order_relaxed) == 0;
    meeting_meet(point); /* all have read them */
    if (!mine)
        atomic_fetch_sub_explicit(&point->objections, 1, memory_order_relaxed);
    meeting_meet(point); /* and they are withdrawn before the next vote */
    return all;
}

bool meeting_start(struct meeting_point *point, int rank, uint64_t lead, uint64_t *start,
                   uint64_t *began)
{
    /* The previous start remains until all have met, so every rank reads the same value here. */
    const uint64_t last = atomic_load_explicit(&point->start, memory_order_relaxed);
    uint32_t polls = 0;
    uint64_t moment, now;

    meeting_meet(point);
    if (rank == 0)
        atomic_store_explicit(&point->start, clock_now() + lead, memory_order_relaxed);
    while ((moment = atomic_load_explicit(&point->start, memory_order_relaxed)) == last)
        poll_again(point, &polls);

    now = clock_now();
    *start = moment;
    const bool late = now > moment;

    /* A rank that was later than that had lost its core; no lead would help. */
    if (late && now - moment < MEETING_LEAD_MOST)
        atomic_fetch_add_explicit(&point->late, 1, memory_order_relaxed);
    while (now < moment)
        now = clock_now();
    *began = now;
    return !late;
}
