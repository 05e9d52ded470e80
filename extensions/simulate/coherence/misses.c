/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/coherence/misses.h"
#include "extensions/simulate/coherence/cache/protocol.h"
#include "extensions/simulate/coherence/polls.h"
#include "extensions/simulate/coherence/resources.h"
#include "extensions/simulate/coherence/schedule.h"

static double most(double a, double b)
{
    return a > b ? a : b;
}

static void account_transfer(struct rank *rank, enum distance distance, double time)
{
    *(distance == DISTANCE_OWN ? &rank->account.memory : &rank->account.transfer[distance]) += time;
}

void miss_spend(struct rank *rank, double time, enum distance distance)
{
    account_transfer(rank, distance, time - rank->clock);
    rank->front += time - rank->clock; /* later loads wait too */
    rank->clock = time;
}

void miss_wait(struct rank *rank, double time, enum distance distance)
{
    if (time > rank->clock) {
        miss_spend(rank, time, distance);
        schedule_until(rank, time);
    }
}

/* True if the hardware has prefetched these lines, because those before them have been loaded.
 * Prefetches from before the rank's last wait for another rank are lost. */
static bool stream_goes_on(struct rank *rank, const struct piece *piece)
{
    int at = rank->stream_next;
    bool goes_on = false;

    for (int i = 0; i < STREAMS && !goes_on; i++)
        if (rank->streams[i].place == piece->place && rank->streams[i].time >= rank->serial) {
            at = i;
            goes_on = true;
        }
    if (!goes_on)
        rank->stream_next = (at + 1) % STREAMS;
    rank->streams[at] = (struct stream){piece->place + piece->lines * LINE_BYTES, rank->clock};
    return goes_on;
}

/* Advances the rank's clock to a time that results from queueing and from the transfer. */
static void clock_reach(struct rank *rank, double time, const struct source *source,
                        const struct queueing *queueing)
{
    const double spent = time - rank->clock;

    if (spent <= 0)
        return;
    const double queued = queueing->total < spent ? queueing->total : spent;

    for (int kind = 0; kind < RESOURCE_KINDS && queueing->total > 0; kind++)
        rank->account.queue[kind] += queueing->of[kind] * queued / queueing->total;
    account_transfer(rank, source->distance, spent - queued);
    rank->clock = time;
}

/* The queueing delay of the next miss: the first lines wait, later ones follow one after the other.
 */
static double queue_delay(const struct queueing *queueing, int lines)
{
    const double part = (double)lines / machine->outstanding;

    return queueing->total * (part < 1 ? part : 1);
}

/* The interval between lines that leave the core that has them modified: from its first-level
 * cache, or taken back by a core that had written them. 0: not known, or another state. */
static double interval_of_holder(const struct line *line, const struct source *source)
{
    if (rank_first_cache_has(line))
        return LINE_BYTES / machine->first_rate;
    const bool back = line->taken || (!source->moves && source->latency > 0);

    return back && machine->back_rate > 0 ? LINE_BYTES / machine->back_rate : 0;
}

/* The latency of lines of a stream on average. Cores behind one last-level cache that read the same
 * data together fetch each line once from outside it, each its share, and find the others' there,
 * as far as they run ahead. They are those that have read what lies a page before. */
static double latency_on_average(const struct rank *rank, const struct piece *piece,
                                 const struct source *source)
{
    const int64_t page = piece->place / PAGE_BYTES - 1;

    if (source->distance == DISTANCE_LLC || page < 0)
        return source->latency;
    const struct line *before = line_of_page(page, (int)(piece->place / LINE_BYTES % PAGE_LINES));
    const bool joins = set_has(&before->sharers, rank->number);
    const int readers = joins ? protocol_readers(before, rank->number) : 1;
    const double average =
        (source->latency + (readers - 1) * machine->shared[DISTANCE_LLC]) / readers;
    const double least = source->latency * machine->outstanding / protocol_ahead();

    return least < source->latency ? most(average, least) : source->latency;
}

/* Requests the lines, each of which takes so long without the others, and sets *next to the time of
 * the next request. Returns the time at which the last one arrives. */
static double lines_fetch(struct rank *rank, const struct piece *piece, const struct source *source,
                          double each, double issue, double *next, struct queueing *queueing)
{
    const int to = machine->core[rank->number].domain;

    *queueing = (struct queueing){0};
    if (source->moves)
        *queueing = resources_book(source->domain, to, source->resource, piece->lines,
                                   schedule_now(), issue);
    const double interval = most(most(each / machine->outstanding, queueing->interval),
                                 interval_of_holder(piece->line, source));

    *next = issue + queue_delay(queueing, piece->lines) + piece->lines * interval;
    return issue + source->latency + queueing->total + (piece->lines - 1) * interval;
}

/* For lines moving between two domains; a write to a third is sent separately. */
static void memory_write(const struct piece *piece, int from, int to, double time)
{
    const int home = piece->line->home, domain = resources_domain(home);

    if (domain == from || domain == to)
        resources_book_memory(home, piece->lines, time);
    else
        resources_book(from, domain, machine->memory_of[home], piece->lines, time, time);
}

static void front_set(struct rank *rank, double front)
{
    rank->front = front;
    rank->front_work = rank->work;
}

/* When a load is issued: after the load before it by the work between the two, which the core does
 * while it waits; but when the core has run ahead of a load as far as it can, it waits for that
 * load. */
static double load_front(struct rank *rank)
{
    double front = rank->front + rank->work - rank->front_work;

    for (; rank->flight_first != rank->flight_end; rank->flight_first++) {
        const struct flight *oldest = &rank->flights[rank->flight_first % FLIGHTS];
        const double beyond = rank->work - oldest->work - machine->window;

        if (beyond < 0 && rank->flight_end - rank->flight_first < FLIGHTS)
            break;
        front = most(front, oldest->come + most(beyond, 0));
    }
    front_set(rank, front);
    return front;
}

