/* SPDX-License-Identifier: BSD-3-Clause */
/* What the front end, which is Python, calls in this library by ctypes (library.py) beside
 * functions of arena/, canary/ and topology/: the arena, the machine, the patterns, and what is
 * measured in threads of the front end. Nothing here decides anything.
 *
 * A function that returns text returns JSON, or NULL on failure; the caller frees it by
 * front_free. */
#pragma once

#include "comops/ranks/arena/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRONT_TEXT = 512 };

struct machine;

void front_free(void *text);

/* The constants of this build, and where the members of the structs lie that Python reads and
 * writes in place: {"constants": {name: value}, "structs": {name: {"bytes": n, "members": {name:
 * [offset, type, count]}}}}; types as NumPy names them, "S" for text. */
char *front_layout(void);

/* The arena for teams of at most so many ranks; NULL, with errno. */
struct arena *front_arena_open(int ranks_most);
void front_arena_close(struct arena *arena);
int front_arena_fd(const struct arena *arena);

/* Starts argv[0] in its own process group with that environment, in `folder` unless it is NULL,
 * with these descriptors as its standard streams; SIGTERM ends it when this thread ends. Returns
 * its process id, or -1 with an errno in *error. */
int front_start(char *const *argv, char *const *environment, const char *folder, int input,
                int output, int *error);

/* The times of a block's stamps, ns, NAN where a rank was late for the start. Of the first
 * `empty_runs` it is the mean over the ranks, because the maximum would overestimate it; of the
 * others that from the common start to the end of the last rank. With `less_overshoot` the latter
 * is less by the mean by which ranks left the start late: a run's time contains one rank's start
 * and often another one's end; and a rank that left it later than latest_ns was also late. Rank r
 * has stamps[r * each] and so on. */
void front_times(const uint64_t *starts, const struct arena_stamp *stamps, size_t each, int ranks,
                 int empty_runs, int count, bool less_overshoot, double latest_ns, double *times);

/* The step of the node's clock and the cost of a reading, ns. */
void front_clock(double *step_ns, double *cost_ns);
/* The set of vector instructions that this process would use: "avx2". */
const char *front_vectors(void);

/* As machine_add_json, and: "model", "usable", "distances", "xml". */
char *front_machine_json(const struct machine *machine);
char *front_placement(const struct machine *machine, const char *name, int ranks,
                      bool oversubscribe);
/* {"name", "nodes" (null if refused), "bound", "refused"} of the pages of that placement's ranks.
 */
char *front_pages(const struct machine *machine, const char *policy, const char *placement,
                  int ranks, bool oversubscribe);
/* Levels of distance between hardware threads: their texts, and for each of `pus` against each. */
char *front_localities(const struct machine *machine, const int *pus, int count);
/* Placement names: {"default", "all", "forms" {"distance:K": meaning}}; page policies: "memory". */
char *front_names(void);

/* The index-th value of this pattern's series for so many ranks, and its index-th default size.
 * False after the last; `series` is 0 for the only value without a series. */
bool front_series(const char *pattern, int ranks, int index, uint64_t *series);
bool front_size(const char *pattern, uint64_t series, int index, uint64_t *bytes);
/* What a cell needs and yields. */
struct front_cell {
    double buffer_bytes; /* of all ranks */
    double rate_bytes;   /* its rate is this over its time */
    double rate_messages; /* NAN: none */
    char refusal[FRONT_TEXT]; /* empty: there is none */
};
void front_cell(const char *pattern, int ranks, uint64_t bytes, uint64_t series, int reduction,
                struct front_cell *cell);
/* Why the pattern has no cell for so many ranks, whatever its bytes; NULL if it may have. */
const char *front_pattern_refusal(const char *pattern, int ranks);

/* canary_measure: false if threads, memory or bindings are refused. Values as in struct canary:
 * hand-over, cache, memory, arithmetic, remote, microseconds. */
bool front_canary(const int *pus, int ranks, double values[5]);
/* comops/ranks/calibration: [{"name", "meaning", "pair"}], and median and quartiles of each. */
char *front_probes(void);
bool front_calibrate(const int pus[2], size_t first_cache, size_t core_cache, double (*values)[3]);
