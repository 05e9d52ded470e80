/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/capacity.h"

#include "comops/contract/registry.h"
#include "comops/text/text.h"

#include <stdint.h>
#include <stdio.h>

static const double gibi = 1 << 30;

/* Bytes available from the kernel; SIZE_MAX if unknown. */
static size_t available(void)
{
    FILE *file = fopen("/proc/meminfo", "r");
    char line[128];
    size_t kilobytes, bytes = SIZE_MAX;

    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %zu kB", &kilobytes) == 1)
            bytes = kilobytes * 1024;
    if (file)
        fclose(file);
    return bytes;
}

/* Bytes of the buffers of one worker, doubled for temporaries. */
static double needed_by(const struct group *group)
{
    double bytes = 0;

    for (int rank = 0; rank < group->ranks; rank++) {
        const struct job job = {.pattern = group->pattern,
                                .rank = rank,
                                .ranks = group->ranks,
                                .bytes = group->bytes,
                                .series = group->series};

        bytes +=
            (double)group->pattern->send_bytes(&job) + (double)group->pattern->recv_bytes(&job);
    }
    return 2 * bytes;
}

char *capacity_refusal(const struct group *group, int path_count)
{
    const double needed = needed_by(group) * path_count, there = (double)available();
    const struct job job = {.pattern = group->pattern,
                            .ranks = group->ranks,
                            .bytes = group->bytes,
                            .series = group->series,
                            .reduction = group->reduction};
    const char *why = pattern_refusal(&job);

    if (why)
        return text_copy(why);
    if (needed > there)
        return text_format("it needs %.1f GiB of memory, %.1f are free", needed / gibi,
                           there / gibi);
    return NULL;
}
