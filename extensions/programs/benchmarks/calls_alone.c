/* SPDX-License-Identifier: BSD-3-Clause */
/* What calls take on a communicator of one rank: a line for each, its name and ns in the fastest of
 * many groups of calls. */
#include <mpi.h>
#include <stdio.h>

enum { GROUPS = 3000, CALLS = 100 };
static MPI_Comm alone;
static double sent[2], received[2];
static const int counts[] = {1}, places[] = {0};
static MPI_Datatype types[] = {MPI_DOUBLE};
static MPI_Request requests[2]; /* persistent: what is received, and what is sent */

static void barrier(void)
{
    MPI_Barrier(alone);
}

static void allreduce(void)
{
    MPI_Allreduce(sent, received, 1, MPI_DOUBLE, MPI_SUM, alone);
}

static void bcast(void)
{
    MPI_Bcast(sent, 2, MPI_DOUBLE, 0, alone);
}

static void message(void)
{
    MPI_Request request;
    MPI_Irecv(received, 1, MPI_DOUBLE, 0, 0, alone, &request);
    MPI_Send(sent, 1, MPI_DOUBLE, 0, 0, alone);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void persistent(void)
{
    MPI_Start(&requests[0]);
    MPI_Start(&requests[1]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
}

static void allgatherv(void)
{
    MPI_Allgatherv(sent, 1, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, alone);
}

static void alltoallv(void)
{
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, alone);
}

static void alltoallw(void)
{
    MPI_Alltoallw(sent, counts, places, types, received, counts, places, types, alone);
}

static void show(const char *name, int calls, void (*run)(void))
{
    double best = 1.0;
    for (int group = 0; group < GROUPS; group++) {
        double start = MPI_Wtime();
        for (int i = 0; i < CALLS; i++)
            run();
        double seconds = (MPI_Wtime() - start) / CALLS / calls;
        best = seconds < best ? seconds : best;
    }
    printf("%s %.2f\n", name, best * 1e9);
}

int main(int count, char **words)
{
    MPI_Init(&count, &words);
    MPI_Comm_dup(MPI_COMM_SELF, &alone);
    show("MPI_Barrier", 1, barrier);
    show("MPI_Allreduce", 1, allreduce);
    show("MPI_Bcast", 1, bcast);
    show("MPI_Irecv+MPI_Send+MPI_Wait", 3, message);
    MPI_Recv_init(received, 1, MPI_DOUBLE, 0, 0, alone, &requests[0]);
    MPI_Send_init(sent, 1, MPI_DOUBLE, 0, 0, alone, &requests[1]);
    show("MPI_Start+MPI_Wait", 4, persistent);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    show("MPI_Allgatherv", 1, allgatherv);
    show("MPI_Alltoallv", 1, alltoallv);
    show("MPI_Alltoallw", 1, alltoallw);
    MPI_Comm_free(&alone);
    MPI_Finalize();
    return 0;
}
