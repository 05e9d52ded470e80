/* SPDX-License-Identifier: BSD-3-Clause */
/* What an exchange over MPI needs: scratch memory, and a buffer for buffered sends. */
#include "comops/worley/exchange.h"
#include "mpi/worley/transfer.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

/* MPI has one buffer for all buffered sends of a process, whose size is an int. */
static struct {
    void *memory;
    size_t bytes;
    int users;
} attached;

static void buffer_detach(void)
{
    void *memory;
    int bytes;

    if (attached.memory)
        MPI_Buffer_detach(&memory, &bytes); /* all buffered messages have been sent */
    free(attached.memory);
    attached.memory = NULL;
}

/* A rank may run ahead of a slow one by one message per rank of a ring, or by two per partner; the
 * buffer holds more. */
static bool buffer_attach(int ranks, size_t largest)
{
    buffer_detach();
    attached.users++;
    attached.bytes += 2 * (size_t)ranks * (largest + MPI_BSEND_OVERHEAD);
    if (attached.bytes > INT_MAX)
        attached.bytes = INT_MAX;
    attached.memory = malloc(attached.bytes);
    return attached.memory &&
           MPI_Buffer_attach(attached.memory, (int)attached.bytes) == MPI_SUCCESS;
}

bool exchange_open(struct job *job, struct exchange_needs needs)
{
    const size_t transfers = (size_t)needs.open * sizeof(struct transfer);
    struct exchange *state = calloc(1, sizeof *state + transfers);

    job->state = state;
    if (!state || !(state->scratch = calloc(1, needs.scratch + 1)))
        return false;
    return exchange_plain(job) != VARIANT(0, 0) || buffer_attach(job->ranks, needs.largest);
}

void exchange_close(struct job *job)
{
    struct exchange *state = job->state;

    if (exchange_plain(job) == VARIANT(0, 0) && --attached.users == 0) {
        buffer_detach();
        attached.bytes = 0;
    }
    if (state)
        free(state->scratch);
    free(state);
}
