/* SPDX-License-Identifier: BSD-3-Clause */
/* A put as late as OpenSHMEM allows. When it returns the source may be rewritten, no more: what it
 * wrote may arrive in parts, in any order, and the last of it when its rank next calls a barrier or
 * quiet. The listings here call neither before they rely on the data, so a part that was put late
 * arrives with the next late put of its rank. */
#pragma once

#include <stddef.h>
#include <string.h>

enum { LATE_MOST = 1 << 16 };

struct late {
    char *to;
    size_t bytes;
    char held[LATE_MOST];
};

static inline void put_late(struct late *late, char *to, const char *from, size_t bytes)
{
    if (late->bytes)
        memcpy(late->to, late->held, late->bytes);
    late->to = to;
    late->bytes = bytes;
    memcpy(late->held, from, bytes);
}
