/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley's three volumes, and the messages they are cut into: three decades. */
#pragma once

#include "comops/contract/volume.h"
#include "comops/patterns/buffers.h"

static size_t volume_series(int ranks, int index)
{
    static const size_t volumes[] = {2097152, 131072, 8192, SERIES_END};

    (void)ranks;
    return volumes[index];
}

/* From a 1024th of the volume to all of it, in factors of four. */
static size_t volume_size(size_t volume, int index)
{
    return index < 6 ? volume / 1024 << (2 * index) : 0;
}

static const char *volume_refusal(const struct job *job)
{
    return job->bytes > job->series && job->series ? "size must not exceed the volume" : NULL;
}

static double volume_rate_bytes(const struct job *job)
{
    return 2 * (double)job->series;
}

#define VOLUME_PATTERN(...)                                                                        \
    PATTERN(                                                                                       \
        __VA_ARGS__, .bytes_mean = "one message of the volume",                                    \
        .rate_formula = "2 x volume / time (both directions; time is that of the whole volume)",   \
        .unit = 1, .min_ranks = 2, .messages = 1, .series_of = "volume", .series = volume_series,  \
        .size = volume_size, .refusal = volume_refusal, .rate_bytes = volume_rate_bytes)
