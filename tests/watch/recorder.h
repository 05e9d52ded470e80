/* SPDX-License-Identifier: BSD-3-Clause */
/* Hooks that record their calls. */
#pragma once

#include "comops/ranks/watch/watch.h"

enum kind {
    READ,
    WRITE,
    COPY,
    COPY_NONTEMPORAL,
    REDUCE,
    USE,
    LOAD,
    STORE,
    UPDATE,
    FENCE,
    PAUSE,
    PREFETCH_WRITE
};

struct call {
    enum kind kind;
    const void *address, *from, *also; /* what is written, or read alone, comes first */
    size_t bytes;
    int order;
    enum watched_update update;
    const void *site;
};

/* Records the calls of rank 0, which runs from record_begin to record_end. */
void record_begin(void);
void record_end(void);

enum { CALLS_MOST = 64 };
extern struct call calls[CALLS_MOST];
extern int call_count;
