/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley's volumes are exchanged in messages. */
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

static const char *refusal(const struct job *job)
{
    return job->bytes > job->series && job->series ? "size must not exceed the volume" : NULL;
}

static double rate_bytes(const struct job *job)
{
    return 2 * (double)job->series;
}

#define VOLUME_PATTERN(bytes_of, ...)                                                              \
    PATTERN(                                                                                       \
        __VA_ARGS__, .bytes_mean = "one message of the volume",                                    \
        .rate_formula = "2 x volume / time (both directions; time is that of the whole volume)",   \
        .unit = 1, .min_ranks = 2, .messages = 1, .marked = true, .series_of = "volume",           \
        .series = series, .size = size, .refusal = refusal, .send_bytes = bytes_of,                \
        .recv_bytes = bytes_of, .rate_bytes = rate_bytes, .fill = buffer_fill)

static size_t bytes_with_partner(const struct job *job)
{
    return volume_partner(job) == job->rank ? 0 : job->series;
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, volume_partner(job), repetition, fault);
}

VOLUME_PATTERN(bytes_with_partner, .name = "swap",
               .summary = "ranks 0 and 1, 2 and 3, and so on exchange a volume, message by message",
               .completion = "A run ends on a rank when its partner's volume is in its receive "
                             "buffer and its own may be rewritten.",
               .source = "Worley 1999 (SWAP, table 5)", .check = check);

static size_t bytes_printed(const struct job *job)
{
    return job->rank < 2 ? job->series : 0;
}

VOLUME_PATTERN(bytes_printed, .name = "swap_printed",
               .summary = "swap as printed: ranks 0 and 1 alone exchange a volume, message by "
                          "message; other ranks are idle",
               .completion = "A run ends on rank 0 or 1 when the other's volume is in its receive "
                             "buffer and its own may be rewritten.",
               .source = "Worley 1999 (SWAP, table 5)", .check = check);

static size_t bytes_of_all(const struct job *job)
{
    return job->series;
}

static bool check_ring(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, rank_before(job, 1), repetition, fault);
}

VOLUME_PATTERN(bytes_of_all, .name = "sendrecv",
               .summary = "every rank sends a volume to the next rank, message by message, and "
                          "receives the previous rank's",
               .completion = "A run ends on a rank when the volume of the previous rank is in its "
                             "receive buffer and its own may be rewritten.",
               .source = "Worley 1999 (SENDRECV)", .check = check_ring);
