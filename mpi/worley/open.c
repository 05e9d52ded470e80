/* SPDX-License-Identifier: BSD-3-Clause */
/* What an exchange over MPI needs: scratch memory, and a buffer for buffered sends. */
#include "comops/worley/exchange.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

struct exchange {
    char *scratch; /* first, for exchange_scratch */
    void *buffered;
};

/* A rank may run ahead of a slow one by one message per rank of a ring, or by two per partner; the
 * buffer holds more. MPI has one buffer for all, whose size is an int. */
static bool attach_buffer(struct exchange *state, int ranks, size_t largest)
{
    const size_t bytes = 2 * (size_t)ranks * (largest + MPI_BSEND_OVERHEAD);
    const int attached = bytes < INT_MAX ? (int)bytes : INT_MAX;

    state->buffered = malloc((size_t)attached);
    return state->buffered && MPI_Buffer_attach(state->buffered, attached) == MPI_SUCCESS;
}

bool exchange_open(struct job *job, size_t scratch, size_t largest)
{
    struct exchange *state = calloc(1, sizeof *state);

    job->state = state;
    if (!state || !(state->scratch = calloc(1, scratch + 1)))
        return false;
    return job->variant != VARIANT(0, 0) || attach_buffer(state, job->ranks, largest);
}

void exchange_close(struct job *job)
{
    struct exchange *state = job->state;
    void *buffered;
    int bytes;

    if (state && state->buffered)
        MPI_Buffer_detach(&buffered, &bytes); /* all buffered messages have been sent */
    if (state) {
        free(state->buffered);
        free(state->scratch);
    }
    free(state);
}
