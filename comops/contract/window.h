/* SPDX-License-Identifier: BSD-3-Clause */
/* The messages of one window, each with its own place. */
#pragma once

#include <stddef.h>

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
