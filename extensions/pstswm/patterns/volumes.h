/* SPDX-License-Identifier: BSD-3-Clause */
/* The patterns that exchange Worley's volumes in messages. */
#pragma once

#include "comops/ranks/contract/volume.h"
#include "comops/ranks/patterns/buffers.h"

/* 2 MiB, 128 KiB, 8 KiB. */
static size_t series(int ranks, int index)
{
    (void)ranks;
    return index < 3 ? (size_t)2097152 >> (4 * index) : SERIES_END;
}

/* From a 1024th of the volume to all of it, in factors of four. */
static size_t size(size_t volume, int index)
{
    return index < 6 ? volume / 1024 << (2 * index) : 0;
}

/* The same in factors of two, as he has them. */
static size_t size_printed(size_t volume, int index)
{
    return index < 11 ? volume / 1024 << index : 0;
}

static const char *refusal(const struct job *job)
{
    return job->bytes > job->series && job->series ? "size must not exceed the volume" : NULL;
}

static double rate_bytes(const struct job *job)
{
    return 2 * (double)job->series;
}

#define VOLUME_PATTERN(bytes_of, size_of, ...)                                                     \
    PATTERN(                                                                                       \
        __VA_ARGS__, .bytes_mean = "one message of the volume",                                    \
        .rate_formula = "2 x volume / time (both directions; time is that of the whole volume)",   \
        .unit = 1, .min_ranks = 2, .messages = 1, .marked = true, .series_of = "volume",           \
        .series = series, .size = size_of, .refusal = refusal, .send_bytes = bytes_of,             \
        .recv_bytes = bytes_of, .rate_bytes = rate_bytes, .fill = buffer_fill)
