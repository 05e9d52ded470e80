/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/coherence/cache/protocol.h"
#include "extensions/simulate/coherence/resources.h"

/* The effects of a load of another core's line. */
static const struct protocol_rules {
    bool reader_takes;      /* a modified line moves to the reader */
    bool owner_keeps_dirty; /* the owner keeps a modified line and supplies all readers */
    bool clean_forwarded;   /* the last reader gives a clean line to the next; else memory does */
    /* A directory in memory: written when a modified line leaves its socket, and read between the
     * own socket's answer and the others' when copies are invalidated. Requests from other sockets
     * go before those of the own; this is inferred from XHC's broadcast
     * (extensions/simulate/docs/accuracy.md). */
    bool directory;
    /* The home of a line that has left a socket modified serves the readers of its own socket one
     * after the other, each as long as a load from the last-level cache takes; inferred from XHC's
     * broadcast on Cascade Lake. */
    bool readers_queue;
    int ahead; /* lines of a stream that a core has under way at most; protocol.h */
} all_rules[PROTOCOLS] = {
    [PROTOCOL_MESI] = {false, false, false, false, false, 18},
    [PROTOCOL_MESIF] = {false, false, true, false, false, 18},
    [PROTOCOL_MOESI] = {false, true, false, false, false, 18},
    [PROTOCOL_INTEL] = {true, false, true, true, false, 18},
    [PROTOCOL_SKYLAKE] = {true, false, true, true, true, 12},
};

static struct protocol_rules rules;
static struct set llc_cores[CORES_MOST]; /* of each last-level cache */

void protocol_open(void)
{
    rules = all_rules[machine->protocol];
    if (machine->reader_takes >= 0)
        rules.reader_takes = machine->reader_takes;
    for (int llc = 0; llc < machine->llcs; llc++)
        llc_cores[llc] = (struct set){0};
    for (int core = 0; core < machine->cores; core++)
        set_add(&llc_cores[machine->core[core].llc], core);
}

static double transfer(int core, int other)
{
    return machine->transfer[core * machine->cores + other];
}

static struct source source_from(int core, int other, double latency)
{
    return (struct source){latency, machine_distance(machine, core, other),
                           machine->core[other].domain, machine->core[other].cache_port, true};
}

/* From the last-level cache of the other core. */
static struct source source_llc(int core, int other)
{
    const enum distance distance = machine->core[core].llc == machine->core[other].llc
                                       ? DISTANCE_LLC
                                       : machine_distance(machine, core, other);

    return (struct source){machine->shared[distance], distance, machine->core[other].domain,
                           machine->core[other].llc_port, true};
}

static struct source source_memory(int core, int home)
{
    return (struct source){machine->memory[machine->core[core].node * machine->nodes + home],
                           DISTANCE_OWN, resources_domain(home), machine->memory_of[home], true};
}

/* The nearest core whose last-level cache has a copy; NOBODY. */
static int nearest_llc(const struct line *line, int core)
{
    int nearest = NOBODY;

    for (int other = 0; line->llcs && other < machine->cores; other++)
        if (line->llcs >> machine->core[other].llc % 64 & 1 &&
            (nearest == NOBODY ||
             machine_distance(machine, core, other) < machine_distance(machine, core, nearest)))
            nearest = other;
    return nearest;
}

static bool own_llc_has(const struct line *line, int core)
{
    const int llc = machine->core[core].llc;

    return line->llcs >> llc % 64 & 1 || sets_meet(&line->sharers, &llc_cores[llc]);
}

bool protocol_spilled(const struct line *line, int core)
{
    return line->owner == NOBODY && line->llcs >> machine->core[core].llc % 64 & 1 &&
           set_next(&line->sharers, 0) == NOBODY;
}

struct source protocol_load_source(const struct line *line, int core)
{
    if (line->exclusive)
        return source_from(core, line->owner, transfer(core, line->owner));
    if (own_llc_has(line, core))
        return source_llc(core, core);
    if (line->owner != NOBODY) {
        const double latency = line->dirty
                                   ? transfer(core, line->owner)
                                   : machine->shared[machine_distance(machine, core, line->owner)];

        return source_from(core, line->owner, latency);
    }
    const int other = nearest_llc(line, core);

    if (other != NOBODY)
        return source_llc(core, other);
    return source_memory(core, line->home);
}

int protocol_readers(const struct line *line, int core)
{
    const struct set *near = &llc_cores[machine->core[core].llc];
    int readers = 0;

    for (int word = 0; word < CORES_MOST / 64; word++)
        readers += __builtin_popcountll(line->sharers.words[word] & near->words[word]);
    return readers;
}

int protocol_ahead(void)
{
    return rules.ahead;
}

