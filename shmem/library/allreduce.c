/* SPDX-License-Identifier: BSD-3-Clause */
#include "shmem/library/library.h"

/* The work array's size, counted in doubles, suffices for all element types. */
static bool setup(struct job *job)
{
    const size_t half = job->bytes / sizeof(double) / 2 + 1, least = SHMEM_REDUCE_MIN_WRKDATA_SIZE;

    return library_open(job, 0, 0, half > least ? half : least);
}

#define REDUCE(name, type)                                                                         \
    shmem_##name##_to_all((type *)job->recv, (const type *)job->send,                              \
                          (int)(job->bytes / sizeof(type)), 0, 0, job->ranks,                      \
                          (type *)library->work, library->sync)

static void run(struct job *job)
{
    struct library *library = job->state;

    shmem_sync_all(); /* receive buffers and work arrays are free */
    switch (job->reduction) {
    case MAX_FLOAT: REDUCE(float_max, float); break;
    case MAX_INT64: REDUCE(longlong_max, long long); break;
    case MAX_INT32: REDUCE(int_max, int); break;
    case SUM_DOUBLE: REDUCE(double_sum, double); break;
    case SUM_FLOAT: REDUCE(float_sum, float); break;
    case SUM_INT64: REDUCE(longlong_sum, long long); break;
    case SUM_INT32: REDUCE(int_sum, int); break;
    default: REDUCE(double_max, double); break;
    }
}

IMPLEMENTATION(shmem, library, allreduce, .run = run, .setup = setup, .teardown = library_teardown,
               .summary = "shmem_TYPE_max_to_all or shmem_TYPE_sum_to_all after shmem_sync_all");
