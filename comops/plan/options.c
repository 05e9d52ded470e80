/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/options.h"

#include "comops/arena/page_size.h"
#include "comops/plan/sizes.h"
#include "comops/text/text.h"

#include <argp.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* Setters of one field each, from the argument of its option. NULL, or why it cannot be had. */
static char *set_list(void *field, char *argument)
{
    text_list_free(*(char ***)field);
    *(char ***)field = text_list(argument);
    return NULL;
}

static char *set_text(void *field, char *argument)
{
    *(const char **)field = argument;
    return NULL;
}

static char *set_flag(void *field, char *argument)
{
    (void)argument;
    *(bool *)field = true;
    return NULL;
}

static char *set_duration(void *field, char *argument)
{
    if (text_parse_duration(argument, field))
        return NULL;
    return text_format("`%s` is not a time above 0, at most " TEXT_DURATION_MOST
                       "; write 90, 90s, 2m or 1h",
                       argument);
}

/* Of two fields of the options. */
static char *set_sizes(void *options, char *argument)
{
    if (sizes_parse(argument, options))
        return NULL;
    return text_format("`%s` is not a list of sizes or a range MIN:MAX; a size is 8, 1K, 800000 or "
                       "4M, at least 1 byte and below 2G",
                       argument);
}

static char *set_ranks(void *field, char *argument)
{
    char **words = text_list(argument);
    int **ranks = field, count = 0;
    bool good = words[0];

    free(*ranks);
    *ranks = memory_or_die(calloc(text_list_length(words) + 1, sizeof **ranks));
    for (char **word = words; *word && good; word++)
        good = text_parse_ranks(*word, &(*ranks)[count++]);
    text_list_free(words);
    return good ? NULL
                : text_format("`%s` is not a list of numbers of ranks, each from 1 to %d", argument,
                              TEXT_RANKS_MOST);
}

static char *set_perturb(void *field, char *argument)
{
    size_t *bytes = field;

    if (text_parse_size(argument, bytes) && *bytes <= INT_MAX)
        return NULL;
    return text_format("`%s` is not a number of bytes below 2G", argument);
}

static char *set_pages(void *field, char *argument)
{
    int *pages = field;

    for (*pages = 0; page_size_names[*pages]; (*pages)++)
        if (strcmp(argument, page_size_names[*pages]) == 0)
            return NULL;
    return text_format("no pages `%s`; there are: %s", argument,
                       text_list_join((char **)page_size_names));
}

static char *set_method(void *field, char *argument)
{
    const struct method **method = field;
    char **names = NULL;

    *method = method_named(argument);
    if (*method)
        return NULL;
    for (const struct method *one = methods; one->name; one++)
        text_list_add(&names, text_copy(one->name));
    return text_format("no method `%s`; there are: %s", argument, text_list_join(names));
}

static char *set_precision(void *field, char *argument)
{
    double *precision = field;
    char *end;

    *precision = strtod(argument, &end) / 100;
    if (!*end && !isspace((unsigned char)*argument) && *precision > 0 && *precision <= 1)
        return NULL;
    return text_format("`%s` is not a percentage above 0, at most 100", argument);
}

/* As JSON has it in the record: a signed number. */
static char *set_seed(void *field, char *argument)
{
    uint64_t *seed = field;
    char *end;

    errno = 0;
    *seed = strtoull(argument, &end, 0);
    if (isdigit((unsigned char)*argument) && !*end && !errno && *seed <= INT64_MAX)
        return NULL;
    return text_format("`%s` is not a seed: a whole number from 0 to %lld", argument,
                       (long long)INT64_MAX);
}

static char *set_launches(void *field, char *argument)
{
    int64_t launches = 0;
    const bool good = text_parse_number(argument, 1, LAUNCHES_MOST, &launches) &&
                      (launches == 1 || launches >= LAUNCHES_LEAST);

    *(int *)field = (int)launches;
    return good ? NULL
                : text_format("--launches takes 1 or %d to %d, not `%s`: fewer give no interval",
                              LAUNCHES_LEAST, LAUNCHES_MOST, argument);
}

