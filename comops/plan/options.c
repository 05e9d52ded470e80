/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/options.h"

#include "comops/plan/option_table.h"
#include "comops/plan/presets/presets.h"
#include "comops/plan/setters.h"
#include "comops/text/arguments.h"
#include "comops/text/text.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/random.h>

static int key_of(const struct option_row *option)
{
    return option->letter ? option->letter : 256 + (int)(option - option_table);
}

struct parsing {
    struct options *options;
    char *why; /* a recorded command line is refused; NULL: so far it is not */
};

static const struct option_row *find_option(int key)
{
    for (const struct option_row *option = option_table; option < option_table + OPTIONS; option++)
        if (option->name && key == key_of(option))
            return option;
    return NULL;
}

/* NULL, or why not, with the option's name; the caller frees. */
static char *set(const struct option_row *option, struct options *options, char *argument)
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
static char *take_option(const struct option_row *option, struct options *options, char *argument,
                         const struct argp_state *state)
{
    char *why = option->field == offsetof(struct options, preset)
                    ? note_preset(options, argument, state)
                    : NULL;

    return why ? why : set(option, options, argument);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct parsing *parsing = state->input;
    const struct option_row *option = find_option(key);

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
        group += !option_table[i].name;
        described[i] =
            (struct argp_option){.name = option_table[i].name,
                                 .key = option_table[i].name ? key_of(&option_table[i]) : 0,
                                 .arg = option_table[i].argument,
                                 .doc = option_table[i].help,
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
    for (const struct option_row *option = option_table; option < option_table + OPTIONS; option++)
        if (option->set == setter_list)
            text_list_free(*(char ***)((char *)options + option->field));
    text_list_free(options->own_command);
    free(options->settings);
    free(options->ranks);
    free(options->sizes);
}