static void load_sent(struct rank *rank, double issue, double come)
{
    front_set(rank, issue);
    rank->flights[rank->flight_end++ % FLIGHTS] = (struct flight){rank->work, come};
}

void miss_load(struct rank *rank, const struct piece *piece, bool data)
{
    struct line *line = piece->line;
    struct source source = protocol_load_source(line, rank->number);
    const double front = data && stream_goes_on(rank, piece) ? rank->clock - source.latency
                                                             : load_front(rank),
                 sent = most(most(front, rank->serial), rank->miss_next);
    double issue = sent;
    struct queueing queueing;

    if (data) {
        issue = most(issue, line->free - source.latency / 3);
    } else {
        issue = request_travel(rank, line, issue, protocol_load_source, &source);
    }
    const double each = data ? latency_on_average(rank, piece, &source) : source.latency;
    const double come = lines_fetch(rank, piece, &source, each, issue, &rank->miss_next, &queueing);

    load_sent(rank, sent, come);
    if (protocol_load_writes_memory(line, rank->number))
        memory_write(piece, source.domain, machine->core[rank->number].domain, schedule_now());
    const int owner = line->exclusive ? line->owner : NOBODY;

    protocol_load(line, rank->number, come);
    if (line->owner == rank->number && line->exclusive && owner != NOBODY) {
        line->lost = issue + 2 * source.latency / 3;
        line->used = rank->lines_used;
        polls_wake(line, line->lost);
    }
    evictions_add(rank->number, piece, schedule_now());
    clock_reach(rank, come, &source, &queueing);
}

/* `source`: where the lines come from. */
static double lines_own(struct rank *rank, const struct piece *piece, double asked,
                        const struct source *source, struct queueing *queueing)
{
    struct line *line = piece->line;
    const bool spilled = protocol_spilled(line, rank->number);
    double *next = spilled ? &rank->spilled_next : &rank->miss_next;
    const double issue = most(most(asked, line->free - source->latency / 3), *next);
    const double come = lines_fetch(rank, piece, source, source->latency, issue, next, queueing);

    protocol_own(line, rank->number, come);
    line->lost = issue + 2 * source->latency / 3;
    polls_wake(line, line->lost);
    evictions_add(rank->number, piece, schedule_now());
    rank->store_interval = (*next - issue) / piece->lines;
    return come;
}

/* When a store requests its line: while earlier loads of data are in flight, but not before the
 * flag or lock that the rank checked last has arrived. */
static double store_front(struct rank *rank)
{
    const double front = most(load_front(rank), rank->checked);

    return front < rank->clock ? front : rank->clock;
}

/* Lines that the core itself evicted are prefetched for its stores, beside what its loads miss. */
double miss_own(struct rank *rank, const struct piece *piece)
{
    const struct source source = protocol_own_source(piece->line, rank->number);
    const bool prefetched =
        protocol_spilled(piece->line, rank->number) && stream_goes_on(rank, piece);
    const double asked = prefetched ? rank->spilled_next : store_front(rank);
    struct queueing queueing;
    const double come = most(lines_own(rank, piece, asked, &source, &queueing), rank->clock);

    rank->store_distance = source.distance;
    return come;
}

double miss_write(struct rank *rank, const struct piece *piece)
{
    struct line *line = piece->line;
    const struct core *core = &machine->core[rank->number];
    const double issue = most(most(rank->clock, line->free), rank->miss_next);
    const double latency = machine->memory[core->node * machine->nodes + line->home];
    const struct queueing queueing =
        resources_book(core->domain, resources_domain(line->home), machine->memory_of[line->home],
                       piece->lines, schedule_now(), issue);

    rank->store_interval = most(latency / machine->outstanding, queueing.interval);
    rank->store_distance = DISTANCE_OWN;
    rank->miss_next =
        issue + queue_delay(&queueing, piece->lines) + piece->lines * rank->store_interval;
    protocol_flush(line);
    line->free = issue + latency + queueing.total + (piece->lines - 1) * rank->store_interval;
    return line->free;
}

double miss_write_back(struct rank *rank, const struct piece *piece)
{
    struct line *line = piece->line;
    const struct core *core = &machine->core[rank->number];
    const struct queueing queueing =
        resources_book(core->domain, resources_domain(line->home), core->cache_port, piece->lines,
                       schedule_now(), rank->clock);

    resources_book_memory(line->home, piece->lines, rank->clock);
    rank->store_interval = queueing.interval;
    rank->store_distance = DISTANCE_OWN;
    line->dirty = false;
    return rank->clock + queueing.total + piece->lines * queueing.interval;
}

/* Returns when the rank has the line; no other rank gets it before it has been updated. */
static void line_take(struct rank *rank, const struct piece *piece)
{
    struct line *line = piece->line;
    struct source source;
    struct queueing queueing;
    const double asked = request_travel(rank, line, rank->clock, protocol_own_source, &source);
    const double come = lines_own(rank, piece, asked, &source, &queueing);

    line->free = come + machine->atomic;
    clock_reach(rank, come, &source, &queueing);
    schedule_until(rank, rank->clock); /* until then other cores use their old copies */
}

void miss_update(struct rank *rank, const struct piece *piece)
{
    struct line *line = piece->line;

    if (!protocol_owns(line, rank->number))
        line_take(rank, piece);
    line->dirty = true;
    line->taken = false;
    rank_work(rank, machine->atomic);
    line->free = most(line->free, rank->clock);
}