#define FIELD(name) offsetof(struct options, name)

/* Rows without a name head a group. */
static const struct entry {
    const char *name;
    int letter; /* 0: none */
    const char *argument, *help;
    char *(*set)(void *field, char *argument);
    size_t field;
} table[] = {
    {.help = "What to measure (LIST: separated by commas; `comops list` shows the names):"},
    {"patterns", 'p', "LIST", "Operations, or `all` (default: the five of COMOPS)", set_list,
     FIELD(patterns)},
    {"paths", 'a', "LIST",
     "threads, mpi, shmem (default: all that run here; without --patterns, threads and mpi)",
     set_list, FIELD(paths)},
    {"protocols", 'r', "LIST",
     "How a path moves the data (default: all; without --patterns, barrier, lock, direct, library, "
     "sendrecv)",
     set_list, FIELD(protocols)},
    {"placements", 'l', "LIST",
     "Where the ranks run, or `all` (default: bus, crossbar; `comops machine --help` explains "
     "them)",
     set_list, FIELD(placements)},
    {"memory", 0, "LIST",
     "Where the pages lie: local (default), root, peer, interleave, node:N, kind:hbm", set_list,
     FIELD(memory)},
    {"pages", 0, "KIND", "4k, thp or 2m (default: the system's setting)", set_pages, FIELD(pages)},
    {"ranks", 'n', "LIST", "Numbers of ranks (default: one per core, at most 4)", set_ranks,
     FIELD(ranks)},
    {"sizes", 's', "LIST|MIN:MAX", "Message sizes in bytes: 8, 1K, 4M; a range doubles", set_sizes,
     0},
    {"perturb", 0, "N", "Also measure N bytes below and above each size (NetPIPE uses 3)",
     set_perturb, FIELD(perturb)},
    {"op", 0, "LIST", "Operations of reductions: max (default), sum", set_list, FIELD(operations)},
    {"datatype", 0, "LIST", "Datatypes of reductions: double (default), float, int64", set_list,
     FIELD(datatypes)},
    {"buffers", 'b', "LIST", "reuse, rewrite, cold (default: rewrite)", set_list, FIELD(buffers)},
    {"oversubscribe", 0, NULL, "Allow more ranks than cores; every record is marked", set_flag,
     FIELD(oversubscribe)},
    {.help = "How to measure:"},
    {"method", 0, "NAME",
     "adaptive (default); comops: one timer pair around ntimes runs, ping-pong rate per round "
     "trip; imb: like the Intel MPI Benchmarks; luecke: 51 trials with cold caches, filtered mean; "
     "thesis: mean of 10000 (docs/method.md)",
     set_method, FIELD(method)},
    {"precision", 0, "PCT",
     "Stop a cell when its interval's half width is within PCT percent (default 2)", set_precision,
     FIELD(precision)},
    {"budget", 0, "TIME", "Time for the whole campaign: 90, 90s, 2m, 1h (default: 10s per table)",
     set_duration, FIELD(budget)},
    {"launches", 0, "N",
     "Restart the workers at least N times per table (default 6). With 1, intervals leave out "
     "launch-to-launch variation",
     set_launches, FIELD(launches)},
    {"quick", 0, NULL, "Three sizes, one launch, 1.5 seconds per table", set_flag, FIELD(quick)},
    {"seed", 0, "N", "Seed of the order of the cells (default: random, printed)", set_seed,
     FIELD(seed)},
    {"mpiexec", 0, "CMD", "Launcher of the MPI worker", set_text, FIELD(mpiexec)},
    {"mpi", 0, "NAME=PREFIX,...",
     "Add MPI libraries, each as a path mpi@NAME. PREFIX is where an MPI with MPICH's ABI, or a "
     "comops built with another MPI, is installed",
     set_list, FIELD(mpi)},
    {"counters", 0, "GROUP",
     "Also count a likwid group of hardware events, in separate launches (`likwid-perfctr -a` "
     "lists the groups)",
     set_text, FIELD(counters)},
    {"timeout", 0, "TIME", "Drop a cell whose worker does not answer within TIME (default 30s)",
     set_duration, FIELD(timeout)},
    {.help = "Results:"},
    {"output", 'o', "FILE", "Results file (default: comops-HOST-TIME.jsonl)", set_text,
     FIELD(output)},
    {"resume", 0, "FILE", "Continue an interrupted campaign with its own options", set_text,
     FIELD(resume)},
    {"dry-run", 0, NULL, "Print the plan and how long it takes, measure nothing", set_flag,
     FIELD(dry_run)},
    {"json", 0, NULL, "With --dry-run: one cell a line, as a worker's --batch reads it", set_flag,
     FIELD(json)},
};
enum { OPTIONS = sizeof table / sizeof *table };

