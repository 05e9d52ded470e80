/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/calibration/probe.h"

#include "comops/ranks/contract/reduction.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { OPERATIONS = 2048, WORDS = 64, REDUCED_BYTES = 16384 };

/* ns of each of OPERATIONS; `word` is one of WORDS of the own cache. */
#define TIME_EACH(probed, rank, statement)                                                         \
    do {                                                                                           \
        volatile uint64_t *const words = (volatile uint64_t *)(probed)->target[rank];              \
        const uint64_t begin = clock_now();                                                        \
                                                                                                   \
        for (int i = 0; i < OPERATIONS; i++) {                                                     \
            volatile uint64_t *const word = &words[i % WORDS];                                     \
                                                                                                   \
            (void)word;                                                                            \
            statement;                                                                             \
        }                                                                                          \
        return ns_since(begin) / OPERATIONS;                                                       \
    } while (0)

double probe_hit(struct probed *probed, int rank)
{
    TIME_EACH(probed, rank, (void)*word);
}

double probe_store(struct probed *probed, int rank)
{
    TIME_EACH(probed, rank, *word = (uint64_t)i);
}

double probe_pause(struct probed *probed, int rank)
{
    TIME_EACH(probed, rank, poll_pause());
}

double probe_atomic(struct probed *probed, int rank)
{
    TIME_EACH(probed, rank, atomic_fetch_add((volatile _Atomic uint64_t *)word, 1));
}

double probe_fence(struct probed *probed, int rank)
{
    TIME_EACH(probed, rank, atomic_thread_fence(memory_order_seq_cst));
}

double probe_futex_call(struct probed *probed, int rank)
{
    TIME_EACH(probed, rank, syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0));
}

double probe_reduce(struct probed *probed, int rank)
{
    char *into = probed->target[rank];
    const char *from = probed->own[rank];

    reduce_local(MAX_DOUBLE, into, from, into, REDUCED_BYTES);
    const uint64_t begin = clock_now();

    reduce_local(MAX_DOUBLE, into, from, into, REDUCED_BYTES);
    return ns_since(begin) / REDUCED_BYTES;
}
