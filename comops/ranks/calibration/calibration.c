/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/calibration/calibration.h"

#include "comops/ranks/calibration/probe.h"
#include "comops/ranks/canary/bound_threads.h"
#include "comops/ranks/canary/memory.h"
#include "comops/ranks/arena/median.h"

#include <stdlib.h>

enum {
    PLACES = 24,
    REPETITIONS = 5,
    SWEEPS = 4, /* the swept bytes are as many core caches */
    COPY_LEAST = 32 << 10,
    COPY_MOST = 256 << 10,
    FIRST_UNKNOWN = 32 << 10,
    LARGEST_UNKNOWN = 1 << 20
};

static const struct probe {
    struct probe_name is;
    double (*measure)(struct probed *probed, int rank);
} probes[] = {
    {{"hit_ns", "load, own cache", false}, probe_hit},
    {{"store_ns", "store, own cache", false}, probe_store},
    {{"pause_ns", "pause between polls", false}, probe_pause},
    {{"atomic_ns", "atomic addition, own cache", false}, probe_atomic},
    {{"fence_ns", "fence", false}, probe_fence},
    {{"futex_call_ns", "system call that wakes nobody", false}, probe_futex_call},
    {{"reduce_ns_per_byte", "reduction (maximum of doubles), own cache", false}, probe_reduce},
    {{"copy_MBps", "copy, own cache", false}, probe_copy},
    {{"copy_own_first_MBps", "copy in the first-level cache", false}, probe_copy_own_first},
    {{"memory_ns", "load from memory", false}, probe_memory},
    {{"shared_ns", "load of a line that both have read and this core has lost", true},
     probe_shared},
    {{"modified_ns", "load of a modified line in the other's cache", true}, probe_modified},
    {{"kept_ns", "load of a line that this core wrote and the other has read since", true},
     probe_kept},
    {{"handover_ns", "flag, from its store to the end of the wait", true}, probe_handover},
    {{"stores", "lines that a core stores before it waits for one of them", true}, probe_stores},
    {{"window_ns", "work between two such loads that still overlap", true}, probe_window},
    {{"copy_first_MBps", "copy of what the other has in its first-level cache", true},
     probe_copy_first},
    {{"copy_other_MBps", "copy of what the other has in its next cache", true}, probe_copy_other},
    {{"copy_back_MBps", "copy over what this core had written and the other has read since", true},
     probe_copy_back},
};

_Static_assert(sizeof probes / sizeof *probes == CALIBRATION_PROBES, "each probe is counted");

/* One pair of cores. */
struct bench {
    struct probed probed;
    char *lines; /* PLACES x PLACE_BYTES, first touched by rank 1 */
    uint64_t random;
    double values[CALIBRATION_PROBES][PLACES];
};

const struct probe_name *calibration_probe(int index)
{
    return &probes[index].is;
}

/* The next of a sequence that is the same everywhere: splitmix64 (Steele, Lea and Flood, OOPSLA
 * 2014). */
