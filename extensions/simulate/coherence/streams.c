/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/coherence/misses.h"
#include "extensions/simulate/coherence/cache/protocol.h"

static double most(double a, double b)
{
    return a > b ? a : b;
}

bool stream_goes_on(struct rank *rank, const struct piece *piece)
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

double stream_latency(const struct rank *rank, const struct piece *piece,
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

/* The interval between modified lines that leave their owner's first-level cache; 0 if they are not
 * there. */
static double interval_of_first_cache(const struct line *line)
{
    return rank_first_cache_has(line) ? LINE_BYTES / machine->first_rate : 0;
}

double stream_interval(const struct rank *rank, const struct piece *piece,
                       const struct source *source, double each)
{
    const double rate = protocol_spilled(piece->line, rank->number) ? machine->llc_rate
                        : source->distance == DISTANCE_OWN          ? machine->memory_rate
                                                                    : 0;

    return most(rate > 0 ? LINE_BYTES / rate : each / machine->outstanding,
                interval_of_first_cache(piece->line));
}
