/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 4: the tree of appendix B, where MPI_Get reads; the
 * paper has no such SHMEM version. In print a rank polls the last element until it is not zero,
 * which hangs on a zero and takes the last trial's for this one's; here the parent says so. */
#include "comops/comops.h"
#include "shmem/flags.h"
#include "shmem/tree.h"

#include <shmem.h>

static void run(struct job *job)
{
    const long step = flags_step(job);
    const int parent = tree_parent(job->rank), reach = tree_reach(job->rank, job->ranks);

    if (job->rank != ROOT) {
        await(job, READY, step, parent); /* the data are in its buffer */
        shmem_getmem(job->recv, parent == ROOT ? job->send : job->recv, job->bytes, parent);
        tell(job, DONE, step, parent);
    }
    for (int away = reach; away > 0; away /= 2)
        if (job->rank + away < job->ranks)
            tell(job, READY, step, job->rank + away);
    for (int away = reach; away > 0; away /= 2)
        if (job->rank + away < job->ranks)
            await(job, DONE, step, job->rank + away); /* it has read my buffer */
}

IMPLEMENTATION(shmem, get, tree_broadcast, .run = run, .setup = flags_setup,
               .teardown = flags_teardown,
               .summary = "down a binomial tree: a flag, then shmem_getmem from the parent");
