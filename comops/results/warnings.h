/* SPDX-License-Identifier: BSD-3-Clause */
/* Warnings about a cell: a closed list, each with advice (after hyperfine's warnings). */
#pragma once

#include "comops/arena/clock.h"
#include "comops/results/cell.h"

enum {
    WARNING_FEW,         /* no interval */
    WARNING_FIRST_SLOW,  /* launches begin slowly */
    WARNING_DRIFTING,    /* faster or slower from launch to launch */
    WARNING_TWO_MODES,   /* bimodal */
    WARNING_PAGE_FAULTS, /* in each run */
    WARNING_NOISY,       /* something else had the cores */
    WARNING_LATE,        /* starts that were late */
    WARNING_OUTLIERS,    /* far above the median, without a known cause */
    WARNING_OVERSUBSCRIBED,
    WARNING_COARSE_CLOCK, /* a sample is a few steps of the clock */
    WARNING_CLOCK_OFFSET, /* the ranks' clocks differ by a part of the cell's time */
    WARNING_NOT_RESOLVED, /* too short to distinguish from an empty run */
    WARNING_READING,      /* much of the time is the reading of the data */
    WARNINGS
};

/* The name in results files ("drifting") and in prose, what it means and what to do about it, in
 * sentences. */
extern const struct warning {
    const char *name, *title, *meaning, *advice;
    double limit; /* beyond which it is given: a multiple or share of the median, or a share of the
                     stamps, blocks, time or sample that the meaning names; 0: no limit */
} warnings_all[WARNINGS];

/* Bit i is set for warning i. 0 for a cell that is not valid. */
unsigned warnings_of(const struct cell *cell, const struct clock_quality *clock);

/* Their names. The caller owns it. */
json_t *warnings_json(unsigned warnings);
