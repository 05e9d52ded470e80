/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/faces.h"

#define HALO_FUNCTIONS(name, kind)                                                                 \
    static size_t name##_bytes(const struct job *job)                                              \
    {                                                                                              \
        return bytes_of(job, kind);                                                                \
    }                                                                                              \
    static double name##_rate(const struct job *job)                                               \
    {                                                                                              \
        return rate_of(job, kind == HALO_OPEN);                                                    \
    }                                                                                              \
    static void name##_fill(struct job *job, uint64_t repetition)                                  \
    {                                                                                              \
        fill_of(job, kind, repetition);                                                            \
    }                                                                                              \
    static bool name##_check(const struct job *job, uint64_t repetition, struct fault *fault)      \
    {                                                                                              \
        return check_of(job, kind, repetition, fault);                                             \
    }
HALO_FUNCTIONS(periodic, HALO_PERIODIC)
HALO_FUNCTIONS(open, HALO_OPEN)
HALO_FUNCTIONS(strided, HALO_STRIDED)

#define HALO_PATTERN(kind, ...)                                                                    \
    PATTERN(__VA_ARGS__,                                                                           \
            .completion = "A run ends on a rank when the faces of its neighbours are in its "      \
                          "receive buffer and its send buffer may be rewritten.",                  \
            .rate_formula = "faces x bytes / time: what a rank receives from other ranks, if it "  \
                            "has as many neighbours as any",                                       \
            .min_ranks = 2, .messages = 1, .series_of = "dimensions", .series = dimensions,        \
            .send_bytes = kind##_bytes, .recv_bytes = kind##_bytes, .rate_bytes = kind##_rate,     \
            .fill = kind##_fill, .check = kind##_check)

HALO_PATTERN(periodic, .name = "halo",
             .summary = "every rank of a periodic grid exchanges a face with each neighbour, one "
                        "series per number of dimensions",
             .bytes_mean = "one face; a rank has two in each dimension",
             .source = "mpptest -halo; MPI_Dims_create, MPI_Cart_create", .unit = 1,
             .marked = true);

HALO_PATTERN(open, .name = "halo_open",
             .summary = "as halo, but ranks at the edges of the grid have no neighbour beyond them",
             .bytes_mean = "one face", .source = "mpptest -halo (not periodic)", .unit = 1,
             .marked = true);

HALO_PATTERN(strided, .name = "halo_strided",
             .summary = "as halo, but a face is a column: words of 8 bytes, one in each row of 64",
             .bytes_mean = "the words of one face, without what is between them",
             .source = "MPI_Type_vector", .unit = HALO_WORD);
