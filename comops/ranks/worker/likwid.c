/* SPDX-License-Identifier: BSD-3-Clause */
/* Counters by likwid's marker API (Treibig, Hager and Wellein, "LIKWID: A lightweight
 * performance-oriented tool suite for x86 multicore environments", PSTI 2010). likwid-perfctr
 * passes the events to the markers in the environment; here the counting process sets it for
 * itself. */
#include "comops/ranks/text/text.h"
#include "comops/ranks/worker/counters.h"

#include <errno.h>
#include <likwid.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char **list_groups(char *why)
{
    char **names, **short_texts, **long_texts, **list = NULL;

    if (topology_init() != 0) {
        snprintf(why, COUNTERS_TEXT, "likwid cannot read this machine's topology");
        return NULL;
    }
    const CpuInfo_t cpu = get_cpuInfo();
    const int count = perfmon_getGroups(&names, &short_texts, &long_texts);

    if (count <= 0) {
        snprintf(why, COUNTERS_TEXT, "likwid does not know this processor (family %u, model %u)",
                 (unsigned)cpu->family, (unsigned)cpu->model);
        return NULL;
    }
    for (int i = 0; i < count; i++)
        text_list_add(&list, text_copy(names[i]));
    perfmon_returnGroups(count, names, short_texts, long_texts);
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

/* As likwid-perfctr -m does. Results are read directly, so the file is /dev/null. */
static void set_environment(const char *group, const int *pus, int count)
{
    char mode[8], *list;
    size_t length;
    FILE *out = memory_or_die(open_memstream(&list, &length));

    for (int i = 0; i < count; i++)
        fprintf(out, "%s%d", i ? "," : "", pus[i]);
    fclose(out);
    init_configuration();
    snprintf(mode, sizeof mode, "%d", (int)get_configuration()->daemonMode);
    setenv("LIKWID_EVENTS", group, 1);
    setenv("LIKWID_THREADS", list, 1);
    setenv("LIKWID_MODE", mode, 1);
    setenv("LIKWID_FILEPATH", "/dev/null", 1);
    free(list);
}

static bool start_group(const char *group, const int *pus, int count, char *why)
{
    char **groups = list_groups(why);

    text_list_free(groups);
    if (!groups)
        return false;
    set_environment(group, pus, count);
    /* The markers would fail silently; they keep what is already open. */
    const AccessMode mode = get_configuration()->daemonMode;

    if (mode != ACCESSMODE_PERF)
        HPMmode(mode);
    const int refused = perfmon_init(count, pus);

    if (refused) {
        explain_refusal(abs(refused), why);
        return false;
    }
    likwid_markerInit();
    if (perfmon_getNumberOfGroups() < 1) {
        snprintf(why, COUNTERS_TEXT, "likwid does not accept the group %s", group);
        return false;
    }
    return true;
}

/* likwid assumes that its caller's affinity mask is the whole machine, and starts its daemon there:
 * lift the mask meanwhile. */
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

/* The markers alone would leave the registers in use if no region was entered. */
static void close_group(void)
{
    likwid_markerClose();
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
    likwid_markerThreadInit();
    return likwid_markerRegisterRegion(region) == 0;
}

static uint32_t read_region(const char *region, double counts[COUNTERS_MOST])
{
    int events = COUNTERS_MOST, passes = 0;
    double seconds;

    likwid_markerGetRegion(region, &events, counts, &seconds, &passes);
    return (uint32_t)passes;
}

extern const struct counters counters_of_likwid;
const struct counters counters_of_likwid = {.groups = list_groups,
                                            .open = open_group,
                                            .close = close_group,
                                            .events = name_events,
                                            .announce = announce,
                                            .enter = likwid_markerStartRegion,
                                            .leave = likwid_markerStopRegion,
                                            .read = read_region};
