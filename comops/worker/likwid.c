/* SPDX-License-Identifier: BSD-3-Clause */
/* likwid's counters (Treibig, Hager and Wellein, "LIKWID: A lightweight performance-oriented tool
 * suite for x86 multicore environments", PSTI 2010), by its marker API. likwid-perfctr tells the
 * markers by the environment what to count; here the process that counts tells itself. */
#include "comops/worker/counters.h"

#define LIKWID_PERFMON
#include <likwid-marker.h>
#include <likwid.h>

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *list_groups(char *why)
{
    char **names, **short_texts, **long_texts, *list = NULL;

    if (topology_init() != 0) {
        snprintf(why, COUNTERS_TEXT, "likwid does not find its way about this machine");
        return NULL;
    }
    const CpuInfo_t cpu = get_cpuInfo();
    const int count = perfmon_getGroups(&names, &short_texts, &long_texts);

    if (count <= 0) {
        snprintf(why, COUNTERS_TEXT, "likwid does not know this processor (family %u, model %u)",
                 (unsigned)cpu->family, (unsigned)cpu->model);
        return NULL;
    }
    for (int i = 0; i < count; i++) {
        char *longer = NULL;

        if (asprintf(&longer, "%s%s%s", list ? list : "", list ? "," : "", names[i]) < 0)
            longer = NULL;
        free(list);
        list = longer;
    }
    perfmon_returnGroups(count, names, short_texts, long_texts);
    if (!list)
        snprintf(why, COUNTERS_TEXT, "out of memory");
    return list;
}

static void explain_refusal(int error, char *why)
{
    char paranoid[16] = "unknown";
    FILE *file = fopen("/proc/sys/kernel/perf_event_paranoid", "r");

    if (file && fgets(paranoid, sizeof paranoid, file))
        paranoid[strcspn(paranoid, "\n")] = '\0';
    if (file)
        fclose(file);
    const bool msr = access("/dev/cpu/0/msr", R_OK | W_OK) == 0;

    snprintf(why, COUNTERS_TEXT,
             "likwid cannot reach the counters: %s (/dev/cpu/0/msr: %s; "
             "kernel.perf_event_paranoid: %s)",
             strerror(error), msr ? "usable" : strerror(errno), paranoid);
}

/* What likwid-perfctr -m sets. The results are read, not written: no file. */
static bool set_environment(const char *group, const int *pus, int count)
{
    char mode[8], *list = NULL;

    init_configuration();
    snprintf(mode, sizeof mode, "%d", (int)get_configuration()->daemonMode);
    for (int i = 0; i < count; i++) {
        char *longer = NULL;

        if (asprintf(&longer, "%s%s%d", list ? list : "", list ? "," : "", pus[i]) < 0)
            longer = NULL;
        free(list);
        list = longer;
    }
    const bool good =
        list && setenv("LIKWID_EVENTS", group, 1) == 0 && setenv("LIKWID_THREADS", list, 1) == 0 &&
        setenv("LIKWID_MODE", mode, 1) == 0 && setenv("LIKWID_FILEPATH", "/dev/null", 1) == 0;

    free(list);
    return good;
}

static bool start_group(const char *group, const int *pus, int count, char *why)
{
    char *groups = list_groups(why);

    free(groups);
    if (!groups)
        return false;
    if (!set_environment(group, pus, count)) {
        snprintf(why, COUNTERS_TEXT, "out of memory");
        return false;
    }
    /* The markers would fail without a word; what is open already they leave as it is. */
    const AccessMode mode = get_configuration()->daemonMode;

    if (mode != ACCESSMODE_PERF)
        HPMmode(mode);
    const int refused = perfmon_init(count, pus);

    if (refused) {
        explain_refusal(abs(refused), why);
        return false;
    }
    LIKWID_MARKER_INIT;
    if (perfmon_getNumberOfGroups() < 1) {
        snprintf(why, COUNTERS_TEXT, "likwid does not take the group %s", group);
        return false;
    }
    return true;
}

/* likwid takes the hardware threads of its caller for all there are, and starts its daemon there:
 * it shall not be confined to the one that counts. */
static bool open_group(const char *group, const int *pus, int count, char *why)
{
    cpu_set_t own, all;
    const bool confined = sched_getaffinity(0, sizeof own, &own) == 0;

    memset(&all, 0xff, sizeof all);
    if (confined)
        sched_setaffinity(0, sizeof all, &all);
    const bool good = start_group(group, pus, count, why);

    if (confined)
        sched_setaffinity(0, sizeof own, &own);
    return good;
}

/* Without a region that was passed through, the markers alone would leave the registers taken. */
static void close_group(void)
{
    LIKWID_MARKER_CLOSE;
    perfmon_finalize();
}

static uint32_t name_events(char names[COUNTERS_MOST][COUNTERS_NAME])
{
    const int all = perfmon_getNumberOfEvents(0);
    const int count = all < COUNTERS_MOST ? all : COUNTERS_MOST;

    for (int i = 0; i < count; i++)
        snprintf(names[i], COUNTERS_NAME, "%s:%s", perfmon_getEventName(0, i),
                 perfmon_getCounterName(0, i));
    return (uint32_t)count;
}

static bool announce(const char *region)
{
    LIKWID_MARKER_THREADINIT;
    return LIKWID_MARKER_REGISTER(region) == 0;
}

static void enter(const char *region)
{
    LIKWID_MARKER_START(region);
}

static void leave(const char *region)
{
    LIKWID_MARKER_STOP(region);
}

static uint32_t read_region(const char *region, double counts[COUNTERS_MOST])
{
    int events = COUNTERS_MOST, passes = 0;
    double seconds;

    LIKWID_MARKER_GET(region, &events, counts, &seconds, &passes);
    return (uint32_t)passes;
}

extern const struct counters counters_of_likwid;
const struct counters counters_of_likwid = {.groups = list_groups,
                                            .open = open_group,
                                            .close = close_group,
                                            .events = name_events,
                                            .announce = announce,
                                            .enter = enter,
                                            .leave = leave,
                                            .read = read_region};
