/* SPDX-License-Identifier: BSD-3-Clause */
/* The block of memory that the front end and every rank of every worker share: the command slot,
 * the meeting point and the time stamps of each team. It has no name in any file system: a memfd
 * of the front end, opened by the ranks through /proc, gone with the last process that maps it. */
#ifndef COMOPS_ARENA_H
#define COMOPS_ARENA_H

#include "comops/arena/counter_values.h"
#include "comops/arena/meeting.h"

#include <stddef.h>
#include <sys/types.h>

enum {
    ARENA_TEAMS = 32,      /* workers of one campaign: paths x numbers of ranks */
    ARENA_STAMPS = 4096,   /* time stamps of one command, and before them */
    ARENA_EMPTY_RUNS = 32, /* at most of empty runs */
    ARENA_STAMPS_ALL = ARENA_EMPTY_RUNS + ARENA_STAMPS,
    ARENA_NAME = 32,
    ARENA_TEXT = 512
};

/* One block of one cell. Everything a rank needs is in it, so a new worker can go on where a dead
 * one stopped. */
struct command {
    char pattern[ARENA_NAME], protocol[ARENA_NAME];
    uint64_t bytes, series;
    uint32_t reduction;  /* enum reduction */
    uint64_t flush;      /* bytes of cache to flush before each stamp; 0: none */
    uint32_t pages;      /* enum page_size */
    uint32_t bind_pages; /* the kernel is told where pages go (node_wanted); without, first touch */
    uint32_t rewrite;    /* the sender writes its buffer before each run */
    uint32_t runs;       /* runs between two stamps */
    uint32_t
        barrier_each; /* not back to back: before each the team meets, and its time alone counts */
    uint32_t
        empty_runs;   /* stamps with no run in them, before the others; at most ARENA_EMPTY_RUNS */
    uint32_t stamps;  /* how often to stamp; at most ARENA_STAMPS */
    uint32_t warmups; /* untimed runs before the first stamp */
    uint32_t checks;  /* checked runs into new buffers; 0: as many as there are ranks */
    uint32_t quit;    /* go home instead */
    char counters[ARENA_NAME]; /* group of hardware counters to be read instead of times; empty:
                                  none */
    uint64_t repetition;       /* the block's count on from here: marks are never used twice */
};

/* What one rank says about itself. */
struct arena_rank {
    alignas(CACHE_LINE_PAIR) int32_t pid;
    int32_t tid;
    int32_t pu_wanted;      /* written by the front end */
    int32_t node_wanted;    /* where its pages shall lie; written by the front end */
    int32_t pu_seen;        /* where the thread was last seen, after the block */
    int32_t node_buffers;   /* NUMA node of its pages, as bind_node_of says */
    int32_t node_temporary; /* the same for the shared temporary; BIND_NODE_UNKNOWN without one */
    uint64_t huge_bytes;    /* of its buffers in huge pages */
    struct counter_values counted; /* of a command with counters */
    char error[ARENA_TEXT];        /* empty if all went well */
};

struct arena_team {
    struct meeting_point meeting;
    alignas(CACHE_LINE_PAIR) _Atomic uint32_t
        sequence; /* moves with each command; idle ranks sleep on it */
    alignas(CACHE_LINE_PAIR) _Atomic uint32_t done; /* ranks that have ended the command */
    struct command command;
    char runtime[ARENA_TEXT];          /* the library's own description, from rank 0 */
    uint64_t starts[ARENA_STAMPS_ALL]; /* agreed start of each stamp, ns; written by rank 0 */
};

struct arena {
    uint32_t ranks_most; /* slots for ranks in each team */
    int fd;              /* of this process */
    size_t bytes;
    char *base;
};

/* The front end's: room for ARENA_TEAMS teams of at most `ranks_most` ranks. */
bool arena_create(struct arena *arena, int ranks_most);
/* A rank's: `path` is /proc/PID/fd/N of the front end. */
bool arena_open(struct arena *arena, const char *path);
void arena_close(struct arena *arena);

struct arena_team *arena_team(const struct arena *arena, int team);
struct arena_rank *arena_rank(const struct arena *arena, int team, int rank);
/* When this rank ended each stamp's last run, ns; 0 where it was late for the start. */
uint64_t *arena_ends(const struct arena *arena, int team, int rank);

/* Front end: everything of a team back to zero, for a worker about to be started. */
void arena_reset(const struct arena *arena, int team, int ranks, bool impatient);
/* Front end: the next command; wakes the team. */
void arena_command(struct arena_team *team, const struct command *command);
/* Rank: sleeps, without using any CPU time, until the sequence has moved on from `seen`. */
uint32_t arena_await(struct arena_team *team, uint32_t seen);
/* Rank: this rank has ended the command. True on the last one. */
bool arena_done(struct arena_team *team);

#endif
