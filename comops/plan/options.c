/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/options.h"

#include "comops/arena/page_size.h"
#include "comops/text/text.h"
#include "topology/pages.h"

#include <argp.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
    OVERSUBSCRIBE = 256,
    MPIEXEC,
    METHOD,
    PRECISION,
    BUDGET,
    QUICK,
    SEED,
    RESUME,
    DRY_RUN,
    JSON,
    TIMEOUT,
    PERTURB,
    MEMORY,
    PAGES,
    LAUNCHES,
    MPI,
    OPERATIONS,
    DATATYPES,
    COUNTERS
};

static const struct argp_option table[] = {
    {0, 0, 0, 0,
     "What to measure (lists are separated by commas; `comops list` shows what exists):", 1},
    {"patterns", 'p', "LIST", 0, "Operations, or `all` (default: the five of COMOPS)", 1},
    {"paths", 'a', "LIST", 0,
     "threads, mpi, shmem (default: all that can run here; without "
     "--patterns, threads and mpi)",
     1},
    {"protocols", 'r', "LIST", 0,
     "How a path moves the data (default: all; without --patterns, "
     "barrier, lock, direct, library, sendrecv)",
     1},
    {"placements", 'l', "LIST", 0,
     "Where the ranks sit, or `all` (default: bus, crossbar; `comops "
     "machine --help` explains them)",
     1},
    {"memory", MEMORY, "LIST", 0,
     "Where the pages lie: local (default), root, peer, interleave, "
     "node:N, kind:hbm",
     1},
    {"pages", PAGES, "KIND", 0, "4k, thp or 2m (default: as the system is set up)", 1},
    {"ranks", 'n', "LIST", 0, "Numbers of ranks (default: as many as cores, at most 4)", 1},
    {"sizes", 's', "LIST|MIN:MAX", 0, "Bytes: 8, 1K, 4M; a range doubles", 1},
    {"perturb", PERTURB, "N", 0, "Also each size less and more N bytes, as NetPIPE does with 3", 1},
    {"op", OPERATIONS, "LIST", 0, "How reductions combine: max (default), sum", 1},
    {"datatype", DATATYPES, "LIST", 0, "What they combine: double (default), float, int64", 1},
    {"buffers", 'b', "LIST", 0, "reuse, rewrite, cold (default: rewrite)", 1},
    {"oversubscribe", OVERSUBSCRIBE, 0, 0, "Allow more ranks than cores; every record says so", 1},
    {0, 0, 0, 0, "How to measure:", 2},
    {"method", METHOD, "NAME", 0,
     "adaptive (default); comops: one timer pair around ntimes runs, "
     "ping-pong rate by round trip; imb: as the Intel MPI Benchmarks do; luecke: 51 trials with "
     "cold caches, "
     "filtered mean; thesis: mean of 10000 (docs/method.md)",
     2},
    {"precision", PRECISION, "PCT", 0,
     "A cell is done when its interval is within this (default 2)", 2},
    {"budget", BUDGET, "TIME", 0, "For all of it: 90, 90s, 2m, 1h (default: 10s for each table)",
     2},
    {"launches", LAUNCHES, "N", 0,
     "Fresh starts of the workers for each table, at least: 6 (default) "
     "or more; 1: the intervals then lack what differs between them",
     2},
    {"quick", QUICK, 0, 0, "Three sizes, one launch, a second and a half for each table", 2},
    {"seed", SEED, "N", 0, "Order of the cells (default: random, printed)", 2},
    {"mpiexec", MPIEXEC, "CMD", 0, "Launcher of the MPI worker", 2},
    {"mpi", MPI, "NAME=PREFIX,...", 0,
     "Further MPI libraries, each a path mpi@NAME: the prefix of one of "
     "MPICH's ABI, or of a comops built with another",
     2},
    {"counters", COUNTERS, "GROUP", 0,
     "Also count one of likwid's groups of hardware events, in "
     "launches of their own (`likwid-perfctr -a` lists them)",
     2},
    {"timeout", TIMEOUT, "TIME", 0,
     "A block without an answer costs its cell after this (default 30s)", 2},
    {0, 0, 0, 0, "Results:", 3},
    {"output", 'o', "FILE", 0, "Results file (default: comops-HOST-TIME.jsonl)", 3},
    {"resume", RESUME, "FILE", 0, "Go on with an interrupted campaign, as it was asked for", 3},
    {"dry-run", DRY_RUN, 0, 0, "Print the plan and its time, measure nothing", 3},
    {"json", JSON, 0, 0, "With --dry-run: a cell a line, as --batch of a worker reads them", 3},
    {0}};

/* "8:4M" doubles from 8; "8,1K,800000" is taken as it is. */
static bool parse_sizes(const char *text, struct options *options)
{
    char **words = text_list(text);
    bool good = words[0];

    free(options->sizes);
    options->sizes = NULL;
    options->size_count = 0;
    for (char **word = words; *word && good; word++) {
        char *colon = strchr(*word, ':');
        size_t from, to;

        if (colon)
            *colon = '\0';
        good = text_parse_size(*word, &from) && from > 0 && from <= INT_MAX;
        to = from;
        if (good && colon)
            good = text_parse_size(colon + 1, &to) && to >= from && to <= INT_MAX;
        for (size_t size = from; good && size <= to; size *= 2) {
            options->sizes = memory_or_die(
                realloc(options->sizes, (options->size_count + 1) * sizeof *options->sizes));
            options->sizes[options->size_count++] = size;
        }
    }
    text_list_free(words);
    return good;
}

