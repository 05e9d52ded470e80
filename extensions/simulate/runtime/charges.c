/* SPDX-License-Identifier: BSD-3-Clause */
#include <simgrid/actor.h>
#include <stdlib.h>

#define COPY_NS "COMOPS_COPY_NS_PER_BYTE" /* in the core's own cache */
#define REDUCE_NS "COMOPS_REDUCE_NS_PER_BYTE"

MPI_Op charged_maximum, charged_sum; /* SMPI gives each rank its own */

static void charge(const char *rate, double bytes)
{
    const char *ns = getenv(rate);

    if (ns && bytes > 0)
        sg_actor_sleep_for(strtod(ns, NULL) * 1e-9 * bytes);
}

void *charged_memcpy(void *to, const void *from, size_t bytes)
{
    charge(COPY_NS, (double)bytes);
    return (memcpy)(to, from, bytes);
}

void charged_reduce_local(enum reduction reduction, void *into, const void *a, const void *b,
                          size_t bytes)
{
    charge(REDUCE_NS, (double)bytes);
    (reduce_local)(reduction, into, a, b, bytes);
}

/* In place of data_use, by the linker: a copy reads and writes, this only reads. */
void __wrap_data_use(const char *data, size_t bytes);
void __wrap_data_use(const char *data, size_t bytes)
{
    (void)data;
    charge(COPY_NS, (double)bytes / 2);
}

static void merge(void *a, void *into, int count, MPI_Datatype datatype, MPI_Op op)
{
    int size;

    MPI_Type_size(datatype, &size);
    charge(REDUCE_NS, (double)size * count);
    MPI_Reduce_local(a, into, count, datatype, op);
}

static void maximum(void *a, void *into, int *count, MPI_Datatype *datatype)
{
    merge(a, into, *count, *datatype, SMPI_PREDEFINED_POINTER(MPI_Op, smpi_MPI_MAX));
}

static void sum(void *a, void *into, int *count, MPI_Datatype *datatype)
{
    merge(a, into, *count, *datatype, SMPI_PREDEFINED_POINTER(MPI_Op, smpi_MPI_SUM));
}

void charges_open(void)
{
    MPI_Op_create(maximum, 1, &charged_maximum);
    MPI_Op_create(sum, 1, &charged_sum);
}
