/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/capacity.h"

#include <stdint.h>
#include <stdio.h>

size_t capacity_available(void)
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

double capacity_needed(const struct group *group)
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
