/* SPDX-License-Identifier: BSD-3-Clause */
/* A stateless model checker for the sources themselves. They are compiled as for the thread
 * sanitizer and linked with this in place of its library, so that every access to memory comes
 * here. The ranks are fibres of one thread, run again and again until each has seen all that it may
 * see.
 *
 * The memory model is that of C11 without reads from stores that come later (RC11, Lahav et al.
 * 2017): an atomic load may return any store that coherence permits, however old; release and
 * acquire, of accesses and of fences, are all that makes what one rank does happen before what
 * another does. Two plain accesses that are not so ordered, one of them a write, are a race.
 *
 * An execution then is the choice, for each load, of the store that it returns; the order in which
 * ranks are run otherwise makes no difference to them (Kokologiannakis et al. 2018). Each choice is
 * explored, once. That needs the stores to one location to be ordered, which is checked: a flag has
 * one writer, or several in strict turns. A poll that is repeated after a pause, with nothing else
 * in between, was in vain and does not count; ranks that all poll in vain are a deadlock.
 *
 * Left out: atomics other than loads, stores and fences of 64 bits do not link. Sequentially
 * consistent ones are taken for acquire and release, which permits more than there can be. What the
 * compiler does after instrumenting, and what it does not instrument (inline assembly, intrinsics
 * that store past the caches), is not seen. */
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

/* Calls `start` once and `live` on every rank for each execution, until there are no others, or a
 * fault, or `most` have been begun. Memory that ranks share must be allocated in `start`; it is
 * zero, and at the same place each time. A rank has a stack of 64 KiB. */
struct verdict model_explore(int ranks, uint64_t most, void start(void), void live(int rank));

/* The rank that runs has found something wrong. */
void model_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Something left out on purpose at one place of the code, to see that it is found. */
enum mutation {
    RELAXED,   /* a load does not acquire; a store or a fence does not release */
    UNAWAITED, /* a load returns what ends every wait */
    HASTY,     /* a load returns one more than there is: it waits for the number before */
    MUTATIONS
};
struct mutant {
    const void *site; /* for addr2line */
    enum mutation mutation;
};
void model_mutate(const struct mutant *mutant); /* from now on; NULL: nothing is left out */

/* All mutants of the code that was run since the last call, with nothing left out. Returns how
 * many; at most `most`. */
int model_mutants(struct mutant *mutants, int most);

/* How a loop says that it polls. This header is the first of all that is checked (-include). */
void model_pause(void);
#define __builtin_ia32_pause model_pause
#define __builtin_ia32_lfence                                                                      \
    model_pause /* flag_wait_in_turn; it orders no loads here, they never overtake */
