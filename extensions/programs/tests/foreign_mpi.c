/* SPDX-License-Identifier: BSD-3-Clause */
/* An MPI library that nobody knows, for a program that makes three calls. */
#include <string.h>

int PMPI_Get_library_version(char *text, int *length);
int PMPI_Initialized(int *flag);
int MPI_Init(int *count, char ***words);
int MPI_Barrier(int communicator);
int MPI_Finalize(void);

int PMPI_Get_library_version(char *text, int *length)
{
    *length = (int)strlen(strcpy(text, "Foreign MPI 7"));
    return 0;
}

int PMPI_Initialized(int *flag)
{
    *flag = 1;
    return 0;
}

int MPI_Init(int *count, char ***words)
{
    return !count || !words;
}

int MPI_Barrier(int communicator)
{
    return communicator != 7;
}

int MPI_Finalize(void)
{
    return 0;
}
