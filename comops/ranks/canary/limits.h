/* SPDX-License-Identifier: BSD-3-Clause */
/* What a message between two ranks takes at least, and when it is copied by hand: rank 1 has just
 * written it, rank 0 gets it and reads it. Measured as canaries are. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum limit_way {
    LIMIT_READ,       /* rank 0 reads it where it is: the limit */
    LIMIT_ALONE,      /* rank 0 copies it and reads the copy */
    LIMIT_BOTH,       /* each rank copies one half */
    LIMIT_ALONE_PAST, /* the same with stores past the caches */
    LIMIT_BOTH_PAST
};

/* us[i]: microseconds of a message of sizes[i] bytes, the median of some repetitions; NAN if rank 0
 * read something else than rank 1 wrote. On these hardware threads (OS indices), with new threads
 * and pages. False if threads, memory or bindings are refused. bind_open must have been called. */
bool limits_measure(const int pus[2], enum limit_way way, const size_t *sizes, int count,
                    double *us);

/* A message is the words `first`, `first` + 1, ... Of its last word rank 0 also gets what exceeds
 * `bytes`. Reading returns 0 if these words are there. */
void limit_write(char *message, size_t bytes, uint64_t first);
uint64_t limit_read(const char *message, size_t bytes, uint64_t first);
