/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/text/arguments.h"

#include "comops/text/escape.h"
#include "comops/text/nearest.h"
#include "comops/text/text.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LETTERS_MOST = 255, USAGE, LONG };

static const struct argp_option common_options[] = {
    {"quiet", 'q', 0, 0, "Print only results and errors", -1},
    {"verbose", 'v', 0, 0, "Also report what is found, started and left out", -1},
    {"help", 'h', 0, 0, "Print this help", -1},
    {"usage", USAGE, 0, 0, "Print a short usage message", -1},
    {"version", 'V', 0, 0, "Print the version", -1},
    {0}};

static error_t answer(struct argp_state *state, int key)
{
    if (state->flags & ARGP_NO_EXIT)
        return EINVAL;
    if (key == 'V')
        puts(argp_program_version);
    else
        argp_state_help(state, stdout, key == USAGE ? ARGP_HELP_USAGE : ARGP_HELP_STD_HELP);
    exit(EXIT_SUCCESS);
}

static error_t parse_common(int key, char *argument, struct argp_state *state)
{
    (void)argument;
    switch (key) {
    case 'q': text_level = TEXT_QUIET; return 0;
    case 'v': text_level = TEXT_VERBOSE; return 0;
    case 'h':
    case 'V':
    case USAGE: return answer(state, key);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp common = {.options = common_options, .parser = parse_common};

/* The options of some tables in getopt's form. */
struct known {
    struct option *longs;
    const char **names; /* NULL-terminated */
    size_t count;
    char shorts[128];
};

static bool is_letter(int key)
{
    return key > 0 && key <= LETTERS_MOST && isgraph(key);
}

static void add_options(struct known *known, const struct argp_option *option)
{
    for (; option && (option->name || option->key || option->doc); option++) {
        if (is_letter(option->key))
            sprintf(known->shorts + strlen(known->shorts), "%c%s", option->key,
                    option->arg ? ":" : "");
        if (!option->name)
            continue;
        known->longs = memory_grow(known->longs, known->count + 1, sizeof *known->longs);
        known->names = memory_grow(known->names, known->count + 1, sizeof *known->names);
        known->names[known->count] = option->name;
        known->longs[known->count++] = (struct option){
            option->name, option->arg ? required_argument : no_argument, NULL,
            LONG + (int)known->count}; /* all equal, getopt would take an ambiguous name */
        known->longs[known->count] = (struct option){0};
        known->names[known->count] = NULL;
    }
}

/* "--patterns or --paths": what the beginning of an option may mean. The caller frees. */
static char *ambiguous(const char *name, size_t length, const char *const *names)
{
    char *all = NULL;

    for (; *names; names++)
        if (strncmp(*names, name, length) == 0) {
            char *longer = text_format("%s%s--%s", all ? all : "", all ? " or " : "", *names);

            free(all);
            all = longer;
        }
    return all;
}

/* Why getopt refuses a long option. The caller frees. */
static char *refuse_long(const char *word, const struct known *known, int found)
{
    char *name = text_copy(word + 2);
    const size_t length = strcspn(name, "=");

    name[length] = '\0';
    char *many = ambiguous(name, length, known->names), *why;

    if (found == ':')
        why = text_format("--%s needs a value", name);
    else if (optopt)
        why = text_format("--%s takes no value", name);
    else if (many)
        why = text_format("`--%s` may be %s", name, many);
    else {
        const char *nearest = nearest_name(name, known->names);

        why = text_format("no option `--%s`%s%s%s", name, nearest ? "; did you mean `--" : "",
                          nearest ? nearest : "", nearest ? "`?" : "");
    }
    free(many);
    free(name);
    return why;
}

/* Why getopt refuses a word, whose message would go to the terminal as it is; NULL if it refuses
 * none. The caller frees. */
static char *find_refused(const struct known *known, int argc, char **argv)
{
    char **words = memory_or_die(calloc((size_t)argc + 1, sizeof *words)); /* getopt sorts them */
    char *why = NULL;
    int found;

    memcpy(words, argv, (size_t)argc * sizeof *words);
    optind = 0;
    opterr = 0;
    do
        found = getopt_long(argc, words, known->shorts, known->longs, NULL);
    while (found != -1 && found != ':' && found != '?');
    if (found != -1 && optopt && optopt < LONG)
        why = text_format(found == ':' ? "-%c needs a value" : "no option `-%c`", optopt);
    else if (found != -1)
        why = refuse_long(words[optind - 1], known, found);
    optind = 0;
    opterr = 1;
    free(words);
    return why;
}

static void print_error(const char *program, const char *why)
{
    char *safe = escape_terminal(why);

    fprintf(stderr, "%s: %s\nTry `%s --help' or `%s --usage' for more information.\n", program,
            safe, program, program);
    free(safe);
}

char *arguments_parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input)
{
    const struct argp_child children[] = {{argp, 0, NULL, 0}, {&common, 0, NULL, 0}, {0}};
    const struct argp whole = {.children = children}; /* its first child receives the input */
    struct known known = {.shorts = ":"};

    add_options(&known, argp->options);
    add_options(&known, common_options);
    char *why = find_refused(&known, argc, argv);

    free(known.longs);
    free(known.names);
    if (why && !(flags & ARGP_NO_ERRS)) {
        print_error(argv[0], why);
        exit(argp_err_exit_status);
    }
    if (!why && argp_parse(&whole, argc, argv, flags | ARGP_NO_HELP, NULL, input) != 0)
        why = text_copy("it measures nothing");
    return why;
}

void arguments_error(const struct argp_state *state, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    char *text = text_format_list(format, arguments), *safe = escape_terminal(text);

    va_end(arguments);
    argp_error(state, "%s", safe);
    free(text);
    free(safe);
}
