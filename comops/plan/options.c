/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/options.h"

#include "comops/plan/presets.h"
#include "comops/plan/setters.h"
#include "comops/text/arguments.h"
#include "comops/text/text.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/random.h>

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
    {"patterns", 'p', "LIST", "Operations, or `all` (default: the five of COMOPS)", setter_list,
     FIELD(patterns)},
    {"paths", 'a', "LIST",
     "threads, mpi, shmem (default: all that run here; without --patterns, threads and mpi)",
     setter_list, FIELD(paths)},
    {"protocols", 'r', "LIST",
     "How a path moves the data (default: all; without --patterns, barrier, lock, direct, library, "
     "sendrecv)",
     setter_list, FIELD(protocols)},
    {"placements", 'l', "LIST",
     "Where the ranks run, or `all` (default: bus, crossbar, on machines with SMT also smt; "
     "`comops machine --help` explains them)",
     setter_list, FIELD(placements)},
    {"memory", 0, "LIST",
     "NUMA node of the pages: local (default), root, peer, interleave, node:N, kind:hbm",
     setter_list, FIELD(memory)},
    {"pages", 0, "LIST", "Page sizes: 4k, thp, 2m (default: the system's setting)", setter_list,
     FIELD(pages)},
    {"ranks", 'n', "LIST", "Numbers of ranks (default: one per core, 2 to 4)", setter_ranks,
     FIELD(ranks)},
    {"sizes", 's', "LIST|MIN:MAX", "Message sizes in bytes: 8, 1K, 4M or 4MiB; a range doubles",
     setter_sizes, 0},
    {"perturb", 0, "N", "Also measure N bytes below and above each size (NetPIPE uses 3)",
     setter_perturb, FIELD(perturb)},
    {"skew", 0, "US", "The last rank arrives US microseconds late; times begin then", setter_skew,
     FIELD(skew)},
    {"op", 0, "LIST", "Reduction operations: max (default), sum", setter_list, FIELD(operations)},
    {"datatype", 0, "LIST", "Reduction datatypes: double (default), float, int64, int32",
     setter_list, FIELD(datatypes)},
    {"buffers", 'b', "LIST", "Send buffers: reuse, rewrite (default), cold", setter_list,
     FIELD(buffers)},
    {"consume", 0, "LIST",
     "When receivers read their data: no, between (after the end stamp), timed (before it); "
     "default: timed with the method adaptive, otherwise no",
     setter_list, FIELD(consume)},
    {"oversubscribe", 0, NULL, "Allow more ranks than cores; every record is marked", setter_flag,
     FIELD(oversubscribe)},
    {.help = "How to measure:"},
    {"method", 0, "NAME",
     "adaptive (default); comops: one pair of time stamps around ntimes runs, ping-pong rate per "
     "round trip; imb: as the Intel MPI Benchmarks; luecke: 51 trials with cold caches, filtered "
     "mean; thesis: mean of 10000 trials (docs/method.md)",
     setter_method, FIELD(method)},
    {"precision", 0, "PCT",
     "Stop when half the width of a ratio's interval is at most PCT percent of it (default 2)",
     setter_precision, FIELD(precision)},
    {"budget", 0, "TIME", "Time for the whole campaign: 90, 90s, 2m, 1h (default: 10s per table)",
     setter_duration, FIELD(budget)},
    {"launches", 0, "N",
     "Start the workers at least N times per table (default 6); 1 gives no intervals",
     setter_launches, FIELD(launches)},
    {"quick", 0, NULL, "Three sizes, 1.5 seconds per table; not with --launches", setter_flag,
     FIELD(quick)},
    {"seed", 0, "N", "Seed for the order of the cells (default: random, printed)", setter_seed,
     FIELD(seed)},
    {"mpiexec", 0, "CMD", "Launcher of the MPI worker", setter_text, FIELD(mpiexec)},
    {"mpi", 0, "NAME=PREFIX,...",
     "Add MPI libraries, each as a path mpi@NAME. PREFIX is where an MPI with MPICH's ABI, or a "
     "comops built with another MPI, is installed",
     setter_list, FIELD(mpi)},
    {"openmp", 0, "NAME=LIBRARY,...",
     "Add OpenMP libraries, such as LLVM's libomp.so.5, each as a path threads@NAME; append "
     ":active or :passive to LIBRARY to set OMP_WAIT_POLICY",
     setter_list, FIELD(openmp)},
    {"tuning", 0, "FILE|off",
     "Take the processor-dependent parameters of `direct` from a results file, or use fixed ones "
     "(default: trials select them, and the cache folder keeps them)",
     setter_text, FIELD(tuning)},
    {"counters", 0, "GROUP",
     "Also count a likwid group of hardware events, in separate launches (`likwid-perfctr -a` "
     "lists the groups)",
     setter_text, FIELD(counters)},
    {"timeout", 0, "TIME", "Give up a cell if its worker does not answer within TIME (default 30s)",
     setter_duration, FIELD(timeout)},
    {"preset", 0, "NAME",
     "Options that ./comops.toml, or comops/comops.toml in the configuration folder, has under "
     "this name (docs/settings.md); those of the command line count more",
     setter_text, FIELD(preset)},
    {.help = "Results:"},
    {"output", 'o', "FILE",
     "Results file (default: comops-HOST-TIME.jsonl); - is standard output, and everything else "
     "goes to standard error",
     setter_text, FIELD(output)},
    {"percentiles", 0, NULL, "Also print percentiles of the single runs, below each table",
     setter_flag, FIELD(percentiles)},
    {"resume", 0, "FILE", "Continue an interrupted campaign with its recorded options", setter_text,
     FIELD(resume)},
    {"dry-run", 0, NULL, "Print the plan and how long it takes; measure nothing", setter_flag,
     FIELD(dry_run)},
    {"json", 0, NULL,
     "With --dry-run: print the plan as JSON, one cell per line, the input of a worker's --batch",
     setter_flag, FIELD(json)},
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

