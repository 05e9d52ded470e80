/* SPDX-License-Identifier: BSD-3-Clause */
/* A program whose calls of MPI are known (test_profiled.py): the word says which. */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int rank, ranks;
static int values[4096], others[4096];

/* From rank 0 to rank 1: blocking, nonblocking, probed, persistent; a column of a matrix. */
static void point_to_point(void)
{
    MPI_Datatype column;
    MPI_Request requests[2];
    MPI_Message message;
    int flag;
    MPI_Type_vector(8, 1, 4, MPI_INT, &column);
    MPI_Type_commit(&column);
    for (int i = 0; i < 5; i++)
        if (rank == 0)
            MPI_Send(values, 7, MPI_INT, 1, 0, MPI_COMM_WORLD);
        else if (rank == 1)
            MPI_Recv(values, 7, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3 && rank < 2; i++) {
        MPI_Isend(values, 1, column, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(others, 8, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Type_free(&column);
    if (rank == 0)
        MPI_Ssend(values, 3, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(others, 3, MPI_CHAR, &message, MPI_STATUS_IGNORE);
    }
    MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    if (rank < 2) {
        MPI_Send_init(values, 100, MPI_DOUBLE, 1 - rank, 2, MPI_COMM_WORLD, &requests[0]);
        MPI_Recv_init(others, 50, MPI_DOUBLE, 1 - rank, 2, MPI_COMM_WORLD, &requests[1]);
        MPI_Recv_init(others, 100, MPI_DOUBLE, 1 - rank, 2, MPI_COMM_WORLD, &requests[1]);
        for (int i = 0; i < 4; i++) {
            MPI_Start(&requests[1]);
            MPI_Start(&requests[0]);
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        }
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        MPI_Request_free(&requests[0]);
        MPI_Request_free(&requests[1]);
    }
    int last = ranks - 1, to = rank < last ? rank + 1 : MPI_PROC_NULL;
    MPI_Sendrecv(values, 6, MPI_INT, to, 3, others, 6, MPI_INT, rank ? rank - 1 : MPI_PROC_NULL, 3,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void twice(void *in, void *out, int *count, MPI_Datatype *type)
{
    int size;
    MPI_Type_size(*type, &size); /* a call that another call makes */
    for (int i = 0; i < *count; i++)
        ((int *)out)[i] += 2 * ((int *)in)[i];
}

static void collectives(void)
{
    MPI_Op own;
    MPI_Comm half;
    MPI_Request request;
    int counts[64], places[64], block = 40;
    MPI_Datatype types[64];
    for (int i = 0; i < ranks; i++) {
        counts[i] = i + 1;
        places[i] = 8 * i;
        types[i] = MPI_INT;
    }
    for (int i = 0; i < 4; i++)
        MPI_Allreduce(MPI_IN_PLACE, values, 10, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(values, others, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Op_create(twice, 1, &own);
    MPI_Reduce(values, others, 3, MPI_INT, own, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 6; i++)
        MPI_Bcast(values, 100, MPI_BYTE, 1, MPI_COMM_WORLD);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Barrier(half);
    MPI_Comm_free(&half);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Gather(values, 5, MPI_INT, others, 5, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scatter(values, rank ? 12345 : 9, MPI_INT, others, 9, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, values, 11, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoall(values, 2, MPI_INT, others, 2, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < ranks; i++)
        counts[i] = 4; /* the same to all, so that what arrives has the size that was sent */
    counts[0] = 0;
    int sizes[64] = {0};
    for (int i = 0; i < ranks; i++)
        sizes[i] = rank ? 4 : 0;
    MPI_Alltoallv(values, counts, places, MPI_INT, others, sizes, places, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < ranks; i++)
        counts[i] = 3, places[i] *= 4;
    MPI_Alltoallw(values, counts, places, types, others, counts, places, types, MPI_COMM_WORLD);
    MPI_Ibcast(values, block, MPI_CHAR, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Op_free(&own);
}

static void neighbours_and_windows(void)
{
    int size = ranks, periodic = 1, counts[] = {2, 4}, places[] = {0, 8}, result;
    MPI_Comm ring;
    MPI_Win window;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    MPI_Neighbor_alltoall(values, 6, MPI_INT, others, 6, MPI_INT, ring);
    int received[] = {4, 2};
    MPI_Neighbor_alltoallv(values, counts, places, MPI_INT, others, received, places, MPI_INT,
                           ring);
    MPI_Comm_free(&ring);
    MPI_Win_create(others, sizeof others, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(values, 4, MPI_INT, (rank + 1) % ranks, 0, 4, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Get(values, 2, MPI_DOUBLE, 0, 64, 2, MPI_DOUBLE, window);
    MPI_Win_flush(0, window);
    MPI_Accumulate(values, 3, MPI_INT, 0, 128, 3, MPI_INT, MPI_SUM, window);
    MPI_Fetch_and_op(values, &result, MPI_INT, 0, 256, MPI_REPLACE, window);
    MPI_Win_unlock(0, window);
    MPI_Win_free(&window);
}

/* False if MPI has none. */
static int large_counts(void)
{
#if MPI_VERSION >= 4
    MPI_Count counts[8];
    MPI_Aint places[8];
    for (int i = 0; i < ranks; i++)
        counts[i] = 6, places[i] = 6 * i;
    MPI_Bcast_c(values, 100, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Alltoallv_c(values, counts, places, MPI_INT, others, counts, places, MPI_INT,
                    MPI_COMM_WORLD);
    return 1;
#else
    return 0;
#endif
}

static void *threads_call(void *argument)
{
    int buffer[2] = {0}, tag = (int)(size_t)argument;
    MPI_Request request;
    for (int i = 0; i < 1000; i++) {
        MPI_Irecv(&buffer[1], 1, MPI_INT, rank, tag, MPI_COMM_WORLD, &request);
        MPI_Send(&buffer[0], 1, MPI_INT, rank, tag, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return NULL;
}

static void threads(void)
{
    pthread_t all[4];
    for (size_t i = 0; i < 4; i++)
        pthread_create(&all[i], NULL, threads_call, (void *)i);
    for (size_t i = 0; i < 4; i++)
        pthread_join(all[i], NULL);
}

static void ended(const char *how)
{
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!strcmp(how, "aborts") && rank == 0)
        MPI_Abort(MPI_COMM_WORLD, 5);
    if (!strcmp(how, "killed"))
        raise(SIGKILL);
    if (!strcmp(how, "exits"))
        exit(0);
    if (!strcmp(how, "forks")) {
        if (!fork())
            exit(0); /* which ends no rank */
        wait(NULL);
    }
    if (!strcmp(how, "aborts"))
        pause();
}

int main(int count, char **words)
{
    const char *how = count > 1 ? words[1] : "calls";
    int threaded = !strcmp(how, "threads"), level;
    if (!strcmp(how, "none"))
        return 0;
    MPI_Init_thread(&count, &words, threaded ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (threaded) {
        threads();
    } else if (!strcmp(how, "large")) {
        level = large_counts() ? 0 : 77;
        MPI_Finalize();
        return level;
    } else if (!strcmp(how, "sizes")) {
        for (int i = 1; i <= 1000; i++)
            MPI_Bcast(values, i, MPI_BYTE, 0, MPI_COMM_SELF);
    } else if (!strcmp(how, "pauses")) {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Pcontrol(0);
        MPI_Bcast(values, 1, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Pcontrol(1);
        MPI_Barrier(MPI_COMM_WORLD);
    } else if (strcmp(how, "calls")) {
        ended(how);
    } else {
        point_to_point();
        collectives();
        neighbours_and_windows();
    }
    MPI_Finalize();
    return 0;
}
