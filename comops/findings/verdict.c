/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/findings/verdict.h"

#include "comops/results/results.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PROTOCOLS(...)                                                                             \
    (char *const[])                                                                                \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

const struct verdict_kind verdicts_all[VERDICTS] = {
    [VERDICT_PAPER] = {"paper",
                       "as in the paper",
                       {{"threads", PROTOCOLS("barrier", "lock"),
                         "OpenMP barrier, critical section and lock"},
                        {"mpi", PROTOCOLS("library", "sendrecv"), "MPI collectives and sends"}},
                       "comops run --paths threads,mpi --protocols barrier,lock,library,sendrecv"},
    [VERDICT_BEST] = {"best",
                      "best against best",
                      {{"threads", NULL, "the fastest protocol over threads"},
                       {NULL, NULL, "the fastest protocol over MPI or SHMEM"}},
                      "comops run --paths all"},
    [VERDICT_SAME_CODE] = {"same-code",
                           "the same code",
                           {{"threads", PROTOCOLS("direct"), "direct over threads"},
                            {"mpi", PROTOCOLS("direct"), "the same files over MPI"}},
                           "comops run --paths threads,mpi --protocols direct"},
};

bool verdict_is_path(const char *label, const char *path)
{
    const size_t length = strlen(path);

    return strncmp(label, path, length) == 0 && (label[length] == '\0' || label[length] == '@');
}

static bool side_has(const struct verdict_side *side, const struct cell *cell)
{
    return (!side->path || verdict_is_path(cell->path, side->path)) &&
           (!side->protocols || text_list_has(side->protocols, cell->protocol));
}

/* Cells, and which side of a comparison each is of: 0, 1, or NEITHER. */
enum { NEITHER = 2 };
struct sides {
    const struct cell *cells;
    int count, *of;
};

/* The second side never has the first one's path. */
static int side_of(const struct verdict_kind *kind, const struct cell *cell)
{
    const int side = !verdict_is_path(cell->path, kind->sides[0].path);

    return side_has(&kind->sides[side], cell) ? side : NEITHER;
}

/* `own` is the path of the first side's library. */
static int library_of(int kind, const struct cell *cell, const char *own)
{
    const struct verdict_side *same_code = &verdicts_all[VERDICT_SAME_CODE].sides[0];

    if (!verdict_is_path(cell->path, verdict_libraries_path(kind)) ||
        text_list_has(same_code->protocols, cell->protocol))
        return NEITHER;
    return strcmp(cell->path, own) != 0;
}

static const char *first_library(int kind, const struct cell *cells, int count)
{
    for (int i = 0; i < count; i++)
        if (verdict_is_path(cells[i].path, verdict_libraries_path(kind)))
            return cells[i].path;
    return NULL;
}

static struct sides sides_of(int kind, const struct cell *cells, int count)
{
    const struct sides sides = {cells, count,
                                memory_or_die(calloc((size_t)count + 1, sizeof *sides.of))};
    const char *own = kind < VERDICTS ? NULL : first_library(kind, cells, count);

    for (int i = 0; i < count; i++)
        sides.of[i] = !cell_valid(&cells[i]) ? NEITHER
                      : kind < VERDICTS      ? side_of(&verdicts_all[kind], &cells[i])
                                             : library_of(kind, &cells[i], own);
    return sides;
}

static const struct cell *fastest(const struct sides *sides, int side)
{
    const struct cell *best = NULL;

    for (int i = 0; i < sides->count; i++)
        if (sides->of[i] == side && (!best || cell_time(&sides->cells[i]) < cell_time(best)))
            best = &sides->cells[i];
    return best;
}

/* Those of a side's cells that may be the fastest: `best`, and what is not shown to be slower.
 * Returns how many. */
