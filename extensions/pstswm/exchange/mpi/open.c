/* SPDX-License-Identifier: BSD-3-Clause */
/* What an exchange over MPI needs: scratch memory, and a buffer for buffered sends. */
#include "extensions/pstswm/worley/exchange.h"
#include "extensions/pstswm/exchange/mpi/transfer.h"

#include <stdlib.h>

static bool is_buffered(const struct job *job)
{
    return exchange_plain(job) == VARIANT(0, 0);
}

bool exchange_open(struct job *job, struct exchange_needs needs)
{
    const size_t transfers = (size_t)needs.open * sizeof(struct transfer);
    struct exchange *state = calloc(1, sizeof *state + transfers);

    job->state = state;
    if (!state || !(state->scratch = calloc(1, needs.scratch + 1)))
        return false;
    return !is_buffered(job) || buffered_sends_open(job->ranks, needs.largest);
}

void exchange_close(struct job *job)
{
    struct exchange *state = job->state;

    if (is_buffered(job))
        buffered_sends_close();
    if (state)
        free(state->scratch);
    free(state);
}