double protocol_service(const struct line *line, int core)
{
    const bool queues = rules.readers_queue && line->migrated &&
                        machine->core[core].node == line->home;

    return queues ? machine->shared[DISTANCE_LLC] : 0;
}

/* Other cores' copies to invalidate: the largest latencies in this socket and in other ones, 0 if
 * there is none, and the core with the farthest of all. */
struct copies {
    double near, far;
    int farthest;
};

static struct copies copies_of_others(const struct line *line, int core)
{
    struct copies copies = {.farthest = core};

    for (int other = set_next(&line->sharers, 0); other != NOBODY;
         other = set_next(&line->sharers, other + 1)) {
        const bool near = machine->core[core].socket == machine->core[other].socket;
        double *latency = near ? &copies.near : &copies.far;

        if (other == core || transfer(core, other) <= *latency)
            continue;
        *latency = transfer(core, other);
        if (!near || copies.far == 0)
            copies.farthest = other;
    }
    return copies;
}

/* A directory is looked up after the own socket has answered; then the other sockets are asked. But
 * its cache has the lines that only one other socket took modified. */
static double invalidation(const struct line *line, const struct copies *copies)
{
    if (!rules.directory || copies->far == 0)
        return copies->near > copies->far ? copies->near : copies->far;
    if (line->migrated && copies->near == 0)
        return copies->far;
    return copies->near + machine->memory[line->home * machine->nodes + line->home] + copies->far;
}

struct source protocol_own_source(const struct line *line, int core)
{
    if (line->exclusive)
        return protocol_load_source(line, core);
    struct source source =
        set_has(&line->sharers, core)
            ? (struct source){0, DISTANCE_LLC, machine->core[core].domain, -1, false}
            : protocol_load_source(line, core);
    const struct copies copies = copies_of_others(line, core);
    const double latency = invalidation(line, &copies);

    if (latency > source.latency) {
        source.latency = latency;
        source.distance = machine_distance(machine, core, copies.farthest);
    }
    return source;
}

static bool leaves_socket(const struct line *line, int core)
{
    return line->exclusive && line->dirty &&
           machine->core[core].socket != machine->core[line->owner].socket;
}

bool protocol_load_writes_memory(const struct line *line, int core)
{
    if (!line->exclusive || !line->dirty)
        return false;
    if (rules.directory)
        return leaves_socket(line, core);
    return !rules.owner_keeps_dirty && machine->core[core].llc != machine->core[line->owner].llc;
}

/* The reader joins the owner of the only copy. */
static void line_share(struct line *line, int core)
{
    line->sharers = (struct set){0};
    set_add(&line->sharers, line->owner);
    set_add(&line->sharers, core);
    line->exclusive = line->taken = false;
    if (line->dirty && rules.owner_keeps_dirty)
        return;
    line->dirty = false;
    line->owner = (int16_t)(rules.clean_forwarded ? core : NOBODY);
}

bool protocol_serves_first(const struct line *line, int core)
{
    return rules.directory && line->owner != NOBODY &&
           machine->core[core].socket != machine->core[line->owner].socket;
}

void protocol_load(struct line *line, int core, double free)
{
    const bool uncached = line->owner == NOBODY && set_next(&line->sharers, 0) == NOBODY;

    line->migrated |= leaves_socket(line, core);
    if (line->exclusive && line->dirty && rules.reader_takes && !line->taken) {
        protocol_own(line, core, free);
        line->taken = true;
        return;
    }
    if (line->exclusive) {
        line_share(line, core);
        line->free = free;
        return;
    }
    if (uncached && !line->llcs) {
        protocol_own(line, core, free);
        return;
    }
    set_add(&line->sharers, core);
    if (rules.clean_forwarded && !line->dirty)
        line->owner = (int16_t)core;
}

void protocol_own(struct line *line, int core, double free)
{
    line->migrated |= leaves_socket(line, core);
    if (line->exclusive) {
        line->sharers = (struct set){0};
        set_add(&line->sharers, line->owner);
    }
    line->owner = (int16_t)core;
    line->exclusive = true;
    line->taken = false;
    line->llcs = 0;
    line->free = line->lost = free;
}

void protocol_evict(struct line *line, int core)
{
    set_remove(&line->sharers, core);
    if (line->owner == core) {
        if (line->exclusive)
            line->sharers = (struct set){0};
        line->owner = NOBODY;
        line->exclusive = line->taken = false;
    }
    if (machine->llc_bytes > 0)
        line->llcs |= UINT64_C(1) << machine->core[core].llc % 64;
}

void protocol_flush(struct line *line)
{
    line->sharers = (struct set){0};
    line->llcs = 0;
    line->owner = NOBODY;
    line->exclusive = line->taken = line->dirty = line->migrated = false;
}
