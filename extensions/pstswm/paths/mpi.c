/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI's collectives, on a communicator of the group. */
#include "extensions/pstswm/parallel/group.h"

#include <mpi.h>
#include <stdlib.h>

struct communicator {
    MPI_Comm ranks;
    int *counts; /* [4][ranks]: lengths and places of what is sent and received */
};

/* All groups of a kind are split at once: by their first ranks. */
static bool communicator_open(struct job *group)
{
    struct communicator *own = group->state = malloc(sizeof *own);

    if (!own || !(own->counts = calloc(4 * (size_t)group->ranks, sizeof *own->counts)))
        return false;
    return MPI_Comm_split(MPI_COMM_WORLD, group->members[0], group->rank, &own->ranks) ==
           MPI_SUCCESS;
}

static void communicator_close(struct job *group)
{
    struct communicator *own = group->state;

    MPI_Comm_free(&own->ranks);
    free(own->counts);
    free(own);
}

static void describe(struct blocks blocks, int ranks, int *length, int *place)
{
    for (int rank = 0; rank < ranks; rank++) {
        place[rank] = (int)blocks.begin[rank];
        length[rank] = (int)(blocks.begin[rank + 1] - blocks.begin[rank]);
    }
}

static void alltoallv(struct job *group, struct blocks out, struct blocks in)
{
    const struct communicator *own = group->state;
    const int ranks = group->ranks;
    int *sent = own->counts, *received = sent + 2 * ranks;

    describe(out, ranks, sent, sent + ranks);
    describe(in, ranks, received, received + ranks);
    MPI_Alltoallv(out.data, sent, sent + ranks, MPI_BYTE, in.data, received, received + ranks,
                  MPI_BYTE, own->ranks);
}

const struct collectives path_collectives = {.name = "MPI_Alltoallv",
                                             .open = communicator_open,
                                             .close = communicator_close,
                                             .alltoallv = alltoallv};

static void allreduce(struct job *group)
{
    const struct communicator *own = group->state;

    MPI_Allreduce(group->send, group->recv, (int)(group->bytes / sizeof(double)), MPI_DOUBLE,
                  MPI_SUM, own->ranks);
}

IMPLEMENTATION(mpi, library, allreduce, .run = allreduce, .setup = communicator_open,
               .teardown = communicator_close, .summary = "MPI_Allreduce of a group");
