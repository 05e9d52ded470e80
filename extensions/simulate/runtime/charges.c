/* SPDX-License-Identifier: BSD-3-Clause */
#include <simgrid/actor.h>
#include <stdlib.h>

MPI_Op charged_maximum, charged_sum;

/* Of a byte in the core's own cache: a reduction reads and writes at least as much as a copy. SMPI
 * gives each rank its own copy of these. */
static double copy_ns, reduce_ns;

static void charge(double ns)
{
    if (ns > 0)
        sg_actor_sleep_for(ns * 1e-9);
}

void *charged_memcpy(void *to, const void *from, size_t bytes)
{
    charge(copy_ns * (double)bytes);
    return (memcpy)(to, from, bytes);
}

void charged_reduce_local(enum reduction reduction, void *into, const void *a, const void *b,
                          size_t bytes)
{
    charge(reduce_ns * (double)bytes);
    (reduce_local)(reduction, into, a, b, bytes);
}

/* In place of data_use, by the linker: a copy reads and writes, this only reads. */
void __wrap_data_use(const char *data, size_t bytes);
void __wrap_data_use(const char *data, size_t bytes)
{
    (void)data;
    charge(copy_ns / 2 * (double)bytes);
}

static void merge(void *a, void *into, int count, MPI_Datatype datatype, MPI_Op op)
{
    int size;

    MPI_Type_size(datatype, &size);
    charge(reduce_ns * size * count);
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

static double told(const char *name)
{
    const char *value = getenv(name);

    return value ? strtod(value, NULL) : 0;
}

void charges_open(void)
{
    copy_ns = told("COMOPS_COPY_NS_PER_BYTE");
    reduce_ns = told("COMOPS_REDUCE_NS_PER_BYTE");
    MPI_Op_create(maximum, 1, &charged_maximum);
    MPI_Op_create(sum, 1, &charged_sum);
}

void charges_close(void)
{
    MPI_Op_free(&charged_maximum);
    MPI_Op_free(&charged_sum);
}
