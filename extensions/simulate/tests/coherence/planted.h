/* SPDX-License-Identifier: BSD-3-Clause */
/* Errors in the engine, for the linker to put in place of its functions (--wrap). */
#pragma once

enum planted {
    PLANTED_NOTHING,
    PLANTED_STALE_COPIES,    /* who gets a line to write does not invalidate the others' copies */
    PLANTED_FREE_QUEUEING,   /* nobody waits for a bus, a port, a link or a memory */
    PLANTED_EARLY_VALUES,    /* an atomic store is visible before its line has come */
    PLANTED_UNORDERED,       /* a store does not wait for those before it */
    PLANTED_ENDLESS_CACHES,  /* nothing is evicted */
    PLANTED_LOST_WAKEUPS,    /* a rank that sleeps on a line is not told that it has changed */
    PLANTED_FOUND_IN_MEMORY, /* a load takes a line from memory that a core has modified */
    PLANTED_ENDLESS_SUPPLY,  /* a cache gives all that ask at the same time */
    PLANTED
};
extern enum planted planted;
