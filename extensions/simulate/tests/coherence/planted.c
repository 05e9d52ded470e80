/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/tests/coherence/planted.h"
#include "extensions/simulate/coherence/cache/protocol.h"
#include "extensions/simulate/coherence/polls.h"
#include "extensions/simulate/coherence/resources.h"
#include "extensions/simulate/coherence/stores.h"
#include "comops/ranks/watch/watch.h"

enum planted planted;

/* Only the linker calls what follows. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

void __real_protocol_own(struct line *line, int core, double free);
void __wrap_protocol_own(struct line *line, int core, double free)
{
    const struct set sharers = line->sharers;

    __real_protocol_own(line, core, free);
    if (planted == PLANTED_STALE_COPIES) {
        line->exclusive = false;
        line->sharers = sharers;
        set_add(&line->sharers, core);
    }
}

struct queueing __real_resources_book(int from, int to, int memory, int lines, double now,
                                      double time);
struct queueing __wrap_resources_book(int from, int to, int memory, int lines, double now,
                                      double time)
{
    const struct queueing booked = __real_resources_book(from, to, memory, lines, now, time);

    return planted == PLANTED_FREE_QUEUEING ? (struct queueing){.interval = booked.interval}
                                            : booked;
}

void __real_stores_write(struct rank *rank, void *address, uint64_t value, size_t bytes,
                         double commit);
void __wrap_stores_write(struct rank *rank, void *address, uint64_t value, size_t bytes,
                         double commit)
{
    if (planted == PLANTED_EARLY_VALUES)
        watch_assign(address, value, bytes);
    else
        __real_stores_write(rank, address, value, bytes, commit);
}

double __real_stores_add(struct rank *rank, const struct piece *piece);
double __wrap_stores_add(struct rank *rank, const struct piece *piece)
{
    if (planted == PLANTED_UNORDERED)
        rank->commit_last = 0;
    return __real_stores_add(rank, piece);
}

void __real_evictions_add(int core, const struct piece *piece, double time);
void __wrap_evictions_add(int core, const struct piece *piece, double time)
{
    if (planted != PLANTED_ENDLESS_CACHES)
        __real_evictions_add(core, piece, time);
}

void __real_polls_wake(struct line *line, double time);
void __wrap_polls_wake(struct line *line, double time)
{
    if (planted != PLANTED_LOST_WAKEUPS)
        __real_polls_wake(line, time);
}

struct source __real_protocol_load_source(const struct line *line, int core);
struct source __wrap_protocol_load_source(const struct line *line, int core)
{
    struct line found = *line;

    if (planted == PLANTED_FOUND_IN_MEMORY)
        protocol_flush(&found);
    struct source source = __real_protocol_load_source(&found, core);

    if (planted == PLANTED_ENDLESS_SUPPLY)
        source.resource = -1;
    return source;
}