static bool parse_ranks(const char *text, struct options *options)
{
    char **words = text_list(text);
    size_t count = 0;
    bool good = words[0];

    free(options->ranks);
    options->ranks = memory_or_die(calloc(strlen(text) + 2, sizeof *options->ranks));
    for (char **word = words; *word && good; word++) {
        char *end;
        const long number = strtol(*word, &end, 10);

        good = !*end && number >= 1 && number <= 4096;
        options->ranks[count++] = (int)number;
    }
    text_list_free(words);
    return good;
}

static void replace_list(char ***list, const char *text)
{
    text_list_free(*list);
    *list = text_list(text);
}

static error_t parse_measuring(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;
    char *end;

    switch (key) {
    case METHOD:
        options->method = method_named(argument);
        if (!options->method)
            argp_error(state, "no method `%s`; there are: adaptive, comops, imb, luecke, thesis",
                       argument);
        return 0;
    case PRECISION:
        options->precision = strtod(argument, &end) / 100;
        if (*end || !(options->precision > 0))
            argp_error(state, "`%s` is not a percentage above 0", argument);
        return 0;
    case BUDGET:
        if (!text_parse_duration(argument, &options->budget))
            argp_error(state, "`%s` is not a time; write 90, 90s, 2m or 1h", argument);
        return 0;
    case TIMEOUT:
        if (!text_parse_duration(argument, &options->timeout))
            argp_error(state, "`%s` is not a time; write 90, 90s, 2m or 1h", argument);
        return 0;
    case SEED:
        options->seed = strtoull(argument, &end, 0);
        if (*end || end == argument || strchr(argument, '-'))
            argp_error(state, "`%s` is not a seed: a whole number", argument);
        return 0;
    case LAUNCHES:
        options->launches = (int)strtol(argument, &end, 10);
        if (*end || (options->launches != 1 && options->launches < LAUNCHES_LEAST) ||
            options->launches > LAUNCHES_MOST)
            argp_error(state, "`%s` launches: take 1, or %d to %d: fewer have no interval",
                       argument, LAUNCHES_LEAST, LAUNCHES_MOST);
        return 0;
    case COUNTERS: options->counters = argument; return 0;
    case MPIEXEC: options->mpiexec = argument; return 0;
    case MPI: replace_list(&options->mpi, argument); return 0;
    case QUICK: options->quick = true; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;

    switch (key) {
    case 'p': replace_list(&options->patterns, argument); return 0;
    case 'a': replace_list(&options->paths, argument); return 0;
    case 'r': replace_list(&options->protocols, argument); return 0;
    case 'l': replace_list(&options->placements, argument); return 0;
    case 'b': replace_list(&options->buffers, argument); return 0;
    case OPERATIONS: replace_list(&options->operations, argument); return 0;
    case DATATYPES: replace_list(&options->datatypes, argument); return 0;
    case 'n':
        if (!parse_ranks(argument, options))
            argp_error(state, "`%s` is not a list of numbers of ranks", argument);
        return 0;
    case 's':
        if (!parse_sizes(argument, options))
            argp_error(state,
                       "`%s` is not a list of sizes or a range MIN:MAX; a size is 8, 1K, 800000 or "
                       "4M, from 1 byte to below 2G",
                       argument);
        return 0;
    case MEMORY:
        replace_list(&options->memory, argument);
        for (char **name = options->memory; *name; name++)
            if (!pages_is_policy(*name))
                argp_error(state, "no memory `%s`; there are: %s", *name, pages_policies());
        return 0;
    case PAGES:
        options->pages = -1;
        for (int i = 0; page_size_names[i]; i++)
            if (strcmp(argument, page_size_names[i]) == 0)
                options->pages = i;
        if (options->pages < 0)
            argp_error(state, "no pages `%s`; there are: default, 4k, thp, 2m", argument);
        return 0;
    case PERTURB:
        if (!text_parse_size(argument, &options->perturb) || options->perturb > INT_MAX)
            argp_error(state, "`%s` is not a number of bytes", argument);
        return 0;
    case 'o': options->output = argument; return 0;
    case RESUME: options->resume = argument; return 0;
    case DRY_RUN: options->dry_run = true; return 0;
    case JSON: options->json = true; return 0;
    case OVERSUBSCRIBE: options->oversubscribe = true; return 0;
    case ARGP_KEY_ARG: argp_error(state, "`%s` is not an option", argument); return 0;
    default: return parse_measuring(key, argument, state);
    }
}

static uint64_t random_seed(void)
{
    uint32_t seed = 1;

    (void)!getrandom(&seed, sizeof seed, 0);
    return seed;
}

void options_parse(struct options *options, int argc, char **argv)
{
    static const struct argp argp = {
        .options = table,
        .parser = parse,
        .doc = "Compares shared memory with message passing on this node.\v"
               "Results go to the file, tables to standard output, progress to standard error.\n"
               "Exit status: 0 all well, 1 something measured wrong or lost, 2 usage, 77 nothing "
               "here can run it."};

    *options = (struct options){.method = methods,
                                .precision = 0.02,
                                .timeout = 30,
                                .seed = random_seed(),
                                .command = argv,
                                .command_count = argc};
    argp_err_exit_status = 2;
    argp_parse(&argp, argc, argv, 0, NULL, options);
    if (options->method->rounds)
        options->launches = 1; /* the paper's own number of trials */
    else if (!options->launches)
        options->launches = options->quick ? 1 : LAUNCHES_LEAST;
}

void options_free(struct options *options)
{
    text_list_free(options->patterns);
    text_list_free(options->paths);
    text_list_free(options->protocols);
    text_list_free(options->placements);
    text_list_free(options->memory);
    text_list_free(options->mpi);
    text_list_free(options->buffers);
    text_list_free(options->operations);
    text_list_free(options->datatypes);
    free(options->ranks);
    free(options->sizes);
}
