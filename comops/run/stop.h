/* SPDX-License-Identifier: BSD-3-Clause */
/* When to stop measuring a group, and why. */
#pragma once

#include <stdbool.h>

enum stop {
    STOP_NOT,
    STOP_PRECISE,
    STOP_BUDGET,
    STOP_LAUNCHES, /* the maximum number was taken */
    STOP_INTERRUPTED,
    STOP_METHOD /* the method's number of trials */
};

/* A group after some launches of its workers; without launches, after some rounds of blocks. */
struct stop_state {
    int taken;         /* launches, or rounds */
    int least, most;   /* required for an interval; maximum */
    int method_rounds; /* of struct method */
    int precise_looks; /* looks since all its intervals were narrow enough, that one included; 0:
                          they were not */
    int looks_needed;  /* of precise_looks */
    bool cut;          /* a cell had fewer trials than the method asks for */
    bool starved;      /* a cell has no sample yet because a rank was late for every start */
    bool interrupted;
    double spent, share; /* seconds */
};

/* Over launches one more look is needed after the first precise one: otherwise an interval that
 * happens to be narrow would end the measurement, and such intervals miss the truth more often
 * (docs/method/coverage.md). Until there is an interval, or while a cell is starved, the share of
 * time may be exceeded, within limits. */
enum stop stop_reason(const struct stop_state *state);

/* The results file's word for a cell of that group: `failed` if it has an error, `precise` if its
 * own interval is narrow enough. */
const char *stop_word(enum stop reason, bool failed, bool precise);