static int key_of(const struct entry *option)
{
    return option->letter ? option->letter : 256 + (int)(option - table);
}

struct parsing {
    struct options *options;
    char *why; /* a recorded command line is refused; NULL: so far it is not */
};

static const struct entry *find_option(int key)
{
    for (const struct entry *option = table; option < table + OPTIONS; option++)
        if (option->name && key == key_of(option))
            return option;
    return NULL;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct parsing *parsing = state->input;
    const struct entry *option = find_option(key);

    if (option)
        parsing->why = option->set((char *)parsing->options + option->field, argument);
    else if (key == ARGP_KEY_ARG)
        parsing->why = text_format("`%s` is not an option", argument);
    else
        return ARGP_ERR_UNKNOWN;
    if (!parsing->why)
        return 0;
    if (!(state->flags & ARGP_NO_ERRS))
        argp_error(state, "%s", parsing->why);
    return EINVAL;
}

static void describe(struct argp_option described[OPTIONS + 1])
{
    for (int i = 0, group = 0; i < OPTIONS; i++) {
        group += !table[i].name;
        described[i] = (struct argp_option){.name = table[i].name,
                                            .key = table[i].name ? key_of(&table[i]) : 0,
                                            .arg = table[i].argument,
                                            .doc = table[i].help,
                                            .group = group};
    }
}

static uint64_t random_seed(void)
{
    uint32_t seed = 1;

    (void)!getrandom(&seed, sizeof seed, 0);
    return seed;
}

/* NULL, or why not if the flags keep argp from saying so itself. */
static char *parse_words(struct options *options, int argc, char **argv, unsigned flags)
{
    struct argp_option described[OPTIONS + 1] = {0};
    struct parsing parsing = {options, NULL};
    const struct argp argp = {
        .options = described,
        .parser = parse,
        .doc = "Compares shared memory with message passing on this node.\v"
               "Results go to a file, tables to standard output, progress to standard error.\n"
               "Exit status: 0 success, 1 a cell was wrong or lost, 2 wrong usage, 77 nothing can "
               "run here."};

    *options = (struct options){.method = methods,
                                .precision = 0.02,
                                .timeout = 30,
                                .seed = random_seed(),
                                .command = argv,
                                .command_count = argc};
    describe(described);
    argp_err_exit_status = 2;
    if (argp_parse(&argp, argc, argv, flags, NULL, &parsing) != 0)
        return parsing.why ? parsing.why : text_copy("an option is unknown, or lacks its value");
    if (options->method->rounds)
        options->launches = 1; /* the paper's own number of trials */
    else if (!options->launches)
        options->launches = options->quick ? 1 : LAUNCHES_LEAST;
    return NULL;
}

void options_parse(struct options *options, int argc, char **argv)
{
    parse_words(options, argc, argv, 0);
}

char *options_parse_recorded(struct options *options, int argc, char **argv)
{
    char *why = parse_words(options, argc, argv, ARGP_SILENT);

    if (!why && (options->dry_run || options->resume))
        return text_copy("it measures nothing of its own");
    return why;
}

void options_free(struct options *options)
{
    for (const struct entry *option = table; option < table + OPTIONS; option++)
        if (option->set == set_list)
            text_list_free(*(char ***)((char *)options + option->field));
    text_list_free(options->resumed_command);
    free(options->ranks);
    free(options->sizes);
}
