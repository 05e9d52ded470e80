/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/kernel_counts.h"

#include "comops/ranks/arena/clock.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { TEXT_MOST = 65536 }; /* /proc/stat: 700 hardware threads */

/* Files of the kernel that this thread keeps open. */
enum file { SCHEDSTAT, SCHED, STAT, FILES };
static const char *const paths[FILES] = {"/proc/thread-self/schedstat", "/proc/thread-self/sched",
                                         "/proc/stat"};
static _Thread_local int kept[FILES]; /* descriptors plus 1; 0: not yet opened */

/* The file as it is now, which may come in pieces; empty if there is none. No stdio: it would take
 * memory from the malloc that the implementations use. */
static void read_text(enum file file, char text[TEXT_MOST])
{
    size_t length = 0;
    ssize_t got = 0;

    if (!kept[file])
        kept[file] = open(paths[file], O_RDONLY | O_CLOEXEC) + 1;
    while (kept[file] && (got = pread(kept[file] - 1, text + length, TEXT_MOST - 1 - length,
                                      (off_t)length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
}

/* Time on the CPU, time in the run queue (ns), time slices; the kernel writes zeros if it does not
 * count. */
static double waited_us(char text[TEXT_MOST])
{
    unsigned long long ran, waited, slices;

    read_text(SCHEDSTAT, text);
    return sscanf(text, "%llu %llu %llu", &ran, &waited, &slices) == 3 && slices > 0
               ? (double)waited / 1e3
               : NAN;
}

static double migrations(char text[TEXT_MOST])
{
    const char *line;
    double count;

    read_text(SCHED, text);
    line = strstr(text, "nr_migrations");
    return line && sscanf(line, "nr_migrations : %lf", &count) == 1 ? count : NAN;
}

/* The eighth number of the hardware thread's line, in ticks of the user interface. */
static double stolen_us(int pu, char text[TEXT_MOST])
{
    char name[24];
    const char *line;
    double ticks;

    snprintf(name, sizeof name, "\ncpu%d ", pu);
    read_text(STAT, text);
    line = strstr(text, name);
    return line && sscanf(line + strlen(name), "%*u %*u %*u %*u %*u %*u %*u %lf", &ticks) == 1
               ? ticks * 1e6 / (double)sysconf(_SC_CLK_TCK)
               : NAN;
}

double kernel_counts_faults(void)
{
    struct rusage usage;

    getrusage(RUSAGE_THREAD, &usage);
    return (double)(usage.ru_minflt + usage.ru_majflt);
}

struct disturbances kernel_counts_read(int pu)
{
    char text[TEXT_MOST];
    struct rusage usage;
    struct disturbances now = {.of = {[DISTURBANCE_WAITED] = waited_us(text),
                                      [DISTURBANCE_MIGRATIONS] = migrations(text),
                                      [DISTURBANCE_STOLEN] = stolen_us(pu, text)}};

    getrusage(RUSAGE_THREAD, &usage);
    now.of[DISTURBANCE_SWITCHES] = (double)usage.ru_nivcsw;
    now.of[DISTURBANCE_FAULTS] = kernel_counts_faults();
    now.watched_us = (double)clock_now() / 1e3;
    return now;
}

struct disturbances kernel_counts_since(const struct disturbances *before, int pu)
{
    struct disturbances since = kernel_counts_read(pu);

    since.watched_us -= before->watched_us;
    for (int i = 0; i < DISTURBANCES; i++)
        since.of[i] -= before->of[i];
    return since;
}
