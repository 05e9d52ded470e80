/* SPDX-License-Identifier: BSD-3-Clause */
/* The messages of one window, each with its own place. Rank 0 sends windows to rank 1; in
 * message_rate, whose series is the number of pairs, each of the first ranks sends to the rank half
 * of all ranks further on, as in osu_mbw_mr. */
#pragma once

#include "comops/comops.h"

/* As many as osu_bw sends; fewer large ones: 4 MiB in all, but at least 4. */
static inline int window_messages(size_t bytes)
{
    const size_t fitting = bytes ? ((size_t)4 << 20) / bytes : 64;

    return fitting > 64 ? 64 : fitting < 4 ? 4 : (int)fitting;
}

static inline size_t window_bytes(size_t bytes)
{
    return (size_t)window_messages(bytes) * bytes;
}

static inline int window_pairs(const struct job *job)
{
    return job->series ? (int)job->series : 1;
}

static inline int window_distance(const struct job *job)
{
    return job->series ? job->ranks / 2 : 1;
}

static inline bool window_sends(const struct job *job)
{
    return job->rank < window_pairs(job);
}

static inline bool window_receives(const struct job *job)
{
    const int sender = job->rank - window_distance(job);

    return sender >= 0 && sender < window_pairs(job);
}

/* For ranks that send or receive. */
static inline int window_partner(const struct job *job)
{
    return job->rank + (window_sends(job) ? window_distance(job) : -window_distance(job));
}

/* Bandwidth also implements message_rate, in which several pairs do the same. */
#define BANDWIDTH(path_name, protocol_name, ...)                                                   \
    IMPLEMENTATION(path_name, protocol_name, bandwidth, __VA_ARGS__);                              \
    IMPLEMENTATION(path_name, protocol_name, message_rate, __VA_ARGS__)