/* NULL, or why not, with the option's name; the caller frees. */
static char *set(const struct entry *option, struct options *options, char *argument)
{
    char *why = option->set((char *)options + option->field, argument);
    char *named = why ? text_format("--%s: %s", option->name, why) : NULL;

    free(why);
    return named;
}

/* NULL, or which options exclude each other; the caller frees. */
static char *find_conflict(const struct options *options)
{
    if (options->quick && options->launches)
        return text_copy("--quick sets the number of launches; leave out --quick or --launches");
    if (options->method->rounds && options->launches > 1)
        return text_format("--method %s has a single launch; leave out --launches",
                           options->method->name);
    if (options->skew.us && options->method->loop_ns > 0)
        return text_format("--skew: leave out --method %s, which loops", options->method->name);
    if (options->json && !options->dry_run)
        return text_copy("--json prints the plan of a --dry-run; for results on standard output, "
                         "as JSON Lines, use -o -");
    return NULL;
}

/* Where the command names its preset: `--preset NAME` or `--preset=NAME`. */
static char *note_preset(struct options *options, const char *argument,
                         const struct argp_state *state)
{
    if (options->preset_words)
        return text_copy("--preset: one is enough");
    options->preset_words = state->argv[state->next - 1] == argument ? 2 : 1;
    options->preset_at = state->next - options->preset_words;
    return NULL;
}

/* NULL, or why not; the caller frees. */
static char *take_option(const struct entry *option, struct options *options, char *argument,
                         const struct argp_state *state)
{
    char *why = option->field == FIELD(preset) ? note_preset(options, argument, state) : NULL;

    return why ? why : set(option, options, argument);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct parsing *parsing = state->input;
    const struct entry *option = find_option(key);

    if (option)
        parsing->why = take_option(option, parsing->options, argument, state);
    else if (key == ARGP_KEY_ARG)
        parsing->why = text_format("`%s` is not an option", argument);
    else if (key == ARGP_KEY_END)
        parsing->why = find_conflict(parsing->options);
    else
        return ARGP_ERR_UNKNOWN;
    if (!parsing->why)
        return 0;
    if (!(state->flags & ARGP_NO_ERRS))
        arguments_error(state, "%s", parsing->why);
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
        .doc =
            "Compares shared memory with message passing on this node.\v"
            "Results go to a file, tables to standard output, progress and notes to standard "
            "error.\n"
            "Exit status: 0 success, 1 a cell is wrong or lost, or the output cannot be written, "
            "2 usage error, 77 nothing can run here."};

    *options = (struct options){.method = methods,
                                .precision = 0.02,
                                .timeout = 30,
                                .seed = random_seed(),
                                .command = argv,
                                .command_count = argc};
    describe(described);
    argp_err_exit_status = 2;
    char *why = arguments_parse(&argp, argc, argv, flags, &parsing);

    if (parsing.why)
        free(why);
    if (why)
        return parsing.why ? parsing.why : why;
    if (options->method->rounds)
        options->launches = 1; /* the paper's own number of trials */
    else if (!options->launches)
        options->launches = LAUNCHES_LEAST;
    return NULL;
}

/* The same command line with the options of its preset. */
static void take_preset(struct options *options)
{
    const char *name = options->preset;
    char *file, **words = presets_expand(options, &file);

    if (!words)
        exit(argp_err_exit_status);
    options_free(options);
    parse_words(options, (int)text_list_length(words), words, 0);
    options->preset = name;
    options->settings = file;
    options->own_command = words;
}

void options_parse(struct options *options, int argc, char **argv)
{
    parse_words(options, argc, argv, 0);
    if (options->preset)
        take_preset(options);
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
        if (option->set == setter_list)
            text_list_free(*(char ***)((char *)options + option->field));
    text_list_free(options->own_command);
    free(options->settings);
    free(options->ranks);
    free(options->sizes);
}
