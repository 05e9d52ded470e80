/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/calibration/probe.h"

#include "comops/ranks/arena/handover.h"
#include "comops/ranks/canary/evict.h"

enum { LAPS = 64, NOPS_TIMED = 64 };

/* Modified in the caller's cache. */
static void write_lines(struct probed *probed)
{
    for (int i = 0; i < PROBED; i++)
        atomic_store_explicit(probed->lines[i],
                              i + 1 < PROBED ? (uintptr_t)probed->lines[i + 1] : 0,
                              memory_order_relaxed);
}

static double read_lines(struct probed *probed)
{
    const uint64_t begin = clock_now();

    for (probed_line *line = probed->lines[0]; line;)
        line = (probed_line *)atomic_load_explicit(line, memory_order_relaxed);
    return ns_since(begin) / PROBED;
}

/* Rank 1 stores last. */
static void modify(struct probed *probed, int rank)
{
    if (rank == 1)
        write_lines(probed);
    meeting_meet(&probed->meeting);
}

double probe_modified(struct probed *probed, int rank)
{
    modify(probed, rank);
    return rank == 0 ? read_lines(probed) : NAN;
}

double probe_kept(struct probed *probed, int rank)
{
    if (rank == 0)
        write_lines(probed);
    meeting_meet(&probed->meeting);
    if (rank == 1)
        read_lines(probed);
    meeting_meet(&probed->meeting);
    return rank == 0 ? read_lines(probed) : NAN;
}

/* Both caches have read the line that rank 1 wrote, and this one has evicted it. */
double probe_shared(struct probed *probed, int rank)
{
    modify(probed, rank);
    for (int turn = 0; turn < 2 * RANKS; turn++) {
        if (turn % RANKS == rank)
            read_lines(probed);
        meeting_meet(&probed->meeting);
    }
    if (rank != 0)
        return NAN;
    for (size_t done = 0; done < probed->swept_bytes; done += CACHE_LINE)
        (void)*(volatile char *)&probed->swept[done];
    return read_lines(probed);
}

double probe_memory(struct probed *probed, int rank)
{
    bool known = true; /* how to evict a line from all caches */

    modify(probed, rank);
    for (int i = 0; rank == 0 && i < PROBED; i++)
        known = known && evict((char *)probed->lines[i], sizeof *probed->lines[i]);
    meeting_meet(&probed->meeting);
    return rank == 0 && known ? read_lines(probed) : NAN;
}

/* One number to and fro, as flags are used. */
double probe_handover(struct probed *probed, int rank)
{
    probed_line *own = probed->lines[rank], *other = probed->lines[1 - rank];

    atomic_store_explicit(own, 0, memory_order_relaxed);
    meeting_meet(&probed->meeting);
    const uint64_t begin = clock_now();

    handover_turns(own, other, rank == 0, 1, LAPS);
    return ns_since(begin) / LAPS / 2;
}

/* Written out: GCC counts lines of assembly to know how far its jumps go. */
#define NOPS_8 "nop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\t"
#define NOPS_64 NOPS_8 NOPS_8 NOPS_8 NOPS_8 NOPS_8 NOPS_8 NOPS_8 NOPS_8
#define NOPS_128 NOPS_64 NOPS_64
#define NOPS_256 NOPS_128 NOPS_128
#define NOPS_512 NOPS_256 NOPS_256
#define WORK(nops) __asm__ volatile(nops ::: "memory")

enum { STEPS = 13 }; /* from none to 1536 */

static inline void work(int step)
{
    switch (step) {
    case 1: WORK(NOPS_64); break;
    case 2: WORK(NOPS_128); break;
    case 3: WORK(NOPS_128 NOPS_64); break;
    case 4: WORK(NOPS_256); break;
    case 5: WORK(NOPS_256 NOPS_64); break;
    case 6: WORK(NOPS_256 NOPS_128); break;
    case 7: WORK(NOPS_256 NOPS_128 NOPS_64); break;
    case 8: WORK(NOPS_512); break;
    case 9: WORK(NOPS_512 NOPS_128); break;
    case 10: WORK(NOPS_512 NOPS_256); break;
    case 11: WORK(NOPS_512 NOPS_512); break;
    case 12: WORK(NOPS_512 NOPS_512 NOPS_512); break;
    default: break;
    }
}

static double work_ns(int step)
{
    const uint64_t begin = clock_now();

    for (int i = 0; i < NOPS_TIMED; i++)
        work(step);
    return ns_since(begin) / NOPS_TIMED;
}

/* Two lines with work between them; the next two only when both have come. */
static double read_pairs(struct probed *probed, int step)
{
    const volatile uintptr_t nothing = 0;
    const uintptr_t mask = nothing;
    uintptr_t came = 0;
    const uint64_t begin = clock_now();

    for (int i = 0; i < PROBED; i += 2) {
        const uintptr_t first = atomic_load_explicit(probed->lines[i] + came, memory_order_relaxed);

        work(step);
        came = (first + atomic_load_explicit(probed->lines[i + 1] + came, memory_order_relaxed)) &
               mask;
    }
    return ns_since(begin) / (PROBED / 2);
}

/* How long a core works on during a load before the next load must wait for it: the work between
 * two loads that adds half a transfer to their time. */
double probe_window(struct probed *probed, int rank)
{
    double together = NAN, transfer, window = NAN;

    modify(probed, rank);
    transfer = rank == 0 ? read_lines(probed) : NAN;
    for (int step = 0; step < STEPS; step++) {
        meeting_meet(&probed->meeting);
        modify(probed, rank);
        if (rank != 0)
            continue;
        const double pair = read_pairs(probed, step);

        if (step == 0)
            together = pair;
        if (isnan(window) && pair > together + transfer / 2)
            window = work_ns(step);
    }
    return window;
}

static double store_lines(struct probed *probed, int count)
{
    const uint64_t begin = clock_now();

    for (int i = 0; i < count; i++)
        atomic_store_explicit(probed->lines[i], 0, memory_order_relaxed);
    return ns_since(begin);
}

/* The most stores to lines of the other's cache that end before the core has the first of these
 * lines; at least one, at most PROBED. */
double probe_stores(struct probed *probed, int rank)
{
    int count = 1;

    modify(probed, rank);
    const double transfer = rank == 0 ? read_lines(probed) : NAN,
                 most = transfer + store_lines(probed, 0);

    for (int more = PROBED / 2; more > 0; more /= 2) {
        meeting_meet(&probed->meeting);
        modify(probed, rank);
        if (rank == 0 && store_lines(probed, count + more) < most)
            count += more;
    }
    return count;
}
