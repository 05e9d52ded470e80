/* SPDX-License-Identifier: BSD-3-Clause */
/* The scheduler is a binary heap. A rank switches straight to the next one. */
#include "extensions/simulate/coherence/schedule.h"
#include "extensions/simulate/coherence/stores.h"
#include "comops/ranks/watch/watch.h"

struct event {
    double time;
    uint64_t ticket; /* 0: a commit of a store buffer */
    struct rank *rank;
};

static struct event heap[2 * CORES_MOST];
static int heap_count;
static uint64_t tickets;
static double now;

static bool event_before(const struct event *a, const struct event *b)
{
    return a->time < b->time || (a->time == b->time && a->ticket < b->ticket);
}

/* Moves the event up from this place. */
static void heap_raise(int at, struct event event)
{
    for (; at > 0 && event_before(&event, &heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = event;
}

static void heap_push(struct event event)
{
    heap_raise(heap_count++, event);
}

/* Replaces the first event. */
static void heap_replace(struct event event)
{
    int at = 0;

    for (int child; (child = 2 * at + 1) < heap_count; at = child) {
        if (child + 1 < heap_count && event_before(&heap[child + 1], &heap[child]))
            child++;
        if (!event_before(&heap[child], &event))
            break;
        heap[at] = heap[child];
    }
    heap[at] = event;
}

static struct event heap_pop(void)
{
    const struct event first = heap[0], last = heap[--heap_count];

    heap_replace(last);
    return first;
}

void schedule_open(void)
{
    heap_count = 0;
    tickets = TICKET_FIRST;
}

static void rank_push(struct rank *rank)
{
    rank->scheduled = true;
    heap_push((struct event){rank->clock, rank->ticket, rank});
}

void schedule_add(struct rank *rank)
{
    rank->ticket = ++tickets;
    rank_push(rank);
}

void schedule_commit(struct rank *rank, double time)
{
    heap_push((struct event){time, 0, rank});
}

/* ---- queues for a line, of which only the first rank need be in the heap -------------------- */

/* Inserts the rank behind those with the same or an earlier ticket. */
static void queue_insert(struct rank *rank)
{
    int16_t *first = &rank->awaited->first[rank->stop];
    struct rank *behind = *first == NOBODY ? rank : &ranks[*first];
    const bool leads = behind == rank || behind->ticket > rank->ticket;

    if (behind == rank)
        rank->before = rank;
    while (!leads && behind->before->ticket > rank->ticket)
        behind = behind->before;
    if (leads)
        *first = (int16_t)rank->number;
    rank->behind = behind;
    rank->before = behind->before;
    rank->before->behind = behind->before = rank;
}

/* Removes the rank; the next one goes on when the line is ready. */
static void queue_leave(struct rank *rank)
{
    int16_t *first = &rank->awaited->first[rank->stop];
    struct rank *next = rank->behind;

    rank->awaited = NULL;
    rank->before->behind = next;
    next->before = rank->before;
    if (*first == rank->number)
        *first = (int16_t)(next == rank ? NOBODY : next->number);
    if (next != rank && !next->scheduled) {
        next->clock = rank->clock;
        rank_push(next);
    }
}

/* Enters the rank into the heap, unless others wait before it for the same line. */
static void rank_enter(struct rank *rank)
{
    if (rank->awaited)
        queue_insert(rank);
    if (!rank->awaited || rank->awaited->first[rank->stop] == rank->number)
        rank_push(rank);
}

/* True if the line for which the first event's rank waits was given to another rank, so that the
 * event must move to a later time. */
static bool first_waits_on(void)
{
    struct rank *rank = heap[0].rank;

    if (!rank->awaited || line_ready(rank->awaited, rank->stop) <= rank->clock)
        return false;
    rank->clock = line_ready(rank->awaited, rank->stop);
    heap_replace((struct event){rank->clock, rank->ticket, rank});
    return true;
}

void schedule_await(struct rank *rank, struct line *line, enum stop stop)
{
    rank->awaited = line;
    rank->stop = stop;
    rank->clock = line_ready(line, stop);
}

/* ---- the next rank ------------------------------------------------------------------------ */

static bool others_first(const struct rank *rank)
{
    const struct event mine = {rank->clock, rank->ticket, NULL};

    return heap_count > 0 && event_before(&heap[0], &mine);
}

/* False if its operation waits and others go first. */
static bool rank_goes_on(struct rank *rank)
{
    while (rank->goes_on && !rank->goes_on(rank)) {
        if (others_first(rank)) {
            rank_enter(rank);
            return false;
        }
        rank->awaited = NULL;
        now = rank->clock;
    }
    rank->goes_on = NULL;
    return true;
}

/* NULL if none can go on. */
static struct rank *rank_next(void)
{
    while (heap_count > 0) {
        if (!heap[0].ticket) {
            const struct event event = heap_pop();

            stores_commit(event.rank, event.time);
        } else if (!first_waits_on()) {
            struct rank *rank = heap_pop().rank;

            rank->scheduled = false;
            if (rank->awaited)
                queue_leave(rank);
            now = rank->clock;
            if (rank_goes_on(rank))
                return rank;
        }
    }
    return NULL;
}

void schedule_block(struct rank *rank)
{
    struct rank *next = rank_next();

    if (next == rank)
        return;
    watch_rank = next ? next->number : -1;
    fibre_switch(&rank->fibre, next ? &next->fibre : &fibre_main);
}

static void rank_queue(struct rank *rank)
{
    if (others_first(rank)) {
        rank_push(rank);
        schedule_block(rank);
    }
    now = rank->clock;
}

double schedule_now(void)
{
    return now;
}

uint64_t engine_turns(void)
{
    return tickets;
}

void schedule_point(struct rank *rank)
{
    rank->ticket = ++tickets;
    rank_queue(rank);
}

void schedule_until(struct rank *rank, double time)
{
    if (time > rank->clock)
        rank->clock = time;
    rank_queue(rank);
}

void schedule_operation(struct rank *rank, bool goes_on(struct rank *rank))
{
    rank->goes_on = goes_on;
    if (!rank_goes_on(rank))
        schedule_block(rank);
}

bool schedule_quiet(double time)
{
    return heap_count == 0 || heap[0].time > time;
}

void schedule_run(void)
{
    for (struct rank *next; (next = rank_next());) {
        watch_rank = next->number;
        fibre_switch(&fibre_main, &next->fibre);
        watch_rank = -1;
    }
}
