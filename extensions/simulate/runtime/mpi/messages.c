/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI's messages from one rank to another. */
#include "extensions/simulate/runtime/mpi/mpi_process.h"

size_t type_bytes(int count, MPI_Datatype type)
{
    switch (type) {
    case MPI_BYTE: return (size_t)count;
    case MPI_INT:
    case MPI_INT32_T:
    case MPI_FLOAT: return (size_t)count * 4;
    default: return (size_t)count * 8;
    }
}

int MPI_Isend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    *request =
        message_send(process_self(), to, data, type_bytes(count, type), CONTEXT_MESSAGE, tag);
    return MPI_SUCCESS;
}

int MPI_Send(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    MPI_Request request;

    MPI_Isend(data, count, type, to, tag, comm, &request);
    return MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int MPI_Irecv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    *request =
        message_receive(process_self(), from, data, type_bytes(count, type), CONTEXT_MESSAGE, tag);
    return MPI_SUCCESS;
}

int MPI_Recv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status *status)
{
    MPI_Request request;

    MPI_Irecv(data, count, type, from, tag, comm, &request);
    return MPI_Wait(&request, status);
}

int MPI_Sendrecv(const void *data, int count, MPI_Datatype type, int to, int tag, void *data_in,
                 int count_in, MPI_Datatype type_in, int from, int tag_in, MPI_Comm comm,
                 MPI_Status *status)
{
    MPI_Request in, out;

    MPI_Irecv(data_in, count_in, type_in, from, tag_in, comm, &in);
    MPI_Isend(data, count, type, to, tag, comm, &out);
    MPI_Wait(&in, status);
    return MPI_Wait(&out, status);
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    if (*request)
        request_wait(process_self(), *request);
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[])
{
    for (int i = 0; i < count; i++)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    return MPI_SUCCESS;
}

int MPI_Test(MPI_Request *request, int *complete, MPI_Status *status)
{
    struct process *self = process_self();

    if (*request && !(*request)->complete)
        progress_look(self);
    *complete = !*request || (*request)->complete;
    if (*complete)
        MPI_Wait(request, status);
    return MPI_SUCCESS;
}

/* ---- buffered sends ----------------------------------------------------------------------- */

int MPI_Buffer_attach(void *buffer, int bytes)
{
    struct process *self = process_self();

    self->attached = buffer;
    self->attached_bytes = (size_t)bytes;
    self->attached_used = 0;
    return MPI_SUCCESS;
}

int MPI_Buffer_detach(void *buffer, int *bytes)
{
    struct process *self = process_self();

    while (self->attached_pending)
        progress_wait(self);
    *(void **)buffer = self->attached;
    *bytes = (int)self->attached_bytes;
    self->attached = NULL;
    return MPI_SUCCESS;
}

int MPI_Bsend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    struct process *self = process_self();
    const size_t bytes = type_bytes(count, type);

    if (!self->attached_pending)
        self->attached_used = 0;
    if (self->attached_bytes - self->attached_used < bytes)
        process_fail("MPI_Bsend of %zu bytes where %zu of the buffer are free", bytes,
                     self->attached_bytes - self->attached_used);
    char *place = self->attached + self->attached_used;

    self->attached_used += bytes;
    if (bytes)
        buffer_copy(place, data, bytes);
    request_detach(self, message_send(self, to, place, bytes, CONTEXT_MESSAGE, tag),
                   &self->attached_pending);
    return MPI_SUCCESS;
}
