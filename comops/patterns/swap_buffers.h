/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley's three volumes, and the messages they are cut into: three decades. */
#ifndef COMOPS_SWAP_BUFFERS_H
#define COMOPS_SWAP_BUFFERS_H

#include "comops/contract/volume.h"

static size_t volume_series(int ranks, int index)
{
    static const size_t volumes[] = {2097152, 131072, 8192, 0};

    (void)ranks;
    return volumes[index];
}

/* From a 1024th of the volume to all of it, four times as large each. */
static size_t volume_size(size_t volume, int index)
{
    return index < 6 ? volume / 1024 << (2 * index) : 0;
}

static const char *volume_refusal(const struct job *job)
{
    return job->bytes > job->series && job->series ? "a message is not larger than the volume"
                                                   : NULL;
}

static double volume_rate_bytes(const struct job *job)
{
    return 2 * (double)job->series;
}

#endif
