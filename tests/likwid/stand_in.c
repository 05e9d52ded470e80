/* SPDX-License-Identifier: BSD-3-Clause */
/* A liblikwid whose counts are known. Its groups are PLACES and OTHER; each pass through a region
 * counts
 *   PLACE:PMC0  the hardware thread's number plus one, but nothing in a region named "empty",
 *               and a quarter that reading it costs
 *   NAME:PMC1   the sum of the characters of the region's name, but nothing of "empty"
 *   NONE:PMC2   not a number: this processor has no such event
 * Registers are files in $REGISTERS, in use from likwid_markerInit to perfmon_finalize, which
 * likwid_markerClose calls only after some region was passed through; who finds them in use counts
 * nothing.
 * STAND_IN=unknown is a processor without groups, STAND_IN=locked one whose counters are refused,
 * STAND_IN=blind a kernel that lets nothing be counted, STAND_IN=forgetful a likwid that loses a
 * pass. */
#include <likwid.h>

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EVENTS = 3, REGIONS = 64, CPUS = 1024 };

static bool counting, held, cpus[CPUS];
static atomic_int all_passes;
static int groups;
static _Thread_local struct {
    char tag[128];
    int passes;
    bool inside;
    double counts[EVENTS];
} regions[REGIONS];

static bool behaves(const char *how)
{
    const char *asked = getenv("STAND_IN");

    return asked && strcmp(asked, how) == 0;
}

int init_configuration(void)
{
    return 0;
}

Configuration_t get_configuration(void)
{
    static __typeof__(*(Configuration_t)NULL) configuration = {.daemonMode = ACCESSMODE_DAEMON};

    return &configuration;
}

int topology_init(void)
{
    return 0;
}

CpuInfo_t get_cpuInfo(void)
{
    static CpuInfo cpu = {.family = 6, .model = 42};

    return &cpu;
}

void HPMmode(int mode)
{
    (void)mode;
}

int perfmon_init(int threads, const int *which)
{
    for (int i = 0; i < threads; i++)
        cpus[which[i]] = true;
    return behaves("locked") ? -EACCES : 0;
}

int perfmon_getGroups(char ***names, char ***short_texts, char ***long_texts)
{
    static char *all[] = {"PLACES", "OTHER"};

    *names = *short_texts = *long_texts = all;
    return behaves("unknown") ? -EINVAL : 2;
}

void perfmon_returnGroups(int count, char **names, char **short_texts, char **long_texts)
{
    (void)count, (void)names, (void)short_texts, (void)long_texts;
}

int perfmon_getNumberOfGroups(void)
{
    return groups;
}

int perfmon_getNumberOfEvents(int group)
{
    (void)group;
    return EVENTS;
}

char *perfmon_getEventName(int group, int event)
{
    (void)group;
    return ((char *[EVENTS]){"PLACE", "NAME", "NONE"})[event];
}

char *perfmon_getCounterName(int group, int event)
{
    (void)group;
    return ((char *[EVENTS]){"PMC0", "PMC1", "PMC2"})[event];
}

static void name_register(int cpu, char into[256])
{
    snprintf(into, 256, "%s/register-%d", getenv("REGISTERS"), cpu);
}

static void take_registers(void)
{
    char name[256];

    held = true;
    for (int cpu = 0; cpu < CPUS; cpu++) {
        name_register(cpu, name);
        if (cpus[cpu] && close(open(name, O_CREAT | O_EXCL | O_WRONLY, 0600)) != 0)
            held = false;
    }
}

void perfmon_finalize(void)
{
    char name[256];

    for (int cpu = 0; cpu < CPUS && held; cpu++) {
        name_register(cpu, name);
        if (cpus[cpu])
            unlink(name);
    }
    held = false;
}

void likwid_markerInit(void)
{
    const char *group = getenv("LIKWID_EVENTS");

    take_registers();
    counting =
        group && getenv("LIKWID_THREADS") && getenv("LIKWID_MODE") && getenv("LIKWID_FILEPATH");
    groups = counting && strcmp(group, "PLACES") == 0;
}

void likwid_markerThreadInit(void)
{
}

static int find(const char *tag)
{
    int i = 0;

    while (regions[i].tag[0] && strcmp(regions[i].tag, tag) != 0)
        i++;
    snprintf(regions[i].tag, sizeof regions[i].tag, "%s", tag);
    return i;
}

int likwid_markerRegisterRegion(const char *tag)
{
    find(tag);
    return counting && cpus[sched_getcpu()] ? 0 : -EFAULT;
}

int likwid_markerStartRegion(const char *tag)
{
    regions[find(tag)].inside = true;
    return 0;
}

int likwid_markerStopRegion(const char *tag)
{
    const int region = find(tag), cpu = sched_getcpu();
    const bool empty = strstr(tag, "empty");

    if (!counting || !cpus[cpu] || !regions[region].inside)
        return -EFAULT;
    regions[region].inside = false;
    regions[region].passes++;
    all_passes++;
    regions[region].counts[0] += behaves("blind") || !held ? NAN : (empty ? 0 : cpu + 1) + 0.25;
    for (const char *at = tag; !empty && *at; at++)
        regions[region].counts[1] += *at;
    if (behaves("blind") || !held)
        regions[region].counts[1] = NAN;
    regions[region].counts[2] = NAN;
    return 0;
}

void likwid_markerGetRegion(const char *tag, int *events, double *counts, double *time, int *count)
{
    const int region = find(tag);

    memcpy(counts, regions[region].counts, sizeof regions[region].counts);
    *events = EVENTS;
    *time = 0;
    *count = regions[region].passes - behaves("forgetful");
}

void likwid_markerClose(void)
{
    if (!all_passes)
        return;
    counting = false;
    perfmon_finalize();
}