static int list_candidates(const struct sides *sides, int side, const struct cell *best,
                           const struct cell **list)
{
    int found = 0;

    for (int i = 0; i < sides->count; i++) {
        if (sides->of[i] != side)
            continue;
        const struct ratio ratio = cell_ratio(best, &sides->cells[i]);

        if (best == &sides->cells[i] || ratio_decision(&ratio) != DECISION_FASTER)
            list[found++] = &sides->cells[i];
    }
    return found;
}

static struct interval hull(struct interval one, struct interval other)
{
    return (struct interval){fmin(one.low, other.low), fmax(one.high, other.high)};
}

/* The ratio of the fastest two, with the intervals of all that may be the fastest two. */
static struct ratio ratio_of_fastest(const struct sides *sides, const struct cell *const best[2])
{
    struct ratio all = cell_ratio(best[0], best[1]);
    const struct cell **list[2];
    int candidates[2];

    for (int side = 0; side < 2; side++) {
        list[side] = memory_or_die(calloc((size_t)sides->count, sizeof *list[side]));
        candidates[side] = list_candidates(sides, side, best[side], list[side]);
    }
    for (int i = 0; i < candidates[0]; i++)
        for (int j = 0; j < candidates[1]; j++) {
            const struct ratio ratio = cell_ratio(list[0][i], list[1][j]);

            all.has_interval = all.has_interval && ratio.has_interval;
            all.interval = hull(all.interval, ratio.interval);
            all.ci90 = hull(all.ci90, ratio.ci90);
        }
    free(list[0]);
    free(list[1]);
    return all;
}

struct verdict verdict_of(int kind, const struct cell *cells, int count)
{
    const struct sides sides = sides_of(kind, cells, count);
    struct verdict verdict = {.ratio = {.value = NAN}};

    for (int side = 0; side < 2; side++)
        verdict.cells[side] = fastest(&sides, side);
    if (verdict.cells[0] && verdict.cells[1])
        verdict.ratio = ratio_of_fastest(&sides, verdict.cells);
    verdict.decision = ratio_decision(&verdict.ratio);
    free(sides.of);
    return verdict;
}

const char *verdict_libraries_path(int kind)
{
    return verdicts_all[VERDICT_PAPER].sides[kind - LIBRARIES_OPENMP].path;
}

/* What follows the word, up to the next blank; its length in *length. */
static const char *word_after(const char *text, const char *word, int *length)
{
    const char *at = strstr(text, word);

    if (!at)
        return NULL;
    at += strlen(word);
    at += strspn(at, " ");
    *length = (int)strcspn(at, " ,");
    return at;
}

char *verdict_library(const char *runtime)
{
    int version_length, device_length;
    const char *version = word_after(runtime, " Version:", &version_length),
               *device = word_after(runtime, " Device:", &device_length);

    if (!version) { /* Open MPI, Intel MPI, OpenMP: up to the first comma */
        size_t length = strcspn(runtime, ",");

        while (length && runtime[length - 1] == ' ')
            length--;
        return text_format("%.*s", (int)length, runtime);
    }
    return text_format("%.*s %.*s%s%.*s", (int)strcspn(runtime, " "), runtime, version_length,
                       version, device ? ", " : "", device ? device_length : 0,
                       device ? device : "");
}

json_t *verdict_record(int kind, const struct verdict *verdict, const json_t *runtimes)
{
    const struct cell *const *cells = verdict->cells;

    if (!verdict->ratio.blocks)
        return NULL;
    json_t *libraries = json_array();

    for (int side = 0; side < 2; side++) {
        const char *runtime = json_string_value(json_object_get(runtimes, cells[side]->path));
        char *library = verdict_library(runtime ? runtime : "");

        json_array_append_new(libraries, results_text(library));
        free(library);
    }
    json_t *record = ratio_record("verdict", cells[0], cells[1], &verdict->ratio);

    json_object_set_new(record, "verdict", json_string(verdicts_all[kind].name));
    json_object_set_new(record, "libraries", libraries);
    return record;
}
