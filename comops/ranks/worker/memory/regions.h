/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include "comops/ranks/worker/memory/segment.h"

/* Memory that a rank keeps while it stays where it is: first touched once, used by one
 * implementation after the other, each in a place of it that the layout decides. */
struct region {
    char *memory; /* this rank's part; NULL: none */
    size_t bytes; /* of it, without what the layout may lie before */
    struct segment segment; /* of those that all ranks access */
    size_t huge_bytes;      /* in huge pages */
    int node;               /* bind_node_of */
};

/* The buffers of processes are private, and for implementations whose ranks access each other's
 * (implementation->shared) in segments. */
enum region_name {
    REGION_SEND,
    REGION_RECV,
    REGION_SEND_SHARED,
    REGION_RECV_SHARED,
    REGION_STATE,
    REGION_TEMPORARY, /* rank 0's */
    REGION_PEERS,     /* rank 0's: its job->peers, and their jobs */
    REGIONS
};

struct bench;

/* This rank's part has at least so many bytes, touched here first. Called by all ranks together;
 * the same on all of them: false, with the reason in the slot of a rank that has no memory. */
bool region_reserve(struct bench *bench, enum region_name name, size_t bytes);
/* Where so many bytes of it lie in the current layout, at the beginning of a page; NULL for none.
 * The same on all ranks if it is rank 0's. */
char *region_place(const struct bench *bench, enum region_name name, size_t bytes);
void regions_free(struct bench *bench);
