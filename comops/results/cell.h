/* SPDX-License-Identifier: BSD-3-Clause */
/* One cell: its key, its samples, and their statistics. */
#pragma once

#include "comops/comops.h"
#include "comops/plan/method.h"
#include "comops/results/cell_disturbances.h"
#include "comops/statistics/levels.h"
#include "comops/statistics/statistics.h"

#include <jansson.h>
#include <stdint.h>
#include <time.h>

enum { CELL_TEXT = 512 };

struct cell {
    /* The key: two cells that differ in path or protocol alone are a pair. */
    const char *pattern, *path, *protocol, *placement, *memory, *buffers, *consume;
    const char *pages; /* "2m"; NULL: the system's setting */
    const char *skew;  /* "100us"; NULL: all ranks arrive together */
    const struct method *method;
    int ranks;
    size_t bytes;
    const char *series_of; /* the pattern's, or NULL; and its value */
    size_t series;
    bool reduces; /* whether the pattern does; and the reduction */
    enum reduction reduction;

    const char *mode; /* "isolated" or "loop" */
    uint32_t runs;    /* runs between two stamps */

    /* Samples in microseconds, in order; block b has blocks[b] of them, and launch l, which is one
     * life of the worker, launches[l] of the blocks. */
    double *samples;
    size_t count;
    uint32_t *blocks, *launches;
    uint32_t *launch_numbers; /* which launch of the campaign's stage each was, from 1 */
    size_t block_count, launch_count;
    double *empty_us; /* of each block: the empty run that was subtracted, microseconds; 0: nothing
                         was */
    struct cell_parts {
        double exchange_us, computing_us; /* NAN: all stamps were void */
    } * parts; /* for a pattern that computes, in each block: each alone, as long as together */
    size_t parts_count;
    size_t voided;  /* stamps that were void because a rank was late for the start */
    size_t floored; /* samples too short to resolve, replaced by the shortest that can be */
    struct cell_clock_offset {
        int ranks[2]; /* the second one's clock minus the first one's; equal: not known */
        double us, error_us;
    } clock_offset;   /* the pair with the largest certain offset */
    uint64_t lead_ns; /* of the common starts of its next block */
    struct cell_disturbances disturbances;

    /* If a block is one sample: the times of its runs, microseconds, in order; block b has
     * stamp_blocks[b] of them. The empty run has been subtracted, so a few may be negative. */
    double *stamps;
    size_t stamp_count;
    uint32_t *stamp_blocks; /* block_count; 0 if the block's stamps are its samples */

    struct cell_rank {
        int pu, node;        /* where it was last seen, where its pages lie */
        uint64_t huge_bytes; /* of its buffers, in huge pages */
    } * seen;                /* each rank */
    int node_temporary;      /* where the shared temporary lies */
    int levels, grouped;     /* of rank 0's job: comops.h */
    double reading_us; /* of its time, to read the data from the rank's own caches: the least of all
                          blocks; INFINITY: none yet */
    bool oversubscribed;
    struct timespec started;
    double duration_s;
    const char *stopped; /* why no more samples were taken */
    json_t *counters;  /* the record's: json_null if not available, NULL if not requested */
    unsigned warnings; /* bits: warnings.h */
    char error[CELL_TEXT]; /* empty: valid */
};

/* A cell with `ranks`, its key's other members zero, in its first launch; cell_free frees what it
 * holds. */
void cell_init(struct cell *cell, int ranks);
void cell_free(struct cell *cell);

void cell_begin_launch(struct cell *cell);
void cell_begin_block(struct cell *cell, double empty_us);
void cell_add_sample(struct cell *cell, double us);
/* For the block that was begun last. */
void cell_add_parts(struct cell *cell, struct cell_parts parts);
/* The clock of rank `other` minus that of `rank`, +- error_us; keeps the largest certain offset. */
void cell_compare_clocks(struct cell *cell, int rank, int other, double us, double error_us);
/* The clocks of two ranks differ by at least this, microseconds; negative if all may agree. */
double cell_clocks_differ(const struct cell *cell);
/* One of the stamps of the block whose sample is made of them. */
void cell_add_stamp(struct cell *cell, double us);
void cell_forget(struct cell *cell);      /* the samples of its only launch */
bool cell_valid(const struct cell *cell); /* has samples and no error */

double cell_median(const struct cell *cell); /* of all samples */
/* The median of the launches' times; for a single launch, what the method reports for its samples.
 */
double cell_time(const struct cell *cell);
/* The interval of that time, over the launches, because samples of one launch are not independent.
 * False if fewer than 6 launches have a time. */
bool cell_interval(const struct cell *cell, struct interval *interval);
/* Half the width of the interval over the time is at most `precision`. */
bool cell_precise(const struct cell *cell, double precision);
/* How much launches and rounds differ. False if there are too few of either. */
bool cell_levels(const struct cell *cell, struct levels *levels);

/* The time of each launch, microseconds, in order: launch_count values, negative where a launch has
 * no sample. The caller frees. */
double *cell_launches(const struct cell *cell);

/* The time of each block, microseconds, negative where all samples were void. The caller frees. */
double *cell_blocks(const struct cell *cell);
/* One value for each block, negative for none, becomes in place one for each launch: the median.
 * Returns how many there are. */
size_t cell_by_launch(const struct cell *cell, double *values);

/* How much of an exchange is hidden behind computing: the median over the launches, each the median
 * of its blocks. 0: nothing overlaps; 100: everything that can (docs/method/pattern-notes.md). */
struct overlap {
    double exchange_us, computing_us, percent;
    struct interval interval; /* of the percentage, 95 % */
    bool has_interval;
};

/* False if the pattern does not compute, or no block has all three times. */
bool cell_overlap(const struct cell *cell, struct overlap *overlap);

/* Records of the results file (docs/results-file.md). The caller owns them. */
json_t *cell_key(const struct cell *cell);
json_t *cell_record(const struct cell *cell, const struct pattern *pattern);

/* [low, high]; null where it is not known. */
json_t *interval_json(bool known, struct interval interval);
/* Relative standard deviations; NULL where they are not known. */
json_t *spread_json(bool known, struct levels levels);
