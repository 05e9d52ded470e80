/* SPDX-License-Identifier: BSD-3-Clause */
/* The contract between patterns, implementations and teams. An implementation includes this
 * header and its own runtime's, nothing else. */
#ifndef COMOPS_H
#define COMOPS_H

#include "comops/contract/reduction.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Rank 0 is the root of every rooted pattern, as in the paper. */
enum { ROOT = 0 };

/* One rank's view of one cell. Buffers are page aligned, private to the rank and first touched by
 * it; only `temporary` is shared, and first touched by rank 0. */
struct job {
    const struct pattern *pattern;
    int rank, ranks;
    size_t bytes;             /* message size; the pattern says what that means */
    size_t series;            /* value of pattern->series_of; 0 without */
    enum reduction reduction; /* how a pattern that reduces does; MAX_DOUBLE elsewhere */
    int variant;              /* implementation->variant */
    char *send;               /* pattern->send_bytes long */
    char *recv;               /* pattern->recv_bytes long */
    char *temporary;          /* implementation->temporary_bytes long; NULL without that hook */
    void *state;              /* the implementation's own, from setup to teardown */

    /* The largest cache of this rank's hardware thread, as hwloc knows it: its bytes, and a number
     * that ranks who share it have in common. 0 and -1 where that is unknown. */
    size_t cache_bytes;
    int cache;

    /* Of all ranks, where memory is shared; NULL elsewhere. Complete when setup is called; a peer's
     * state when run is. */
    struct job *const *peers;
};

/* Where checked data is wrong; filled by pattern->check. */
struct fault {
    size_t offset; /* byte in recv */
    unsigned char found, expected;
};

/* What must move, and how to tell that it arrived. A file in comops/patterns/. */
struct pattern {
    const char *name;
    const char *summary;      /* one line */
    const char *completion;   /* when `run` may return: the sentence every implementation obeys */
    const char *bytes_mean;   /* what `bytes` counts */
    const char *rate_formula; /* rate_MBps in words; `time` in microseconds, `ranks` ranks */
    const char *source;       /* paper and section */
    size_t unit;              /* bytes must be a multiple of it; 0: moves none, bytes is 0 */
    int min_ranks;
    int messages;         /* the reported time is that of one run divided by this */
    bool non_overlapping; /* no rank can begin the next run before all have ended this one */
    bool isolated;        /* never run in a loop: a run is only right from a common start */
    bool synchronises;    /* no rank may end a run before all have begun it; checked */
    bool reduces;         /* combines elements as job->combining says; measured for each */
    bool by_default;      /* measured when no patterns are named: the five of the paper */

    /* All mandatory. Sizes are those of this rank's buffers and may be 0. */
    size_t (*send_bytes)(const struct job *job);
    size_t (*recv_bytes)(const struct job *job);
    double (*rate_bytes)(const struct job *job); /* rate = this / time; no buffers here */

    /* Writes what this rank sends in this repetition into job->send. */
    void (*fill)(struct job *job, uint64_t repetition);
    /* True if job->recv holds what this repetition must bring. */
    bool (*check)(const struct job *job, uint64_t repetition, struct fault *fault);

    /* Optional: measured once for each value of a parameter. The index-th value; 0 after the last.
     * And the index-th size to measure when none is named, 0 after the last (NULL: the usual). */
    const char *series_of; /* what the values are: "partner", "volume" */
    size_t (*series)(int ranks, int index);
    size_t (*size)(size_t series, int index);
    /* Optional: why there is no such cell (ranks, bytes and series are given), or NULL. */
    const char *(*refusal)(const struct job *job);
};

/* A pattern over one protocol of one path. A file in PATH/PROTOCOL/. */
struct implementation {
    const char *path, *protocol, *pattern;
    const char *summary; /* how the data moves, one line */
    const char *file;    /* where it is written; IMPLEMENTATION sets it */

    /* What a run costs by the way it is written, for P ranks: "2", "P-1", "2 log2 P + 1"
     * (docs/method.md, "Why"). NULL: inside the runtime, or no such formula. */
    const char *copies; /* of each byte of a long message, from private buffer to private buffer */
    const char *lines;  /* cache lines brought from another core one after the other; 8 bytes */
    const char *waits;  /* for another rank, one after the other; 8 bytes */

    const char *family; /* optional: the name of several protocols that share a column: "(x,y)" */
    const char *with;   /* optional: "A,B", sources that `comops show` prints beside it */
    int variant;        /* where one file is several protocols: which; job->variant */

