/* SPDX-License-Identifier: BSD-3-Clause */
/* The memory shared by the front end and every rank of every worker: each team's command slot,
 * meeting points and time stamps. It is a memfd of the front end without a name in any file system;
 * ranks open it through /proc, and it disappears with the last process that maps it. */
#pragma once

#include "comops/ranks/arena/handover.h"
#include "comops/ranks/arena/meeting.h"

#include <math.h>
#include <stddef.h>
#include <sys/types.h>

enum {
    /* To be raised when a member gets another meaning; a change of the layout shows by itself. */
    ARENA_VERSION = 1,
    ARENA_TEAMS = 32,      /* workers of one campaign: paths x numbers of ranks */
    ARENA_STAMPS = 4096,   /* time stamps of one command */
    ARENA_EMPTY_RUNS = 64, /* stamps of empty runs among them */
    ARENA_STAMPS_ALL = ARENA_EMPTY_RUNS + ARENA_STAMPS,
    ARENA_MEETINGS = 16, /* meeting points of a team: lines to choose from */
    ARENA_NAME = 32,
    ARENA_TEXT = 512
};

/* The pages that buffers lie in: the system's default, 4 KiB, transparent huge pages, or 2 MiB from
 * the reserved pool. */
enum page_size { PAGE_SIZE_DEFAULT, PAGE_SIZE_4K, PAGE_SIZE_THP, PAGE_SIZE_2M };

/* When a rank reads the data it has received: never, after its end stamp, or before it. */
enum consumption { CONSUME_NO, CONSUME_BETWEEN, CONSUME_TIMED };

/* When a command measures hand-overs. */
enum { HANDOVERS_BEFORE = 1, HANDOVERS_AFTER = 2 };

/* One block of one cell. It holds everything a rank needs, so that a new worker can continue where
 * a dead one stopped. */
struct command {
    char pattern[ARENA_NAME], protocol[ARENA_NAME];
    uint64_t bytes, series;
    uint32_t reduction;    /* enum reduction */
    uint64_t flush;        /* bytes of cache to flush before each stamp; 0: none */
    uint32_t clear;        /* clear so many bytes instead of incrementing them */
    uint32_t pages;        /* enum page_size */
    uint32_t layout;       /* numbers where buffers, state and meeting point lie in memory */
    uint32_t bind_pages;   /* bind pages to node_wanted; 0: first touch */
    uint32_t rewrite;      /* write the send buffer before each run */
    uint32_t consume;      /* enum consumption */
    uint32_t runs;         /* runs between two stamps */
    uint32_t barrier_each; /* time each run separately, after a barrier of the team */
    uint32_t empty_runs;   /* stamps without a run, among the others; at most ARENA_EMPTY_RUNS */
    uint32_t stamps;       /* timed stamps; at most ARENA_STAMPS */
    uint32_t warmups;      /* untimed runs before the first stamp */
    uint32_t unprepared;   /* the first stamp's run is the first one: data are checked at the end */
    uint32_t begins;       /* the cell's first block of a launch: check runs before the others */
    uint32_t first;        /* time the first of these; otherwise, reading the data */
    uint64_t settle_ns;    /* first warm up until the times are steady, at most so long; 0: not */
    uint64_t lead_ns;      /* of the first start; longer after late starts */
    uint32_t checks;       /* checked runs where it begins; 0: as many as it takes */
    uint32_t handovers;    /* HANDOVERS_BEFORE, HANDOVERS_AFTER the block, both, or 0 */
    uint32_t quit;         /* end the worker instead */
    char counters[ARENA_NAME]; /* group of hardware counters to read instead of times, or empty */
    uint64_t repetition;       /* number of the block's first run: no marks are used twice */
    struct tuning tuning;

    double computing_ns;      /* of computing in each run of a pattern that computes; 0: none */
    uint32_t computing_alone; /* and nothing else */
    uint64_t skew_ns;         /* delay of the last rank after a common start; 0: none */
};

enum {
    COUNTERS_MOST = 64, /* events of a group */
    COUNTERS_NAME = 96,
    COUNTERS_TEXT = 256
};

/* Values that a rank reads from hardware counters: sums over all passes through the region; NaN for
 * events that cannot be counted. */
struct counter_values {
    uint32_t events, passes;
    char names[COUNTERS_MOST][COUNTERS_NAME]; /* "EVENT:COUNTER", as in likwid; rank 0's */
    double timed[COUNTERS_MOST];              /* around the timed part */
    double empty[COUNTERS_MOST];              /* around nothing, the same number of times */
};

/* One stamp on one rank, ns. */
struct arena_stamp {
    uint64_t began; /* the reading of the clock that ended its wait for the start */
    uint64_t ended; /* its last run; 0 if it was late for the start */
};

/* How long a rank lost its core to others while it was measured, and what the kernel counted for
 * it. */
enum disturbance {
    DISTURBANCE_WAITED,     /* microseconds, ready to run while others had its hardware thread */
    DISTURBANCE_STOLEN,     /* microseconds of that hardware thread that the host gave to others */
    DISTURBANCE_SWITCHES,   /* involuntary context switches */
    DISTURBANCE_MIGRATIONS, /* to another hardware thread */
    DISTURBANCE_FAULTS,     /* page faults, after the warm-ups */
    DISTURBANCES
};

struct disturbances {
    double watched_us;
    double of[DISTURBANCES]; /* NAN: the kernel does not say */
};

