/* SPDX-License-Identifier: BSD-3-Clause */
/* A stateless model checker for the sources themselves, which are watched (watch/watch.h).
 * The ranks are fibres of one thread; the program is run once for each possible execution.
 *
 * The memory model is that of C11 without reads from stores that come later (RC11, Lahav et al.
 * 2017): an atomic load may return any store that coherence permits, however old; release and
 * acquire, of accesses and of fences, are the only source of happens-before between ranks. Two
 * plain accesses without that order, at least one of them a write, are a race.
 *
 * An execution is thus defined by the store that each load returns; ranks cannot observe any other
 * order in which they run (Kokologiannakis et al. 2018). Every execution is explored exactly once.
 * This requires that the stores to a location are ordered, which is checked: a flag has one writer,
 * or several that take strict turns. A poll that is repeated after a pause, with nothing else in
 * between, changed nothing and does not count; if all ranks poll in vain, that is a deadlock.
 *
 * Limits: only 64-bit loads, stores and fences are supported; other atomic accesses are faults.
 * Sequentially consistent accesses count as acquire and release, which permits more executions than
 * C11 does. The checker does not see what the compiler does after instrumentation. It checks what
 * inline assembly and non-temporal stores are for, not how they do it (watch/hooks.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MODEL_RANKS_MOST = 4 };

struct verdict {
    uint64_t executions; /* whole ones, no two the same */
    bool exhaustive;     /* there are no others, and no fault */
    char fault[160];     /* of the last one; "" if there is none */
};

/* For each execution calls `start` once and `live` on every rank, until all have been explored, a
 * fault is found or `most` have begun. `start` must allocate the memory that ranks share; it is
 * zeroed, at the same address in each execution. A rank has a stack of 64 KiB. */
struct verdict model_explore(int ranks, uint64_t most, void start(void), void live(int rank));

/* Called on a rank: reports a fault and ends the execution. */
void model_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* A deliberate fault at one place of the code; the checker must find it. */
enum mutation {
    RELAXED,   /* a load does not acquire, or a store or fence does not release */
    UNAWAITED, /* a load returns a number that ends any wait */
    HASTY,     /* a load returns one more than was stored: a wait ends one number early */
    MUTATIONS
};
struct mutant {
    const void *site; /* for addr2line */
    enum mutation mutation;
};
void model_mutate(const struct mutant *mutant); /* from now on; NULL: none */

/* All mutants of the code that has run without a mutant since the last call. Returns their number,
 * at most `most`. */
int model_mutants(struct mutant *mutants, int most);
