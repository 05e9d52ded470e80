/* SPDX-License-Identifier: BSD-3-Clause */
/* Texas Tech thesis, chapter 4, as printed. */
#include "extensions/papers/tests/printed/mpi/mpi_late.h"
#include "extensions/papers/tests/printed/printed.h"

/* Texas Tech thesis, section 4.2, MPI, as printed: `if (rank == 0) ... else ...` is right with two
 * ranks alone; each further one receives from rank 0, which never sends to it. */
static void receive(struct job *job, int from)
{
    WAIT_UNTIL(message_from(from));
    MPI_Recv(job->recv, (int)job->bytes, MPI_BYTE, from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void else_is_every_other_rank(struct job *job)
{
    if (job->rank == 0) {
        MPI_Send(job->send, (int)job->bytes, MPI_BYTE, 1, TAG, MPI_COMM_WORLD);
        receive(job, 1);
    } else {
        receive(job, 0);
        MPI_Send(job->send, (int)job->bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD);
    }
}

PRINTED(mpi, else_is_every_other_rank, pingpong,
        .summary = "all ranks but the first take the second one's part");

/* Texas Tech thesis, section 4.2, MPI-2, as printed: rank 0 puts and fences, rank 1 fences and
 * puts. That is one fence for two puts: rank 1's is complete only at the next run's fence, and rank
 * 0 never waits for its reply. */
static bool open_two(struct job *job)
{
    return late_open(job, job->recv, job->rank < 2 ? job->bytes : 0);
}

static void one_fence_for_two_puts(struct job *job)
{
    if (job->rank == 0)
        put(job, LATE, job->send, job->bytes, 1, 0);
    fence(job);
    if (job->rank == 1)
        put(job, LATE, job->send, job->bytes, 0, 0);
}

static void close_after_fence(struct job *job)
{
    fence(job);
    late_close(job);
}

PRINTED(mpi, one_fence_for_two_puts, pingpong, .setup = open_two, .teardown = close_after_fence,
        .summary = "rank 0 does not wait for the reply");

/* Texas Tech thesis, chapter 4, MPI, as printed but for the negative remainder: the destination
 * is the rank before. That is a shift to the left; the listings by get shift to the right. */
static void shifts_to_the_left(struct job *job)
{
    const int bytes = (int)job->bytes, size = job->ranks;
    const int dest = (job->rank + size - 1) % size, origin = (job->rank + 1) % size;

    MPI_Sendrecv(job->send, bytes, MPI_BYTE, dest, TAG, job->recv, bytes, MPI_BYTE, origin, TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

PRINTED(mpi, shifts_to_the_left, shift, .summary = "the wrong direction");

/* Texas Tech thesis, chapter 4, MPI, as printed but for the direction: in C (0 - 1) % size is -1.
 * Where that is MPI_PROC_NULL (MPICH) rank 0 receives nothing and says nothing; elsewhere MPI ends
 * the program. MPI_Sendrecv in its parts, so that the waiting ends. */
static bool complete(MPI_Request *request)
{
    int flag;

    MPI_Test(request, &flag, MPI_STATUS_IGNORE);
    return flag;
}

static void remainder_of_minus_one(struct job *job)
{
    const int bytes = (int)job->bytes, size = job->ranks;
    const int dest = (job->rank + 1) % size, origin = (job->rank - 1) % size;
    MPI_Request send, receive;

    MPI_Irecv(job->recv, bytes, MPI_BYTE, origin, TAG, MPI_COMM_WORLD, &receive);
    MPI_Isend(job->send, bytes, MPI_BYTE, dest, TAG, MPI_COMM_WORLD, &send);
    WAIT_UNTIL(complete(&receive));
    WAIT_UNTIL(complete(&send));
}

PRINTED(mpi, remainder_of_minus_one, shift, .summary = "rank 0's left neighbour is -1");

/* Texas Tech thesis, chapter 4, MPI-2, as printed but for the negative remainder: MPI_Get, and no
 * fence. It is taken to be complete on return, as shmem_get is; it need not even have begun. */
static bool open_all(struct job *job)
{
    return late_open(job, job->send, job->bytes);
}

static void get_without_fence(struct job *job)
{
    get(job, LATE, job->recv, job->bytes, (job->rank + job->ranks - 1) % job->ranks, 0);
}

PRINTED(mpi, get_without_fence, shift, .setup = open_all, .teardown = close_after_fence,
        .summary = "a get that nothing completes");

/* Texas Tech thesis, chapter 4, MPI, as printed but for the negative remainder: the same buffer
 * for every partner, without offsets. Each block overwrites the last, and all get the first. */
static void one_buffer_for_all_partners(struct job *job)
{
    const int bytes = (int)job->bytes, size = job->ranks;

    for (int j = 1; j < size; j++)
        MPI_Sendrecv(job->send, bytes, MPI_BYTE, (job->rank + j) % size, TAG, job->recv, bytes,
                     MPI_BYTE, (job->rank + size - j) % size, TAG, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
}

PRINTED(mpi, one_buffer_for_all_partners, alltoall,
        .summary = "blocks without places of their own");