/* What a rank does with its time from a command to its report. */
enum spending {
    SPENT_HANDOVERS,
    SPENT_PLACES,   /* mapping, first touch, setting up */
    SPENT_FILLING,  /* before the first run in a new place */
    SPENT_CHECKS,   /* first runs, and checks of data */
    SPENT_SETTLING, /* until the times are steady */
    SPENT_WARM_UPS,
    SPENT_TIMED,  /* from the first meeting to the last stamp, with the rewriting between runs */
    SPENT_COUNTS, /* reading what the kernel counts */
    SPENT_CLOCKS, /* comparing the ranks' clocks */
    SPENDINGS
};

/* ---- how far the clocks of two ranks' cores differ ------------------------------------------- */

/* Two ranks exchange readings of their clocks. */
struct clock_exchange {
    /* A reading of the clock, times two, plus 1 if it is the second rank's. */
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t reading;
    alignas(CACHE_LINE_PAIR) int64_t delay_there; /* shortest, of the first rank's readings */
};

/* The clock of rank `with` minus this rank's, in nanoseconds: half the difference between the
 * shortest delays there and back. Its error cannot exceed half their sum (F. Cristian,
 * "Probabilistic clock synchronization", Distributed Computing 3, 1989). */
struct clock_offset {
    int32_t with; /* a rank; 0: no clocks were compared */
    double ns, error_ns;
};

/* The clocks differ by at least this, in nanoseconds; negative if they may agree. */
static inline double clock_offset_certain(const struct clock_offset *offset)
{
    return fabs(offset->ns) - offset->error_ns;
}

/* All ranks read the clock in turn, several times; true on all of them unless time went backwards.
 */
bool clock_offset_is_monotonic(struct meeting_point *point, int rank, uint64_t (*now)(void));

/* Compares this rank's clock, which `now` reads, with those of all others; called by all ranks
 * together, each on its core. Returns, of the pairs with higher ranks, the one with the largest
 * certain offset. */
struct clock_offset clock_offset_measure(struct meeting_point *point,
                                         struct clock_exchange *exchange, int rank,
                                         uint64_t (*now)(void));

/* ---- the memory itself --------------------------------------------------------------------- */

/* What one rank reports. */
struct arena_rank {
    alignas(CACHE_LINE_PAIR) int32_t pid;
    int32_t pu_wanted;                /* hardware thread; written by the front end */
    int32_t node_wanted;              /* NUMA node for its pages; written by the front end */
    int32_t pu_seen;                  /* hardware thread it last ran on, after the block */
    int32_t node_buffers;             /* NUMA node of its pages: bind_node_of */
    int32_t node_temporary;           /* of the shared temporary; BIND_NODE_UNKNOWN without one */
    uint64_t huge_bytes;              /* bytes of its buffers in huge pages */
    int32_t levels, grouped;          /* of its job */
    double reading_ns;                /* of a run: to read what it received, from its caches; NAN:
                                         not measured in this block */
    double first_ns;                  /* of the first run; NAN: not timed, or a rank was late */
    double settled_ns;                /* until the times were steady, or given up; NAN: not done */
    uint32_t settled;                 /* they were */
    uint32_t trended;                 /* they became shorter at first */
    uint64_t lead_ns;                 /* the last one: from the agreement on a start to the start */
    double handover_before_ns;        /* handover_measure before the block; 0: not measured */
    double handover_after_ns;         /* and after it */
    struct disturbances disturbances; /* from the warm-ups to the last stamp */
    uint64_t taken_ns, ended_ns;      /* the command, by the clock */
    double spent_ns[SPENDINGS];       /* between these */
    struct clock_offset clock_offset; /* on the cores of the last command */
    struct counter_values counted;    /* of a command with counters */
    char error[ARENA_TEXT];           /* empty if none */
};

struct arena_team {
    struct meeting_point meetings[ARENA_MEETINGS];
    struct handover_place handovers[HANDOVER_PLACES]; /* team 0's are those of all teams */
    alignas(
        CACHE_LINE_PAIR) _Atomic uint32_t sequence; /* counts commands; idle ranks sleep on it */
    alignas(CACHE_LINE_PAIR) _Atomic uint32_t done; /* ranks that have ended the command */
    struct command command;
    uint32_t ranks;
    struct clock_exchange exchange;
    char runtime[ARENA_TEXT];          /* the library's own description, from rank 0 */
    uint32_t shared_ranks;             /* of struct team, from rank 0 */
    uint64_t starts[ARENA_STAMPS_ALL]; /* agreed start of each stamp, ns; written by rank 0 */
};

struct arena {
    uint32_t ranks_most; /* slots for ranks in each team */
    int fd;              /* of this process */
    size_t bytes;
    char *base;
};

/* Front end: for ARENA_TEAMS teams of at most `ranks_most` ranks. */
bool arena_create(struct arena *arena, int ranks_most);
/* Rank: `path` is /proc/PID/fd/N of the front end. */
bool arena_open(struct arena *arena, const char *path);
void arena_close(struct arena *arena);

struct arena_team *arena_team(const struct arena *arena, int team);
struct arena_rank *arena_rank(const struct arena *arena, int team, int rank);
/* This rank's stamps: a command's empty runs, then its others; so are the team's starts. */
struct arena_stamp *arena_stamps(const struct arena *arena, int team, int rank);

/* Front end: resets a team for a new worker. */
void arena_reset(const struct arena *arena, int team, int ranks, bool oversubscribed);
/* Front end: issues the next command and wakes the team. */
void arena_command(struct arena_team *team, const struct command *command);
/* Rank: sleeps, without using CPU time, until the sequence differs from `seen`. */
uint32_t arena_await(struct arena_team *team, uint32_t seen);
/* Rank: reports the end of the command. True on the last rank. */
bool arena_done(struct arena_team *team);
/* Front end: whether all ranks have reported the end of the command, or that they have started. */
bool arena_all_done(struct arena_team *team);
