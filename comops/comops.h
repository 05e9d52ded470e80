/* SPDX-License-Identifier: BSD-3-Clause */
/* The contract between patterns, implementations and teams. An implementation includes only this
 * header, those of contract/ and its own runtime's. */
#pragma once

#include "comops/ranks/contract/processor.h"
#include "comops/ranks/contract/reduction.h"
#include "comops/ranks/contract/tuning.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h> /* memcpy, in nearly every implementation */

/* The root of every rooted pattern, as in the paper. */
enum { ROOT = 0 };

/* One rank's view of one cell. Buffers are page aligned and belong to the rank, which touches them
 * first; all ranks share `temporary`, which rank 0 touches first. */
struct job {
    const struct pattern *pattern;
    int rank, ranks;
    int shared_ranks;         /* of struct team */
    size_t bytes;             /* message size, as the pattern defines it (bytes_mean) */
    size_t series;            /* value of pattern->series_of; 0 if it has none */
    enum reduction reduction; /* for patterns that reduce; otherwise MAX_DOUBLE */
    int variant;              /* implementation->variant */
    uint64_t computing;       /* steps, for patterns that compute: contract/computing.h */
    size_t use_bytes;         /* of recv, read before this rank answers: received_use */
    char *send;               /* pattern->send_bytes long */
    char *recv;               /* pattern->recv_bytes long */
    char *temporary;          /* implementation->temporary_bytes long; NULL without it */
    void *state;              /* owned by the implementation, from setup to teardown */

    /* From hwloc: the size of this rank's largest cache (0 if unknown), and numbers that ranks with
     * the same such cache, NUMA node and package have in common (-1 if unknown). */
    size_t cache_bytes;
    int cache, node, package;

    struct tuning tuning; /* the same on all ranks */

    /* The jobs of all ranks if they share memory, as threads do, and processes for an
     * implementation that is `shared`; otherwise NULL. Complete when setup is called, except for a
     * peer's state, which is complete when run is called; their patterns are NULL. */
    struct job *const *peers;

    /* The number of each rank in the team, if the ranks are a subset of it, such as a row of a
     * mesh; `rank`, `ranks` and `peers` then refer to the subset. NULL: the whole team. */
    const int *members;

    /* For setup (contract/state.h): memory for `state` that peers can access, NULL if there is
     * none; the harness frees it. Called by all ranks together. NULL: the C library's malloc. */
    void *(*allocate)(struct job *job, size_t bytes);
    const char *failure; /* may be set by setup: why it returned false */

    /* Set by setup if ranks meet in groups: how many levels of groups are between a rank and all
     * others, and the sum of their sizes: L and G in docs/method.md. Otherwise 0. */
    int levels, grouped;
};

/* The first wrong byte; filled by pattern->check. */
struct fault {
    size_t offset; /* byte in recv */
    unsigned char found, expected;
};

#define SERIES_END SIZE_MAX /* no value of a series */

/* What must move, and how to check that it arrived. A file in comops/ranks/patterns/. */
struct pattern {
    const char *name;
    const char *summary;      /* one line */
    const char *completion;   /* when `run` may return: the rule every implementation obeys */
    const char *bytes_mean;   /* what `bytes` counts */
    const char *rate_formula; /* rate_MBps in words; `time` in microseconds, `ranks` ranks */
    const char *source;       /* paper and section */
    size_t unit;              /* bytes must be a multiple of it; 0: moves no data, bytes is 0 */
    bool empty;               /* a message may have 0 bytes: the time of the call alone */
    int min_ranks;
    int messages;         /* the reported time is the time of one run divided by this */
    bool non_overlapping; /* runs in a loop do not overlap: n of them take n times as long */
    bool isolated;        /* never run in a loop: runs are only correct from a common start */
    bool synchronises;    /* no rank ends a run before all have begun it (checked) */
    bool answers;         /* ranks other than the root answer what they receive: received_use */
    bool passive;         /* a run ends before its receiver knows that the data have arrived */
    bool marked;          /* recv holds marks and nothing else: the total of each timed run is
                             checked too */
    bool reduces;         /* measured for each reduction, in job->reduction */
    bool computes;        /* ranks compute while their data move: contract/computing.h */
    bool by_default;      /* measured if no patterns are named: the five of the paper */

