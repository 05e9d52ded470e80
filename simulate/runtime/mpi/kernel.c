/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies between processes by the kernel, for the protocol cma, in place of the C library's calls.
 * Ranks are fibres of one process here: the caller copies line by line, as the kernel does on its
 * behalf, and what else the kernel does takes a time for the call and one for each of the other
 * process's pages. */
#include "simulate/coherence/engine.h"
#include "simulate/runtime/mpi/mpi_process.h"

#include <sys/uio.h>

enum { PAGE_BYTES = 4096 };

const char *cma_refused(void);

const char *cma_refused(void)
{
    return NULL;
}

static size_t pages_of(const struct iovec *piece)
{
    const uintptr_t begin = (uintptr_t)piece->iov_base, end = begin + piece->iov_len;

    return piece->iov_len ? (end - 1) / PAGE_BYTES - begin / PAGE_BYTES + 1 : 0;
}

static ssize_t copy(void *to, const void *from, const struct iovec *theirs)
{
    const struct mpi_costs *costs = &process_self()->costs;

    engine_work(costs->kernel_call + (double)pages_of(theirs) * costs->kernel_page);
    buffer_copy(to, from, theirs->iov_len);
    return (ssize_t)theirs->iov_len;
}

/* The protocol has one piece on each side, of the same length. */
ssize_t process_vm_readv(pid_t process, const struct iovec *mine, unsigned long mine_count,
                         const struct iovec *theirs, unsigned long their_count, unsigned long flags)
{
    (void)process, (void)mine_count, (void)their_count, (void)flags;
    return copy(mine->iov_base, theirs->iov_base, theirs);
}

ssize_t process_vm_writev(pid_t process, const struct iovec *mine, unsigned long mine_count,
                          const struct iovec *theirs, unsigned long their_count,
                          unsigned long flags)
{
    (void)process, (void)mine_count, (void)their_count, (void)flags;
    return copy(theirs->iov_base, mine->iov_base, theirs);
}
