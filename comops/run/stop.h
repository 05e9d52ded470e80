/* SPDX-License-Identifier: BSD-3-Clause */
/* When to stop measuring a group, and why. */
#pragma once

#include <stdbool.h>

enum stop {
    STOP_NOT,
    STOP_PRECISE,
    STOP_BUDGET,
    STOP_LAUNCHES, /* as many as there may be */
    STOP_INTERRUPTED,
    STOP_METHOD /* the method's number of trials */
};

/* A group after some launches of its workers; without launches, after some rounds of blocks. */
struct stop_state {
    int taken;         /* launches, or rounds */
    int least, most;   /* of them: for an interval, and at all */
    int method_rounds; /* of struct method */
    int precise_looks; /* since the first at which all its intervals were narrow enough, which
                          counts; 0: they have not been */
    int looks_needed;  /* of these */
    bool cut;          /* a cell had fewer trials than the method asks for */
    bool starved;      /* a cell has no sample yet because a rank was late for every start */
    bool interrupted;
    double spent, share; /* seconds */
};

/* Over launches it takes one look after the first precise one: an interval that happens to be
 * narrow would otherwise end the measuring where it more often misses the truth (docs/coverage.md).
 * Until there is an interval, or while a cell is starved, the share of time may be exceeded, with
 * limits. */
enum stop stop_reason(const struct stop_state *state);

/* The word of the results file for a cell of that group: `failed` if it has an error, `precise` if
 * its own interval is narrow enough. */
const char *stop_word(enum stop reason, bool failed, bool precise);
