/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies between processes by the kernel, for the protocol cma, in place of the C library's calls.
 * Ranks are fibres of one process here: the caller copies line by line, as the kernel does on its
 * behalf. The kernel's other work takes a time for the call and one for each of the other process's
 * pages; callers of one process's pages do this one after the other. */
#include "extensions/simulate/runtime/mpi/mpi_process.h"

#include "extensions/simulate/coherence/engine.h"
#include "comops/ranks/watch/watch.h"

#include <math.h>
#include <sys/uio.h>

enum { PAGE_BYTES = 4096 };

static struct page *pages; /* of all simulated memory allocated before the opening */

const char *cma_refused(void);
pid_t kernel_process(void);

const char *cma_refused(void)
{
    return NULL;
}

/* In place of getpid. */
pid_t kernel_process(void)
{
    return watch_rank;
}

void kernel_open(int ranks)
{
    const size_t count = watch_used() / PAGE_BYTES + 1;

    for (int rank = 0; rank < ranks; rank++) {
        processes[rank].page_table = process_allocate(rank, sizeof(struct page_table));
        processes[rank].page_waiter = process_allocate(rank, sizeof(struct page_waiter));
    }
    pages = process_allocate(0, count * sizeof *pages);
}

/* The updates of a page are charged one by one. */
static double look_up_ns(const struct mpi_costs *costs)
{
    return fmax(0, costs->kernel_page - PAGE_UPDATES * costs->update);
}

static size_t page_count(size_t begin, size_t bytes)
{
    return bytes ? (begin + bytes - 1) / PAGE_BYTES - begin / PAGE_BYTES + 1 : 0;
}

static ssize_t copy(void *to, const void *from, pid_t process, const struct iovec *theirs)
{
    struct process *self = process_self();
    const struct mpi_costs *costs = &self->costs;
    const size_t begin = (size_t)watch_place(theirs->iov_base);
    const size_t count = costs->kernel_page > 0 ? page_count(begin, theirs->iov_len) : 0;
    struct page *first = &pages[begin / PAGE_BYTES];

    engine_work(costs->kernel_call);
    page_table_hold(processes[process].page_table, self->page_waiter, first, count,
                    look_up_ns(costs));
    buffer_copy(to, from, theirs->iov_len);
    page_table_release(first, count);
    return (ssize_t)theirs->iov_len;
}

/* The protocol has one piece on each side, of the same length. */
ssize_t process_vm_readv(pid_t process, const struct iovec *mine, unsigned long mine_count,
                         const struct iovec *theirs, unsigned long their_count, unsigned long flags)
{
    return copy(mine->iov_base, theirs->iov_base, process, theirs);
}

ssize_t process_vm_writev(pid_t process, const struct iovec *mine, unsigned long mine_count,
                          const struct iovec *theirs, unsigned long their_count,
                          unsigned long flags)
{
    return copy(theirs->iov_base, mine->iov_base, process, theirs);
}