    /* All mandatory. The sizes are those of this rank's buffers and may be 0. */
    size_t (*send_bytes)(const struct job *job);
    size_t (*recv_bytes)(const struct job *job);
    double (*rate_bytes)(const struct job *job); /* rate = this / time; no buffers yet */

    /* Writes this repetition's data into job->send. */
    void (*fill)(struct job *job, uint64_t repetition);
    /* True if job->recv holds the data expected from this repetition. */
    bool (*check)(const struct job *job, uint64_t repetition, struct fault *fault);

    /* Optional: the pattern is measured for each value of a parameter. `series` returns the
     * index-th value, SERIES_END after the last; `size` the index-th default size (NULL: the usual
     * ones), 0 after the last. */
    const char *series_of; /* what the values are: "partner", "volume" */
    size_t (*series)(int ranks, int index);
    size_t (*size)(size_t series, int index);
    /* Optional: why there is no cell for these ranks, bytes and series, or NULL. */
    const char *(*refusal)(const struct job *job);
    /* Optional: rate in messages = this / time, if users expect such a rate. */
    double (*rate_messages)(const struct job *job);
};

/* A pattern over one protocol of one path. A file in PATH/PROTOCOL/. */
struct implementation {
    const char *path, *protocol, *pattern;
    const char *summary; /* how the data move, one line */
    const char *file;    /* set by IMPLEMENTATION */

    /* The cost of a run by construction, for P ranks: "2", "P-1", "2 log2 P + 1"
     * (docs/method.md). NULL: inside the runtime, or no such formula. */
    const char *copies; /* of each byte of a long message, private buffer to private buffer */
    /* How often the bytes that the rate counts cross between cores, summed over all ranks: if no
     * rank reads what it receives, and if every rank does (NULL: the same). */
    const char *crossings, *crossings_used;
    const char *lines; /* cache lines fetched from another core, in sequence; 8 bytes */
    const char *waits; /* waits for another rank, in sequence; 8 bytes */

    const char *family; /* optional: a name for protocols that share a column: "(x,y)" */
    const char *with;   /* optional: "A,B", further sources that `comops show` prints */
    int variant;        /* which protocol, if a file implements several; job->variant */

    /* Ranks access each other's buffers and state through job->peers; processes map these at the
     * same addresses. */
    bool shared;

    /* Optional: why this system cannot run it, or NULL. Called when the worker lists what it has.
     */
    const char *(*refused)(void);

    void (*run)(struct job *job); /* mandatory; the only part that is timed */

    /* Optional and untimed; called by all ranks together. */
    bool (*setup)(struct job *job);
    void (*teardown)(struct job *job);
    void (*complete)(struct job *job); /* after the stamp: completes what `run` may leave pending */
    size_t (*temporary_bytes)(const struct job *job); /* paths with shared memory only */
};

/* The ranks of one path, and how they synchronize outside the timed code. Filled by PATH/team.c. */
struct team {
    const char *path;
    const char *runtime; /* the library's or runtime's own description of itself */
    int rank, ranks;
    void (*meet)(void);                              /* a barrier */
    double (*now)(void);                             /* seconds; the runtime's clock */
    void (*share)(void *root_value, size_t bytes);   /* copies rank 0's value to every rank */
    void (*gather)(const double *mine, double *all); /* one value per rank, to every rank */
    bool shares_memory;                              /* rank 0's pointers are valid on every rank */
    int shared_ranks; /* ranks that share memory by the library's own answer, the fewest; 0: none
                         was asked */

    /* Optional, for a runtime that moves data only inside its calls. Called by all ranks after a
     * run, untimed, so that pending operations of completed calls progress. */
    void (*progress)(void);

    /* Optional: allocates buffers that other ranks can access, page aligned. Called by all ranks
     * together with the same bytes. NULL: the harness maps private memory. */
    void *(*allocate)(size_t bytes);
    void (*release)(void *memory, size_t bytes);
};

/* The number of a rank in the runtime. */
static inline int rank_in_team(const struct job *job, int rank)
{
    return job->members ? job->members[rank] : rank;
}

