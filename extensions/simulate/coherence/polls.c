/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/coherence/polls.h"
#include "extensions/simulate/coherence/cache/protocol.h"
#include "extensions/simulate/coherence/schedule.h"
#include "comops/ranks/watch/watch.h"

#include <math.h>

/* The poll at this position between the two pauses before, or NULL. */
static const struct poll *poll_before(const struct rank *rank, int at)
{
    return at < rank->poll_count[!rank->polling] ? &rank->polls[!rank->polling][at] : NULL;
}

/* Whether the value differs from the one between the two pauses before. */
static bool is_new(const struct rank *rank, const void *address, uint64_t value)
{
    const struct poll *before = poll_before(rank, rank->poll_count[rank->polling]);

    return before && before->address == address && before->value != value;
}

static void poll_add(struct rank *rank, const struct poll *poll)
{
    int *count = &rank->poll_count[rank->polling];

    if (*count == POLLS_MOST)
        rank->busy = true;
    else
        rank->polls[rank->polling][(*count)++] = *poll;
}

void polls_note(struct rank *rank, const void *address, struct line *line, uint64_t value,
                const void *site)
{
    /* The branch that leaves the loop was predicted not taken, so later code has not begun. */
    if (is_new(rank, address, value))
        rank_serialize(rank);
    poll_add(rank, &(struct poll){address, line, value, site});
}

/* The line is in the rank's cache and is not being given to another rank. */
static bool is_kept(const struct rank *rank, const struct line *line)
{
    return protocol_hits(line, rank->number, rank->clock) &&
           (!line->exclusive || line->owner == rank->number);
}

/* Whether the poll would be the same again. */
static bool repeats(const struct rank *rank, const struct poll *now, const struct poll *before)
{
    return now->address == before->address && now->value == before->value &&
           is_kept(rank, now->line);
}

static bool in_vain(const struct rank *rank)
{
    const int count = rank->poll_count[rank->polling];

    if (rank->busy || count == 0 || count != rank->poll_count[!rank->polling])
        return false;
    for (int i = 0; i < count; i++)
        if (!repeats(rank, &rank->polls[rank->polling][i], &rank->polls[!rank->polling][i]))
            return false;
    return true;
}

static void waiter_add(struct rank *rank, struct line *line)
{
    struct waiter *waiter = &rank->waiters[rank->waiter_count++];

    *waiter = (struct waiter){line->waiters, &line->waiters, rank};
    if (line->waiters)
        line->waiters->back = &waiter->next;
    line->waiters = waiter;
}

static void waiters_remove(struct rank *rank)
{
    for (int i = 0; i < rank->waiter_count; i++) {
        struct waiter *waiter = &rank->waiters[i];

        *waiter->back = waiter->next;
        if (waiter->next)
            waiter->next->back = waiter->back;
    }
    rank->waiter_count = 0;
}

static void rank_sleep(struct rank *rank)
{
    const double begin = rank->clock;

    for (int i = 0; i < rank->poll_count[rank->polling]; i++)
        waiter_add(rank, rank->polls[rank->polling][i].line);
    rank->asleep = true;
    schedule_block(rank);
    rank->account.wait += rank->clock - begin;
}

void watched_pause(void)
{
    struct rank *rank = &ranks[watch_rank];

    if (in_vain(rank)) {
        rank_sleep(rank);
    } else {
        rank->clock += machine->pause;
        rank->account.wait += machine->pause;
    }
    rank->polling = !rank->polling;
    rank->poll_count[rank->polling] = 0;
    rank->busy = false;
    rank_serialize(rank);
}

/* The rank's phase within its pause: first the middle, then by the golden ratio, which comes near
 * every phase. With a constant phase, two ranks could miss each other forever. */
static double phase_next(struct rank *rank)
{
    const double golden = 0.6180339887498949;
    const double phase = 0.5 + rank->sleeps++ * golden;

    return phase - floor(phase);
}

static void rank_wake(struct rank *rank, double time)
{
    const double looks = time + machine->pause * phase_next(rank);

    waiters_remove(rank);
    rank->asleep = false;
    if (looks > rank->clock)
        rank->clock = looks;
    schedule_add(rank);
}

void polls_wake(struct line *line, double time)
{
    while (line->waiters)
        rank_wake(line->waiters->rank, time);
}
