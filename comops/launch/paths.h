/* SPDX-License-Identifier: BSD-3-Clause */
/* The paths, their worker programs, and the implementations these offer. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

/* An implementation that a worker offers. */
struct offer {
    const char *protocol, *pattern, *summary;
    const char *family; /* for protocols that share a column of the matrix; NULL: none */
    const char *file; /* its source, from the root of the source tree: "mpi/library/broadcast.c" */
    const char *with; /* sources to show beside it, separated by commas; NULL or empty: none */
    const char *copies, *crossings, *crossings_used, *lines,
        *waits; /* as struct implementation declares them; NULL: in the runtime */
};

/* Why a protocol lacks some patterns: see struct absence. */
struct lack {
    const char *protocol, *patterns, *reason;
};

/* A path: threads, MPI or OpenSHMEM, and what its worker offers on this machine. */
struct path {
    char *label;        /* "threads", "mpi"; "mpi@NAME", "threads@NAME" with a further library */
    char *program;      /* the worker; NULL when missing */
    char **environment; /* NAME=VALUE that it needs, NULL-terminated; NULL: nothing */
    char **launcher; /* the command before it, NULL-terminated, "%d" for the number of ranks; NULL:
                        the worker starts its ranks itself */
    char *launcher_version;
    char *missing;  /* why this path cannot run here, or NULL */
    json_t *listed; /* what the worker lists; offers and lacks point into it */
    struct offer *offers;
    int offer_count;
    struct lack *lacks;
    int lack_count;
};

/* All paths this program knows, asked what they offer. `mpiexec` replaces the built-in launcher
 * of MPI when not NULL. *count receives how many. Free with paths_free. */
struct path *paths_find(const char *mpiexec, int *count);
void paths_free(struct path *paths, int count);

/* False, with each reason on standard error, if no worker starts. */
bool paths_some_start(const struct path *paths, int count);

/* True of "mpi" and of every "mpi@NAME". */
bool path_is(const struct path *path, const char *label);

/* Why the protocol, or a column of several, lacks the pattern; NULL if no reason is given. */
const char *path_reason(const struct path *path, const char *protocol, const char *pattern);

/* Asks path->program what it offers, with the library in this folder in place of its own if that is
 * not NULL; sets path->missing if it does not start. */
void path_read_offers(struct path *path, const char *library);

/* Adds a path mpi@NAME for each "NAME=PREFIX" and threads@NAME for each "NAME=LIBRARY" of two
 * NULL-terminated lists, which may be NULL. PREFIX is where a library with the ABI of this
 * program's MPI worker is installed (MPICH from 3.1 on, Intel MPI), or another build of this
 * program, whose worker is then used. LIBRARY is the file of an OpenMP library with the entry
 * points that our worker calls, optionally followed by :active or :passive for OMP_WAIT_POLICY.
 * False, with the reason on standard error, if one cannot be used. */
bool paths_add_libraries(struct path **paths, int *count, char *const *mpi, char *const *openmp);

/* The option that added the path, "mpi" or "openmp"; NULL for the built-in ones. */
const char *path_option(const struct path *path);
