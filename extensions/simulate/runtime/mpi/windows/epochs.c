/* SPDX-License-Identifier: BSD-3-Clause */
/* Epochs: when windows may be accessed, and when accesses have ended. */
#include "extensions/simulate/runtime/mpi/mpi_process.h"

#include <stdlib.h>

struct group {
    int count, ranks[];
};

enum { TAG_POSTED = WINDOWS_MOST }; /* after those of windows' barriers */

/* ---- access ------------------------------------------------------------------------------- */

/* Sends the operations that have waited for access. */
static void access_grant(struct process *self, struct window *window)
{
    window->access = ACCESS_GRANTED;
    for (struct request *request; (request = requests_take(&window->waiting, NULL, NULL));)
        packet_send(self, request);
}

/* One step of the ranks' dissemination, in which each notifies all that its window may be accessed.
 */
static void barrier_step(struct process *self, struct window *window)
{
    const int tag = (int)(window - self->windows), step = window->barrier.step;
    int *pending = &window->barrier.pending;

    request_detach(self,
                   message_receive(self, (self->rank + self->ranks - step) % self->ranks, NULL, 0,
                                   CONTEXT_WINDOW, tag),
                   pending);
    request_detach(
        self, message_send(self, (self->rank + step) % self->ranks, NULL, 0, CONTEXT_WINDOW, tag),
        pending);
}

/* Does not wait. */
static void access_ask(struct process *self, struct window *window)
{
    while (window->barrier.step) /* of the epoch before */
        progress_wait(self);
    window->access = ACCESS_ASKED;
    window->grants++;
    window->barrier.step = 1;
    barrier_step(self, window);
}

static bool barrier_look(struct process *self, struct window *window)
{
    if (!window->barrier.step || window->barrier.pending)
        return false;
    window->barrier.step *= 2;
    if (window->barrier.step < self->ranks) {
        barrier_step(self, window);
    } else {
        window->barrier.step = 0;
        window->grants--;
    }
    return true;
}

bool windows_look(struct process *self)
{
    bool moved = false;

    for (struct window *window = self->windows; window < self->windows + WINDOWS_MOST; window++) {
        moved |= barrier_look(self, window);
        if (window->access == ACCESS_ASKED && !window->grants)
            access_grant(self, window);
    }
    return moved;
}

/* ---- the end of an epoch ------------------------------------------------------------------ */

static void pending_await(struct process *self, const struct window_target *target)
{
    while (target->pending)
        progress_wait(self);
}

/* Notifies a target that all operations of this rank's epoch have been sent. */
static void completed_tell(struct process *self, MPI_Win window, int target)
{
    packet_send_only(self, target, &(struct packet){.type = PACKET_COMPLETED, .context = window});
}

static void operations_await(struct process *self, struct window *window)
{
    for (int rank = 0; rank < self->ranks; rank++) {
        pending_await(self, &window->target[rank]);
        window->target[rank].targeted = false;
    }
}

static void origins_await(struct process *self, const struct window *window)
{
    while (window->completed)
        progress_wait(self);
}

/* ---- fences ------------------------------------------------------------------------------- */

/* How many ranks have accessed this one's window. */
static int origins_count(struct process *self, const struct window *window)
{
    const size_t bytes = (size_t)self->ranks * sizeof(int);
    int *targets = buffer_take(self, bytes);

    for (int rank = 0; rank < self->ranks; rank++)
        targets[rank] = window->target[rank].targeted;
    MPI_Reduce_scatter_block(MPI_IN_PLACE, targets, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    const int origins = targets[0];

    buffer_give(self, targets, bytes);
    return origins;
}

int MPI_Win_fence(int assertions, MPI_Win window)
{
    struct process *self = process_self();
    struct window *here = window_of(self, window);

    if (!(assertions & MPI_MODE_NOPRECEDE)) {
        here->completed += origins_count(self, here);
        while (here->waiting.first)
            progress_wait(self);
        for (int rank = 0; rank < self->ranks; rank++)
            if (here->target[rank].targeted)
                completed_tell(self, window, rank);
        operations_await(self, here);
        origins_await(self, here);
        here->access = ACCESS_NONE;
    }
    if (!(assertions & MPI_MODE_NOSUCCEED))
        access_ask(self, here);
    return MPI_SUCCESS;
}

/* ---- post, start, complete, wait ------------------------------------------------------------- */

int MPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    *group = calloc(1, sizeof **group);
    return MPI_SUCCESS;
}