    void (*run)(struct job *job); /* mandatory, and the only part that is timed */

    /* Optional, untimed; called by all ranks together. */
    bool (*setup)(struct job *job);
    void (*teardown)(struct job *job);
    void (*complete)(struct job *job); /* completes, after the stamp, what `run` may leave open */
    size_t (*temporary_bytes)(const struct job *job); /* paths with shared memory only */
};

/* The ranks of one path and what lets them meet outside the timed code. Filled by PATH/team.c. */
struct team {
    const char *path;
    const char *runtime; /* the library's or runtime's own description of itself */
    int rank, ranks;
    void (*meet)(void);                              /* all ranks arrive before one leaves */
    double (*now)(void);                             /* seconds; the runtime's clock */
    void (*share)(void *root_value, size_t bytes);   /* copies rank 0's value to every rank */
    void (*gather)(const double *mine, double *all); /* one value a rank, to every rank */
    bool shares_memory;                              /* a pointer of rank 0 is good everywhere */

    /* Optional: for a runtime that moves data only while the rank is inside it. Called by all ranks
     * after a run, untimed; what a rank's returned calls have left queued then goes on its way. */
    void (*progress)(void);

    /* Optional: where buffers must lie for others to reach them. Called by all ranks together with
     * the same bytes; page aligned. NULL: the harness maps private memory. */
    void *(*allocate)(size_t bytes);
    void (*release)(void *memory, size_t bytes);
};

/* One poll of a loop that waits for another core. */
static inline void poll_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb");
#endif
}

/* GCC would turn the order of a file round. */
#if __has_attribute(no_reorder)
#define COMOPS_AS_WRITTEN __attribute__((no_reorder))
#else
#define COMOPS_AS_WRITTEN
#endif

/* Registers itself: the linker collects the pointers (registry.h walks them). */
#define COMOPS_REGISTER(section_name, type, object)                                                \
    COMOPS_AS_WRITTEN static const struct type *const object##_entry                               \
        __attribute__((section(section_name), used, aligned(sizeof(void *)))) = &object

#define PATTERN(...)                                                                               \
    static const struct pattern this_pattern = {__VA_ARGS__};                                      \
    COMOPS_REGISTER("comops_patterns", pattern, this_pattern)

/* A file may hold several patterns that differ in little. */
#define IMPLEMENTATION(path_name, protocol_name, pattern_name, ...)                                \
    COMOPS_IMPLEMENTATION(this_##pattern_name, #path_name, #protocol_name, #pattern_name,          \
                          __VA_ARGS__)
#define COMOPS_IMPLEMENTATION(object, path_name, protocol_name, pattern_name, ...)                 \
    static const struct implementation object = {.path = path_name,                                \
                                                 .protocol = protocol_name,                        \
                                                 .pattern = pattern_name,                          \
                                                 .file = __FILE__,                                 \
                                                 __VA_ARGS__};                                     \
    COMOPS_REGISTER("comops_implementations", implementation, object)

/* Why a protocol of a path lacks some patterns, their names separated by blanks; "*" stands for all
 * protocols or patterns. Of several that cover a pattern the first holds. `comops list` prints it.
 * In PATH/absent.c. */
struct absence {
    const char *path, *protocol, *patterns, *reason;
};

#define ABSENT(...) COMOPS_ABSENT_AT(__LINE__, __VA_ARGS__)
#define COMOPS_ABSENT_AT(line, ...) COMOPS_ABSENT(line, __VA_ARGS__)
#define COMOPS_ABSENT(line, path_name, protocol_name, ...)                                         \
    static const struct absence absence_##line = {#path_name, protocol_name, __VA_ARGS__};         \
    COMOPS_REGISTER("comops_absences", absence, absence_##line)

/* Marks: data that names its sender, its place (which slice, which receiver) and the repetition,
 * so that exchanged directions, exchanged slices and stale data are all seen. Any size, any
 * alignment. */
void marks_write(char *to, size_t bytes, int sender, int place, uint64_t repetition);
bool marks_check(const char *from, size_t bytes, int sender, int place, uint64_t repetition,
                 struct fault *fault);

/* True if both are the same; otherwise *fault is the first byte that differs, `offset` added. */
bool fault_none(const void *found, const void *expected, size_t bytes, size_t offset,
                struct fault *fault);

#endif
