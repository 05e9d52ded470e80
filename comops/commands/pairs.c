/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/pairs.h"

#include "comops/arena/meeting.h"
#include "comops/contract/registry.h"
#include "comops/launch/supervisor.h"
#include "comops/statistics/statistics.h"
#include "comops/text/text.h"
#include "comops/tuning/tunings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* More cores would take minutes and fit no terminal. */
enum { CORES_MOST = 48, STAMPS = 11, TIMEOUT = 30 };

static const struct probe {
    size_t bytes;
    uint32_t runs;
} latency_probe = {8, 2000}, rate_probe = {1 << 20, 4};

/* Two ranks that measure the pairs one after the other. */
struct prober {
    struct supervisor *supervisor;
    const struct path *path;
    struct tuning tuning;
    char why[512];
};

static int anywhere[2] = {PAGES_ANYWHERE, PAGES_ANYWHERE};

/* Median one-way time in microseconds; NAN, with the reason, on failure. */
static double probe(struct prober *prober, const struct probe *probe, const int pus[2])
{
    const double ways = registry_pattern("pingpong")->messages * probe->runs;
    double samples[STAMPS];
    size_t count = 0;
    const struct command command = {.pattern = "pingpong",
                                    .protocol = "direct",
                                    .bytes = probe->bytes,
                                    .runs = probe->runs,
                                    .stamps = STAMPS,
                                    .lead_ns = MEETING_LEAD_FIRST,
                                    .warmups = 2,
                                    .repetition = 1,
                                    .tuning = prober->tuning};
    struct worker_process *worker = supervisor_worker(prober->supervisor, prober->path, 2, false,
                                                      prober->why, sizeof prober->why);

    if (!worker || worker_process_command(worker, &command, pus, anywhere, prober->why,
                                          sizeof prober->why) != OUTCOME_DONE)
        return NAN;
    if (worker_error(worker)) {
        snprintf(prober->why, sizeof prober->why, "%s", worker_error(worker));
        return NAN;
    }
    for (int stamp = 0; stamp < STAMPS; stamp++) {
        const uint64_t one = worker_stamps(worker, 0)[stamp].ended,
                       other = worker_stamps(worker, 1)[stamp].ended;

        if (one && other)
            samples[count++] =
                (double)((one > other ? one : other) - worker_starts(worker)[stamp]) / ways / 1e3;
    }
    return count ? statistics_median(samples, count) : NAN;
}

static bool measure_pair(struct pairs *pairs, struct prober *prober, int i, int j)
{
    const int pus[2] = {pairs->pus[i], pairs->pus[j]}, here = i * pairs->count + j,
              there = j * pairs->count + i;
    const double latency = probe(prober, &latency_probe, pus);
    const double time = isnan(latency) ? NAN : probe(prober, &rate_probe, pus);

    if (isnan(time))
        return false;
    pairs->latency_us[here] = pairs->latency_us[there] = latency;
    pairs->rate_MBps[here] = pairs->rate_MBps[there] = (double)rate_probe.bytes / time;
    return true;
}

/* From the first two cores, for all pairs: the best way to poll depends on the processor. */
static struct tuning find_tuning(const struct pairs *pairs, const struct prober *prober,
                                 const struct machine *machine)
{
    const struct placement placement = {.name = "pair", .ranks = 2, .pus = pairs->pus};
    const struct pages pages = {.name = "local", .ranks = 2, .nodes = anywhere};
    const struct group group = {.placement = &placement, .memory = &pages, .ranks = 2};
    struct tuned tuned = {.placement = &placement, .group = &group, .path = prober->path};

    tuned_find(&tuned, machine, prober->supervisor);
    json_decref(tuned.ratios);
    return tuned.values;
}

static bool measure_all(struct pairs *pairs, const struct machine *machine, const struct path *path)
{
    struct prober prober = {.path = path};
    bool good = true;

    prober.supervisor = supervisor_open(2, TIMEOUT, prober.why, sizeof prober.why);
    if (prober.supervisor)
        prober.tuning = pairs->tuning = find_tuning(pairs, &prober, machine);
    for (int i = 0; i < pairs->count && prober.supervisor; i++)
        for (int j = i + 1; j < pairs->count && good; j++)
            good = measure_pair(pairs, &prober, i, j);
    good = good && prober.supervisor;
    if (!good)
        text_say("%s", prober.why[0] ? prober.why : "no pair could be timed");
    if (prober.supervisor)
        supervisor_close(prober.supervisor);
    return good;
}

/* A hardware thread of each core, or of CORES_MOST evenly spread ones. */
static bool choose_cores(struct pairs *pairs, const struct machine *machine)
{
    const int cores = machine_cores(machine), count = cores < CORES_MOST ? cores : CORES_MOST;
    struct placement *all = placement_plan(machine, "core", cores, false);
    const bool good = !all->refused && count >= 2;

    if (!good)
        text_say("%s", all->refused ? all->refused : "--pairs needs two cores");
    pairs->pus = memory_or_die(calloc((size_t)count, sizeof *pairs->pus));
    for (int i = 0; i < count && good; i++)
        pairs->pus[i] = all->pus[(size_t)i * (size_t)cores / (size_t)count];
    pairs->count = good ? count : 0;
    pairs->cores = cores;
    placement_free(all);
    return good;
}

bool pairs_measure(struct pairs *pairs, const struct machine *machine)
{
    int path_count;
    struct path *paths = paths_find(NULL, &path_count);
    const struct path *threads = &paths[0];
    bool good = false;

    *pairs = (struct pairs){0};
    if (threads->missing) {
        text_say("%s", threads->missing);
    } else if (choose_cores(pairs, machine)) {
        const size_t entries = (size_t)pairs->count * (size_t)pairs->count;

        pairs->latency_us = memory_or_die(calloc(entries, sizeof *pairs->latency_us));
        pairs->rate_MBps = memory_or_die(calloc(entries, sizeof *pairs->rate_MBps));
        for (size_t i = 0; i < entries; i++)
            pairs->latency_us[i] = pairs->rate_MBps[i] = NAN;
        good = measure_all(pairs, machine, threads);
    }
    paths_free(paths, path_count);
    return good;
}

void pairs_free(struct pairs *pairs)
{
    free(pairs->pus);
    free(pairs->latency_us);
    free(pairs->rate_MBps);
}
