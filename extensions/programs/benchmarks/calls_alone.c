/* SPDX-License-Identifier: BSD-3-Clause */
/* What calls take on a communicator of one rank: a line for each, its name and ns in the fastest of
 * many groups of calls. */
#include <mpi.h>
#include <stdio.h>

enum { GROUPS = 300, CALLS = 1000 };
static MPI_Comm alone;
static double sent[2], received[2];

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
    MPI_Comm_free(&alone);
    MPI_Finalize();
    return 0;
}
