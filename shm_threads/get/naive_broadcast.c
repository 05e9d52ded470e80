/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 3. Nothing keeps the others from getting all at the
 * same time, so this is also what a broadcast by get is. */
#include "comops/comops.h"
#include "shm_threads/flags.h"

static void run(struct job *job)
{
    const uint64_t step = next_step(job);

    if (job->rank == ROOT) {
        say_ready_to_all(job, step);
        wait_done_by_all(job, step); /* the send buffer may be rewritten */
        return;
    }
    wait_ready(job, ROOT, step);
    get(job->recv, job->peers[ROOT]->send, job->bytes);
    fence(); /* the data have been read before the flag is there */
    say_done(job, ROOT, step);
}

IMPLEMENTATION(threads, get, naive_broadcast, .run = run, .setup = flags_setup,
               .teardown = flags_teardown, .copies = "1", .lines = "P + 1", .waits = "P",
               .summary = "each rank gets the root's data");
IMPLEMENTATION(threads, get, broadcast, .run = run, .setup = flags_setup,
               .teardown = flags_teardown, .copies = "1", .lines = "P + 1", .waits = "P",
               .summary = "each rank gets the root's data");
