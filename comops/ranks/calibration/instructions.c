/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/calibration/probe.h"

#include "comops/ranks/contract/reduction.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <sys/uio.h>
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

/* ---- copies between processes by the kernel (process_vm_readv) ---------------------------- */

/* Here within one process, so the permission check for another process is not in these times. */
enum { CALLS = 32, PAGES = 8, COUNTED = 4096 }; /* COUNTED: what the simulator calls a page */

/* ns of a call; NAN if the kernel refuses it. */
static double call_ns(const struct probed *probed, int rank, size_t bytes)
{
    const struct iovec to = {probed->target[rank], bytes}, from = {probed->own[rank], bytes};
    const pid_t self = getpid();
    const uint64_t begin = clock_now();

    for (int i = 0; i < CALLS; i++)
        if (process_vm_readv(self, &to, 1, &from, 1, 0) != (ssize_t)bytes)
            return NAN;
    return ns_since(begin) / CALLS;
}

static double copy_ns(const struct probed *probed, int rank, size_t bytes)
{
    const uint64_t begin = clock_now();

    for (int i = 0; i < CALLS; i++) {
        memcpy(probed->target[rank], probed->own[rank], bytes);
        __asm__ volatile("" ::: "memory");
    }
    return ns_since(begin) / CALLS;
}

/* The time of an additional page, without copying it. */
double probe_kernel_page(struct probed *probed, int rank)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = PAGES * page;

    if (bytes > probed->copy_bytes)
        return NAN;
    const double copied = copy_ns(probed, rank, bytes) - copy_ns(probed, rank, page);
    const double taken = call_ns(probed, rank, bytes) - call_ns(probed, rank, page) - copied;

    return taken > 0 ? taken / (double)(bytes - page) * COUNTED : NAN;
}

/* The call alone: of one byte, less its page. */
double probe_kernel_call(struct probed *probed, int rank)
{
    const double taken = call_ns(probed, rank, 1) - probe_kernel_page(probed, rank);

    return taken > 0 ? taken : NAN;
}
