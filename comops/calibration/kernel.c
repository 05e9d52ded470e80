/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies between processes by the kernel (process_vm_readv), here within one process, so the
 * permission check for another process is not in these times. */
#include "comops/calibration/probe.h"

#include <sys/uio.h>
#include <unistd.h>

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
