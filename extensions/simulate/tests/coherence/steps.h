/* SPDX-License-Identifier: BSD-3-Clause */
/* Hand-computed cases: what ranks do at which time, and when each step must have ended. */
#pragma once

#include "extensions/simulate/coherence/simulated_machine.h"

/* Sixteen cores, 2 a last-level cache, 4 a node, 8 a socket; round numbers. */
struct machine steps_machine(void);

enum step_kind {
    LOAD,     /* an atomic load; `value` must be seen */
    READ,     /* of `lines` lines, as data_use does */
    STORE,    /* an atomic store of `value`, with release */
    WRITE,    /* a plain store */
    COPY,     /* of `lines` lines, to the rank's own buffer */
    STREAM,   /* the same with non-temporal stores */
    ADD,      /* an atomic update; `value`: what was there before */
    FENCE,    /* a full one */
    PREFETCH, /* for writing */
    FLUSH,    /* of `lines` lines, to memory */
    BACK,     /* the same, but the core keeps them */
    AWAIT,    /* polls with pauses until `value` is there */
    MEET,
};

struct step {
    int rank;
    double at; /* ns; the rank works until then, unless it is later already */
    enum step_kind kind;
    int line; /* number of the first */
    double end;
    int lines;
    unsigned value;
};

enum { STEPS_MOST = 24, ANY = -1 };

struct steps {
    const char *name;
    void (*change)(struct machine *machine); /* of this case; NULL: nothing */
    struct step step[STEPS_MOST];            /* ended by one with `end` 0 */
};

/* All cases of cases.c; `fails` is called for each step that goes wrong. */
void steps_run(const struct steps *steps,
               void (*fails)(const struct steps *steps, int step, double end, unsigned value));
extern const struct steps cases[];
extern const int case_count;