static uint64_t random_number(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static bool touch(char *memory, size_t bytes)
{
    if (memory)
        memset(memory, 1, bytes);
    return memory;
}

/* A line in each space, the spaces in random order. */
static void choose_lines(struct bench *bench, int place)
{
    struct probed *probed = &bench->probed;
    char *from = bench->lines + (size_t)place * PLACE_BYTES;

    for (int i = 0; i < PROBED; i++) {
        const size_t other = random_number(&bench->random) % ((size_t)i + 1);
        const size_t offset = (size_t)i * LINE_SPACING + random_number(&bench->random) %
                                                             (LINE_SPACING / CACHE_LINE) *
                                                             CACHE_LINE;

        probed->lines[i] = probed->lines[other];
        probed->lines[other] = (probed_line *)(from + offset);
    }
}

/* Moves the known values to the front; returns how many there are, 0 if fewer than half. */
static int gather_known(double *values, int count)
{
    int known = 0;

    for (int i = 0; i < count; i++)
        if (!isnan(values[i]))
            values[known++] = values[i];
    return 2 * known > count ? known : 0;
}

static double measure_often(struct probed *probed, int rank, const struct probe *probe)
{
    double values[REPETITIONS];

    for (int i = 0; i < REPETITIONS; i++) {
        meeting_meet(&probed->meeting);
        values[i] = probe->measure(probed, rank);
    }
    const int known = gather_known(values, REPETITIONS);

    return known ? median_of(values, (size_t)known) : NAN;
}

static void measure(struct bench *bench, int rank)
{
    for (int place = 0; place < PLACES; place++) {
        meeting_meet(&bench->probed.meeting);
        if (rank == 0)
            choose_lines(bench, place);
        meeting_meet(&bench->probed.meeting);
        for (int i = 0; i < CALIBRATION_PROBES; i++) {
            const double value = measure_often(&bench->probed, rank, &probes[i]);

            if (rank == 0)
                bench->values[i][place] = value;
        }
    }
}

static bool live(void *argument, int rank, bool bound)
{
    struct bench *bench = argument;
    struct probed *probed = &bench->probed;
    bool good = bound;

    probed->own[rank] = memory_map(probed->copy_bytes);
    probed->target[rank] = memory_map(probed->copy_bytes);
    good = touch(probed->own[rank], probed->copy_bytes) && good;
    good = touch(probed->target[rank], probed->copy_bytes) && good;
    if (rank == 0)
        good = touch(probed->swept, probed->swept_bytes) && good;
    else
        good = touch(bench->lines, PLACES * PLACE_BYTES) && good;
    good = meeting_agree(&probed->meeting, good);
    if (good)
        measure(bench, rank);
    meeting_meet(&probed->meeting); /* nobody reads the other's any more */
    memory_unmap(probed->own[rank], probed->copy_bytes);
    memory_unmap(probed->target[rank], probed->copy_bytes);
    return good;
}

static struct quantity quantity_of(double values[PLACES])
{
    const int known = gather_known(values, PLACES);
    struct quantity quantity = {NAN, NAN, NAN};

    if (known) {
        quantity.median = median_of(values, (size_t)known); /* sorts them */
        quantity.low = values[known / 4];
        quantity.high = values[known - 1 - known / 4];
    }
    return quantity;
}

static size_t within(size_t bytes, size_t least, size_t most)
{
    return bytes < least ? least : bytes > most ? most : bytes;
}

static void choose_sizes(struct probed *probed, struct core_caches caches)
{
    const size_t first = caches.first ? caches.first : FIRST_UNKNOWN,
                 largest = caches.largest ? caches.largest : LARGEST_UNKNOWN;

    probed->copy_bytes = within(largest / 8, COPY_LEAST, COPY_MOST);
    probed->first_bytes = within(first / 2, CACHE_LINE, probed->copy_bytes);
    probed->swept_bytes = largest * SWEEPS;
}

bool calibration_measure(const int pus[2], struct core_caches caches,
                         struct quantity quantities[CALIBRATION_PROBES])
{
    struct bench *bench = calloc(1, sizeof *bench);
    bool good = false;

    if (!bench)
        return false;
    bench->probed.meeting.ranks = RANKS;
    choose_sizes(&bench->probed, caches);
    bench->probed.swept = memory_map(bench->probed.swept_bytes);
    bench->lines = memory_map(PLACES * PLACE_BYTES);
    if (bench->probed.swept && bench->lines)
        good = bound_threads_run(pus, RANKS, live, bench);
    for (int i = 0; good && i < CALIBRATION_PROBES; i++)
        quantities[i] = quantity_of(bench->values[i]);
    memory_unmap(bench->probed.swept, bench->probed.swept_bytes);
    memory_unmap(bench->lines, PLACES * PLACE_BYTES);
    free(bench);
    return good;
}