int MPI_Group_incl(MPI_Group group, int count, const int ranks[], MPI_Group *into)
{
    *into = calloc(1, sizeof **into + (size_t)count * sizeof *ranks);
    if (!*into)
        process_fail("no memory");
    (*into)->count = count;
    for (int i = 0; i < count; i++)
        (*into)->ranks[i] = ranks[i];
    return MPI_SUCCESS;
}

int MPI_Group_free(MPI_Group *group)
{
    free(*group);
    *group = NULL;
    return MPI_SUCCESS;
}

int MPI_Win_post(MPI_Group origins, int assertions, MPI_Win window)
{
    struct process *self = process_self();

    window_of(self, window)->completed += origins->count;
    for (int i = 0; i < origins->count; i++)
        request_wait(self, message_send(self, origins->ranks[i], NULL, 0, CONTEXT_WINDOW,
                                        TAG_POSTED + window));
    return MPI_SUCCESS;
}

/* Does not wait for the posts: the operations do. */
int MPI_Win_start(MPI_Group targets, int assertions, MPI_Win window)
{
    struct process *self = process_self();
    struct window *here = window_of(self, window);

    here->targets = targets;
    here->access = ACCESS_ASKED;
    for (int i = 0; i < targets->count; i++)
        request_detach(
            self,
            message_receive(self, targets->ranks[i], NULL, 0, CONTEXT_WINDOW, TAG_POSTED + window),
            &here->grants);
    if (!here->grants)
        here->access = ACCESS_GRANTED;
    return MPI_SUCCESS;
}

int MPI_Win_complete(MPI_Win window)
{
    struct process *self = process_self();
    struct window *here = window_of(self, window);

    while (here->access != ACCESS_GRANTED)
        progress_wait(self);
    for (int i = 0; i < here->targets->count; i++)
        completed_tell(self, window, here->targets->ranks[i]);
    operations_await(self, here);
    here->access = ACCESS_NONE;
    return MPI_SUCCESS;
}

int MPI_Win_wait(MPI_Win window)
{
    struct process *self = process_self();

    origins_await(self, window_of(self, window));
    return MPI_SUCCESS;
}

/* ---- passive targets ----------------------------------------------------------------------- */

/* With MPI_MODE_NOCHECK, as in all implementations, no rank is asked. */
int MPI_Win_lock_all(int assertions, MPI_Win window)
{
    if (!(assertions & MPI_MODE_NOCHECK))
        process_fail("MPI_Win_lock_all without MPI_MODE_NOCHECK is not simulated");
    window_of(process_self(), window)->access = ACCESS_GRANTED;
    return MPI_SUCCESS;
}

int MPI_Win_flush_local(int rank, MPI_Win window)
{
    struct process *self = process_self();

    pending_await(self, &window_of(self, window)->target[rank]);
    return MPI_SUCCESS;
}

int MPI_Win_flush(int rank, MPI_Win window)
{
    struct process *self = process_self();
    struct window_target *target = &window_of(self, window)->target[rank];

    pending_await(self, target);
    if (target->written) {
        target->written = false;
        target->flushes++;
        packet_send_only(self, rank, &(struct packet){.type = PACKET_FLUSH, .context = window});
    }
    while (target->flushes)
        progress_wait(self);
    return MPI_SUCCESS;
}

int MPI_Win_flush_all(MPI_Win window)
{
    for (int rank = 0; rank < process_self()->ranks; rank++)
        MPI_Win_flush(rank, window);
    return MPI_SUCCESS;
}

int MPI_Win_unlock_all(MPI_Win window)
{
    MPI_Win_flush_all(window);
    window_of(process_self(), window)->access = ACCESS_NONE;
    return MPI_SUCCESS;
}
