/* SPDX-License-Identifier: BSD-3-Clause */
/* A program over foreign_mpi.c. */
int MPI_Init(int *count, char ***words);
int MPI_Barrier(int communicator);
int MPI_Finalize(void);

int main(int count, char **words)
{
    return MPI_Init(&count, &words) || MPI_Barrier(7) || MPI_Finalize();
}
