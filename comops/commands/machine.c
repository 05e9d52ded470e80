/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/command.h"
#include "comops/commands/pairs.h"
#include "comops/launch/installed.h"
#include "comops/plan/names.h"
#include "comops/run/campaign.h"
#include "comops/text/text.h"
#include "topology/draw.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { OVERSUBSCRIBE = 256, PAIRS, SVG, RANKS_SHOWN = 4 };

struct look {
    const char *xml, *svg;
    char **placements;
    int ranks;
    bool json, oversubscribe, pairs;
};

/* The placements to show; each is decided once. */
struct seats {
    struct placement **placements;
    int count;
};

static void check_placements(char **names, struct argp_state *state)
{
    char why[512];

    for (; *names; names++)
        if (strcmp(*names, "all") != 0 && !placement_is_name(*names, why, sizeof why))
            argp_error(state, "%s", why);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct look *look = state->input;
    char *end;

    switch (key) {
    case 'x': look->xml = argument; return 0;
    case 'j': look->json = true; return 0;
    case 'l':
        text_list_free(look->placements);
        look->placements = text_list(argument);
        check_placements(look->placements, state);
        return 0;
    case OVERSUBSCRIBE: look->oversubscribe = true; return 0;
    case PAIRS: look->pairs = true; return 0;
    case SVG: look->svg = argument; return 0;
    case 'n':
        look->ranks = (int)strtol(argument, &end, 10);
        if (*end || look->ranks < 1 || look->ranks > 4096)
            argp_error(state, "`%s` is not a number of ranks", argument);
        return 0;
    case ARGP_KEY_END:
        if (look->pairs && look->xml)
            argp_error(state, "--pairs measures: only this machine, not a saved one");
        if (look->svg && look->json)
            argp_error(state, "--svg or --json, not both");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void add_seats(struct seats *seats, const struct machine *machine, const struct look *look,
                      const char *name)
{
    seats->placements = memory_or_die(
        realloc(seats->placements, (size_t)(seats->count + 1) * sizeof *seats->placements));
    seats->placements[seats->count++] =
        placement_plan(machine, name, look->ranks, look->oversubscribe);
}

static struct seats decide(const struct machine *machine, const struct look *look)
{
    struct seats seats = {0};
    char **names = names_placements(look->placements, machine);

    for (char **name = names; *name; name++)
        add_seats(&seats, machine, look, *name);
    text_list_free(names);
    return seats;
}

static json_t *look_json(const struct machine *machine, const struct seats *seats,
                         const struct pairs *pairs)
{
    json_t *all = machine_json(machine), *list = json_array();

    for (int i = 0; i < seats->count; i++)
        json_array_append_new(list, placement_json(seats->placements[i]));
    json_object_set_new(all, "placements", list);
    if (pairs)
        json_object_set_new(all, "pairs", pairs_json(machine, pairs));
    return all;
}

static void print_json(json_t *all)
{
    json_dumpf(all, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(all);
}

/* Becomes the program that draws what it reads from standard input. Returns if it cannot start. */
static int draw_svg(json_t *all, const char *file)
{
    const int input = memfd_create("comops-machine", MFD_CLOEXEC);

    if (input < 0 || json_dumpfd(all, input, JSON_COMPACT) != 0 || lseek(input, 0, SEEK_SET) != 0 ||
        dup2(input, STDIN_FILENO) < 0)
        text_say("cannot hand the machine to the program that draws: %s", strerror(errno));
    else
        python_run("reports/__main__.py", "picture", (char *[]){(char *)file, NULL});
    json_decref(all);
    return EXIT_NOTHING;
}

static int show(const struct machine *machine, const struct look *look)
{
    struct seats seats = decide(machine, look);
    struct pairs pairs = {0};
    char why[512];
    const bool measured = look->pairs && pairs_measure(&pairs, machine, why, sizeof why);
    int status = look->pairs && !measured ? EXIT_LOST : EXIT_SUCCESS;

    if (look->pairs && !measured)
        text_say("%s", why);
    if (look->json)
        print_json(look_json(machine, &seats, measured ? &pairs : NULL));
    else if (look->svg && (measured || !look->pairs))
        status = draw_svg(look_json(machine, &seats, measured ? &pairs : NULL), look->svg);
    else if (measured)
        pairs_draw(stdout, machine, &pairs, isatty(STDOUT_FILENO) && !getenv("NO_COLOR"));
    else if (!look->pairs)
        draw_machine(stdout, machine, seats.placements, seats.count);
    pairs_free(&pairs);
    for (int i = 0; i < seats.count; i++)
        placement_free(seats.placements[i]);
    free(seats.placements);
    return status;
}

/* argp prints what follows \v after the options. */
static char *help_text(void)
{
    char *text = NULL;

    if (asprintf(&text, "Shows the machine, the placements it offers, and who would sit where.\v%s",
                 placement_help()) < 0)
        memory_or_die(NULL);
    return text;
}

int command_machine(int argc, char **argv)
{
    static const struct argp_option table[] = {
        {"xml", 'x', "FILE", 0, "A machine saved by hwloc (lstopo FILE.xml) instead of this one",
         0},
        {"ranks", 'n', "N", 0, "Ranks to seat (default: as many as cores, at most 4)", 0},
        {"placements", 'l', "LIST", 0, "Which to show, or `all` (default: bus, crossbar)", 0},
        {"oversubscribe", OVERSUBSCRIBE, 0, 0, "Allow more ranks than cores", 0},
        {"pairs", PAIRS, 0, 0, "Measure latency and bandwidth between all pairs of cores", 0},
        {"svg", SVG, "FILE", 0, "Write a picture of all this", 0},
        {"json", 'j', 0, 0, "For a program", 0},
        {0}};
    struct argp argp = {.options = table, .parser = parse, .doc = help_text()};
    struct look look = {0};
    char why[512];

    argp_parse(&argp, argc, argv, 0, NULL, &look);
    free((char *)argp.doc);
    struct machine *machine = machine_load(look.xml, why, sizeof why);

    if (!machine) {
        text_say("%s", why);
        text_list_free(look.placements);
        return look.xml ? EXIT_USAGE : EXIT_NOTHING;
    }
    if (!look.ranks)
        look.ranks = machine_cores(machine) < RANKS_SHOWN ? machine_cores(machine) : RANKS_SHOWN;
    const int status = show(machine, &look);

    machine_free(machine);
    text_list_free(look.placements);
    return status;
}
