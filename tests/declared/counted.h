/* SPDX-License-Identifier: BSD-3-Clause */
/* What has been counted; called on a rank. */
#pragma once

#include <stddef.h>

/* The longest one that has led to where a rank is. */
struct chain {
    int lines, waits;
};

void counts_open(void); /* for a new team, before it runs */

/* A run, by one rank while the others wait: no chains, no message on its way, no lock that one has
 * held, no single that one has begun. Who has which line stays. */
void counts_begin(void);
void messages_begin(void);
void constructs_begin(void);

void counts_fill(const char *at, size_t bytes);  /* a rank has written its own buffer */
struct chain counts_chain(void);                 /* this rank's */
int counts_crossings(void);                      /* of data between ranks, cache lines */
int counts_uses(void);                           /* of data, by this rank */
void counts_waited(struct chain before);         /* for a rank whose chain that was */
void counts_polled(struct chain before); /* of a lock, which several may do in turn for ever */
void counts_barrier(void);                       /* all ranks: each waits once */
int counts_copies(const char *at, size_t bytes); /* of the byte that has come the longest way */

/* What a rank has called, however long it takes. */
struct calls {
    int messages, fences, moves;
    unsigned others; /* a bit for each rank to or from whose memory it has moved data */
};

void calls_begin(void);      /* a run, as counts_begin */
void calls_sent(void);       /* a message, or a number stored in a flag */
void calls_fenced(void);     /* of memory, of OpenSHMEM, of a window */
void calls_moved(int other); /* data: a put, a get, a copy; of that rank, or its own */
void calls_moved_between(int from, int to); /* the same, by the owners; -1: of none */
struct calls calls_so_far(void);            /* this rank's */

/* In order, separated by blanks: as many as there is room for. */
__attribute__((format(printf, 1, 2))) void calls_name(const char *format, ...);
const char *calls_names(void); /* this rank's */
