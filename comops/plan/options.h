/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of `comops run`. */
#pragma once

#include "comops/plan/method.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Launches of a table's workers: fewer than six values have no 95 % interval. */
enum { LAUNCHES_LEAST = 6, LAUNCHES_MOST = 200 };

/* Lists are NULL-terminated; NULL means the default. */
struct options {
    char **patterns, **paths, **protocols, **placements, **memory, **pages, **buffers, **consume;
    char **operations, **datatypes; /* of patterns that reduce */
    char **mpi;                     /* NAME=PREFIX of further MPI libraries */
    char **openmp;                  /* NAME=LIBRARY of further OpenMP libraries */
    int *ranks;                     /* 0-terminated */
    size_t *sizes;
    size_t size_count;
    struct skew {
        uint32_t us;   /* delay of the last rank after a common start; 0: none */
        char text[16]; /* "100us", as in the key of a cell */
    } skew;
    size_t perturb; /* also measure sizes this many bytes below and above; 0: off */
    const char *mpiexec, *output, *resume;
    const struct method *method;
    const char *tuning;   /* "off", or a file that has them; NULL: as kept, or by trials */
    const char *counters; /* likwid's group of hardware counters; NULL: none */
    double precision;     /* of the interval's half width, a fraction */
    double budget;        /* seconds for the whole campaign; 0: a default for each table */
    int launches;         /* of the workers for each table, at least; 1: exactly one */
    double timeout;       /* watchdog of one block, seconds */
    uint64_t seed;
    bool quick, dry_run, json, oversubscribe, percentiles;
    const char *preset;          /* its name; NULL: none */
    int preset_at, preset_words; /* where the command names it */
    char *settings;              /* the file that has it; NULL: no preset */
    char **command;              /* argv, for the record and for --resume */
    int command_count;
    char *
        *own_command; /* the same if it is that of a resumed campaign, or has a preset's options */
};

/* Parses the words after `comops run`. Exits with 2 on wrong usage, with 0 after --help. */
void options_parse(struct options *options, int argc, char **argv);
/* The same for a command line that a campaign has recorded. NULL, or why no campaign can have had
 * it; the caller frees. */
char *options_parse_recorded(struct options *options, int argc, char **argv);
void options_free(struct options *options);
