/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/exchange/mpi/transfer.h"

#include <limits.h>
#include <stdlib.h>

struct buffer {
    void *memory;
    size_t bytes; /* passed to MPI as an int */
    int jobs;
};

/* MPI keeps it with the process: simulated ranks share static data. */
static struct buffer *buffer_of_process(void)
{
    static int key = MPI_KEYVAL_INVALID;
    struct buffer *buffer;
    int found;

    if (key == MPI_KEYVAL_INVALID)
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_get_attr(MPI_COMM_SELF, key, &buffer, &found);
    if (!found && (buffer = calloc(1, sizeof *buffer)))
        MPI_Comm_set_attr(MPI_COMM_SELF, key, buffer);
    return buffer;
}

static void buffer_detach(struct buffer *buffer)
{
    void *memory;
    int bytes;

    if (buffer->memory)
        MPI_Buffer_detach(&memory, &bytes); /* all buffered messages have been sent */
    free(buffer->memory);
    buffer->memory = NULL;
}

/* A rank may run ahead of a slow one by one message per rank of a ring, or by two per partner; the
 * buffer holds more. */
bool buffered_sends_open(int ranks, size_t largest)
{
    struct buffer *buffer = buffer_of_process();

    if (!buffer)
        return false;
    buffer_detach(buffer);
    buffer->jobs++;
    buffer->bytes += 2 * (size_t)ranks * (largest + MPI_BSEND_OVERHEAD);
    const int bytes = buffer->bytes < INT_MAX ? (int)buffer->bytes : INT_MAX;

    buffer->memory = malloc((size_t)bytes);
    return buffer->memory && MPI_Buffer_attach(buffer->memory, bytes) == MPI_SUCCESS;
}

void buffered_sends_close(void)
{
    struct buffer *buffer = buffer_of_process();

    if (!buffer || --buffer->jobs > 0)
        return;
    buffer_detach(buffer);
    buffer->bytes = 0;
}
