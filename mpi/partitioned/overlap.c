/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI 4.0, section 4.2: the message is sent in partitions, each as soon as its part of the
 * computing is done. */
#include "comops/ranks/contract/computing.h"
#include "comops/ranks/contract/state.h"
#include "comops/ranks/contract/volume.h"
#include "mpi/partitioned/partitioned.h"

enum { PARTITIONS = 8 };

struct partitioned {
    int partitions; /* 0: no partner */
    MPI_Request receive, send;
};

static bool setup(struct job *job)
{
    const int partner = volume_partner(job);

    if (!state_allocate(job, sizeof(struct partitioned)))
        return false;
    struct partitioned *mine = job->state;

    if (partner == job->rank)
        return true;
    mine->partitions = job->bytes % PARTITIONS ? 1 : PARTITIONS;
    const MPI_Count bytes = (MPI_Count)(job->bytes / (size_t)mine->partitions);
    const struct partitioned_calls *calls = partitioned_calls();

    calls->receive_init(job->recv, mine->partitions, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD,
                        MPI_INFO_NULL, &mine->receive);
    calls->send_init(job->send, mine->partitions, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD,
                     MPI_INFO_NULL, &mine->send);
    return true;
}

static void teardown(struct job *job)
{
    struct partitioned *mine = job->state;

    if (mine && mine->partitions) {
        MPI_Request_free(&mine->receive);
        MPI_Request_free(&mine->send);
    }
    state_free(job);
}

static void run(struct job *job)
{
    struct partitioned *mine = job->state;
    const int partitions = mine->partitions;

    if (!partitions) {
        compute(job);
        return;
    }
    MPI_Start(&mine->receive);
    MPI_Start(&mine->send);
    for (int partition = 0; partition < partitions; partition++) {
        compute_steps(job->computing / (uint64_t)partitions);
        partitioned_calls()->ready(partition, mine->send);
    }
    MPI_Wait(&mine->send, MPI_STATUS_IGNORE);
    MPI_Wait(&mine->receive, MPI_STATUS_IGNORE);
}

IMPLEMENTATION(mpi, partitioned, overlap, .run = run, .setup = setup, .teardown = teardown,
               .refused = partitioned_refused,
               .summary = "MPI_Precv_init and MPI_Psend_init once; MPI_Pready of each partition "
                          "when its part is computed, MPI_Wait");