/* Neighbours on the ring of ranks. */
static inline int rank_after(const struct job *job, int distance)
{
    return (job->rank + distance) % job->ranks;
}

static inline int rank_before(const struct job *job, int distance)
{
    return (job->rank + job->ranks - distance) % job->ranks; /* C: -1 % ranks is -1 */
}

/* Without this GCC may reverse the order of a file's objects. */
#if __has_attribute(no_reorder)
#define COMOPS_AS_WRITTEN __attribute__((no_reorder))
#else
#define COMOPS_AS_WRITTEN
#endif

/* Registers an object: the linker collects the pointers, which registry.h lists. */
#define COMOPS_REGISTER(section_name, type, object)                                                \
    COMOPS_AS_WRITTEN static const struct type *const object##_entry                               \
        __attribute__((section(section_name), used, aligned(sizeof(void *)))) = &object

/* A file may define, and implement, several similar patterns. */
#define PATTERN(...) COMOPS_PATTERN_AT(__LINE__, __VA_ARGS__)
#define COMOPS_PATTERN_AT(line, ...) COMOPS_PATTERN(line, __VA_ARGS__)
#define COMOPS_PATTERN(line, ...)                                                                  \
    static const struct pattern pattern_##line = {__VA_ARGS__};                                    \
    COMOPS_REGISTER("comops_patterns", pattern, pattern_##line)

#define IMPLEMENTATION(path_name, protocol_name, pattern_name, ...)                                \
    COMOPS_IMPLEMENTATION(this_##pattern_name, COMOPS_TEXT(path_name), #protocol_name,             \
                          #pattern_name, __VA_ARGS__)
#define COMOPS_TEXT(name) #name /* a path may be a macro */
#define COMOPS_IMPLEMENTATION(object, path_name, protocol_name, pattern_name, ...)                 \
    static const struct implementation object = {.path = path_name,                                \
                                                 .protocol = protocol_name,                        \
                                                 .pattern = pattern_name,                          \
                                                 .file = __FILE__,                                 \
                                                 __VA_ARGS__};                                     \
    COMOPS_REGISTER("comops_implementations", implementation, object)

/* Why a protocol of a path lacks some patterns, whose names are separated by spaces; "*" means all
 * protocols or patterns. If several match, the first applies. In PATH/absent.c; printed by `comops
 * list`. */
struct absence {
    const char *path, *protocol, *patterns, *reason;
};

#define ABSENT(...) COMOPS_ABSENT_AT(__LINE__, __VA_ARGS__)
#define COMOPS_ABSENT_AT(line, ...) COMOPS_ABSENT(line, __VA_ARGS__)
#define COMOPS_ABSENT(line, path_name, protocol_name, ...)                                         \
    static const struct absence absence_##line = {#path_name, protocol_name, __VA_ARGS__};         \
    COMOPS_REGISTER("comops_absences", absence, absence_##line)

/* Marks: data that identify their sender, their place (which slice, which receiver) and the
 * repetition, so that swapped directions, swapped slices and stale data are all detected. Any size,
 * any alignment. */
void marks_write(char *to, size_t bytes, int sender, int place, uint64_t repetition);
bool marks_check(const char *from, size_t bytes, int sender, int place, uint64_t repetition,
                 struct fault *fault);

/* A number for whole words, such as several slices of marks: two differ if a word differs or two
 * lines have changed places, but for one case in 2^64. marks_total_step is what it grows by from
 * one repetition to the next, because each word grows by the same. `bytes`: a multiple of 8. */
uint64_t marks_total(const char *from, size_t bytes);
uint64_t marks_total_step(size_t bytes);

/* Reads all bytes with plain loads. */
void data_use(const char *data, size_t bytes);

/* Each implementation of a pattern that answers calls this when a message has arrived, before the
 * answer: under `--consume timed` the data are used first. Elsewhere the harness reads them. */
static inline void received_use(const struct job *job)
{
    if (job->use_bytes)
        data_use(job->recv, job->use_bytes);
}

/* True if both are equal; otherwise *fault is the first byte that differs, plus `offset`. */
bool fault_none(const void *found, const void *expected, size_t bytes, size_t offset,
                struct fault *fault);
