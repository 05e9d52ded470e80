/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of a rank of the library: requests, lists of them, buffers. */
#include "extensions/simulate/runtime/mpi/mpi_process.h"

#include "extensions/simulate/coherence/engine.h"
#include "comops/ranks/watch/watch.h"


void requests_empty(struct requests *list)
{
    list->first = NULL;
    list->last = &list->first;
}

void requests_append(struct requests *list, struct request *request)
{
    request->next = NULL;
    *list->last = request;
    list->last = &request->next;
}

struct request *requests_take(struct requests *list,
                              bool wanted(const struct request *request, const void *key),
                              const void *key)
{
    struct request **at = &list->first;

    while (*at && wanted && !wanted(*at, key))
        at = &(*at)->next;
    struct request *request = *at;

    if (request) {
        *at = request->next;
        if (list->last == &request->next)
            list->last = at;
    }
    return request;
}

struct request *request_new(struct process *self, int rank, void *data, size_t bytes)
{
    struct request *request = requests_take(&self->unused, NULL, NULL);

    if (!request)
        request = process_memory(1, sizeof *request);
    *request = (struct request){.rank = rank, .data = data, .bytes = bytes};
    return request;
}

void request_free(struct process *self, struct request *request)
{
    requests_append(&self->unused, request);
}

void request_complete(struct process *self, struct request *request)
{
    request->complete = true;
    if (request->counter)
        --*request->counter;
    if (request->detached)
        request_free(self, request);
}

void request_detach(struct process *self, struct request *request, int *counter)
{
    if (request->complete) {
        request_free(self, request);
        return;
    }
    request->detached = true;
    request->counter = counter;
    ++*counter;
}

void request_wait(struct process *self, struct request *request)
{
    while (!request->complete)
        progress_wait(self);
    request_free(self, request);
}

/* ---- buffers ------------------------------------------------------------------------------ */

/* The class of blocks of 2^i bytes. */
static int class_of(size_t bytes)
{
    int i = 6; /* a cache line */

    while ((size_t)1 << i < bytes)
        i++;
    return i;
}

void *buffer_take(struct process *self, size_t bytes)
{
    const int i = class_of(bytes);
    void **buffer = self->buffers[i];

    if (buffer) {
        self->buffers[i] = *buffer;
        return buffer;
    }
    engine_allocates(self->rank);
    buffer = watch_allocate(CACHE_LINE, (size_t)1 << i);
    if (!buffer)
        process_fail("no simulated memory for %zu bytes", bytes);
    return buffer;
}

void buffer_give(struct process *self, void *buffer, size_t bytes)
{
    const int i = class_of(bytes);

    *(void **)buffer = self->buffers[i];
    self->buffers[i] = buffer;
}
