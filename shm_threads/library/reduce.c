/* SPDX-License-Identifier: BSD-3-Clause */
/* OpenMP's reduction clause. Its variable, a section of an array (OpenMP 4.5), begins with rank 0's
 * vector; the loop has one iteration for each rank, whose private copy of the section lies on the
 * stack. Therefore long vectors are reduced in pieces. In allreduce all ranks copy out. */
#include "comops/ranks/contract/buffer_bytes.h"

enum { PIECE = 4096 }; /* bytes */

/* The temporary: a variable of the clause is shared. */
static double *doubles;
static float *floats;
static int64_t *int64s;
static int32_t *int32s;

static bool setup(struct job *job)
{
    if (job->rank == ROOT) {
        doubles = (double *)job->temporary;
        floats = (float *)job->temporary;
        int64s = (int64_t *)job->temporary;
        int32s = (int32_t *)job->temporary;
    }
    return true;
}

#define PRAGMA(words) _Pragma(#words)
#define CLAUSE(name, operator, type, all, combined)                                                \
    static void name(const struct job *job, size_t first, size_t count)                            \
    {                                                                                              \
        const type *mine = (const type *)job->send;                                                \
                                                                                                   \
        PRAGMA(omp for schedule(static, 1) reduction(operator : all[first:count]))                 \
        for (int rank = 0; rank < job->ranks; rank++)                                              \
            for (size_t i = first; rank != ROOT && i < first + count; i++)                         \
                all[i] = combined;                                                                 \
    }
#define CLAUSES(type, all)                                                                         \
    CLAUSE(max_##type, max, type, all, mine[i] > all[i] ? mine[i] : all[i])                        \
    CLAUSE(sum_##type, +, type, all, all[i] + mine[i])
CLAUSES(double, doubles)
CLAUSES(float, floats)
CLAUSES(int64_t, int64s)
CLAUSES(int32_t, int32s)

static void (*const clauses[])(const struct job *job, size_t first, size_t count) = {
    [MAX_DOUBLE] = max_double, [MAX_FLOAT] = max_float,   [MAX_INT64] = max_int64_t,
    [MAX_INT32] = max_int32_t, [SUM_DOUBLE] = sum_double, [SUM_FLOAT] = sum_float,
    [SUM_INT64] = sum_int64_t, [SUM_INT32] = sum_int32_t};

static void run(struct job *job)
{
    const size_t size = reduction_size(job->reduction);

    if (job->rank == ROOT)
        memcpy(job->temporary, job->send, job->bytes);
#pragma omp barrier /* the variable has its first value */
    for (size_t at = 0; at < job->bytes; at += PIECE)
        clauses[job->reduction](job, at / size,
                                (job->bytes - at < PIECE ? job->bytes - at : PIECE) / size);
    memcpy(job->recv, job->temporary, job->pattern->recv_bytes(job));
#pragma omp barrier /* it has been read: the next run may write */
}

IMPLEMENTATION(threads, library, reduce, .run = run, .setup = setup,
               .temporary_bytes = buffer_bytes, .copies = "2", .lines = "P", .waits = "P + 2",
               .summary = "#pragma omp for reduction; the root copies out");
IMPLEMENTATION(threads, library, allreduce, .run = run, .setup = setup,
               .temporary_bytes = buffer_bytes, .copies = "2", .lines = "P", .waits = "P + 2",
               .summary = "#pragma omp for reduction; all ranks copy out");
