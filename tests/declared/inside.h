/* SPDX-License-Identifier: BSD-3-Clause */
/* What is inside the time of an operation: messages, data moved, fences, waits, and who takes part.
 * Counted as what is declared. */
#pragma once

#include "tests/declared/measured.h"
#include "tests/tap.h"

#include <string.h>

/* What 4 ranks together send, set and move, and the chain of waits. */
struct inside {
    const char *path, *protocol, *pattern;
    int bytes, messages, moves, fences, waits;
};

/* Bits of ranks: who acts in a run, and whose memory data are moved to or from. */
enum { RANK_0 = 1, RANK_1 = 2, RANK_2 = 4, RANK_3 = 8, ALL = 15 };
struct acting {
    const char *path, *protocol, *pattern;
    int value;
    unsigned acting, others;
};

static const struct implementation *named(const char *path, const char *protocol,
                                          const char *pattern)
{
    const struct implementation *implementation =
        registry_implementation(path, protocol, pattern);

    if (!implementation)
        abort();
    return implementation;
}

static inline void inside_check(const struct inside *rows, size_t count)
{
    for (const struct inside *row = rows; row < rows + count; row++) {
        const struct measured found =
            measure(named(row->path, row->protocol, row->pattern),
                    (struct setting){.ranks = 4, .bytes = (size_t)row->bytes});
        const struct calls calls = found.total;
        const bool good = calls.messages == row->messages && calls.moves == row->moves &&
                          calls.fences == row->fences && found.longest.waits == row->waits;

        CHECK(good);
        if (!good)
            printf("# %s/%s/%s, %d bytes: %d messages, %d moves, %d fences, %d waits\n", row->path,
                   row->protocol, row->pattern, row->bytes, calls.messages, calls.moves,
                   calls.fences, found.longest.waits);
    }
}

static inline void acting_check(const struct acting *rows, size_t count)
{
    for (const struct acting *row = rows; row < rows + count; row++) {
        const struct measured found =
            measure(named(row->path, row->protocol, row->pattern),
                    (struct setting){.ranks = 4, .bytes = 8, .value = row->value});
        const bool good = found.acting == row->acting && found.total.others == row->others;

        CHECK(good);
        if (!good)
            printf("# %s/%s/%s, %d: ranks %x act, on %x\n", row->path, row->protocol, row->pattern,
                   row->value, found.acting, found.total.others);
    }
}
