/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/calibrate.h"
#include "comops/commands/command.h"
#include "comops/commands/pairs.h"
#include "comops/launch/installed.h"
#include "comops/plan/names.h"
#include "comops/run/campaign.h"
#include "comops/text/arguments.h"
#include "comops/text/colour.h"
#include "comops/text/text.h"
#include "topology/draw.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* --heat's machine if none is named. */
static const char heat_measured[] = "-";
static const char heat_script[] = "simulate/descriptions/heat.py";

enum { OVERSUBSCRIBE = 256, PAIRS, CALIBRATE, HEAT, SVG };

struct request {
    const char *xml, *svg, *heat;
    char **placements;
    int ranks;
    bool json, oversubscribe, pairs, calibrate;
};

/* What is to be shown. */
struct view {
    const struct machine *machine;
    struct placement **placements;
    int count;
    struct pairs pairs;
    struct calibrated_pairs calibrated;
};

static void check_placements(char **names, struct argp_state *state)
{
    char why[512];

    for (; *names; names++)
        if (strcmp(*names, "all") != 0 && !placement_is_name(*names, why, sizeof why))
            arguments_error(state, "%s", why);
}

static void check_request(const struct request *request, struct argp_state *state)
{
    if (request->pairs && request->xml)
        argp_error(state, "--pairs measures only this machine, not a saved one");
    if (request->calibrate && request->xml)
        argp_error(state, "--calibrate measures only this machine, not a saved one");
    if (request->calibrate && (request->pairs || request->svg))
        argp_error(state, "--calibrate cannot be combined with --pairs or --svg");
    if (request->svg && request->json)
        argp_error(state, "--svg cannot be combined with --json");
    if (request->heat &&
        (request->xml || request->calibrate || request->pairs || request->svg || request->json))
        argp_error(state, "--heat cannot be combined with --xml, --pairs, --calibrate, --svg or "
                          "--json");
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct request *request = state->input;

    switch (key) {
    case 'x': request->xml = argument; return 0;
    case 'j': request->json = true; return 0;
    case 'l':
        text_list_free(request->placements);
        request->placements = text_list(argument);
        check_placements(request->placements, state);
        return 0;
    case OVERSUBSCRIBE: request->oversubscribe = true; return 0;
    case PAIRS: request->pairs = true; return 0;
    case CALIBRATE: request->calibrate = true; return 0;
    case HEAT: request->heat = heat_measured; return 0;
    case ARGP_KEY_ARG:
        if (request->heat != heat_measured)
            arguments_error(state, "`%s`: with --heat before it, the machine or file to draw",
                            argument);
        request->heat = argument;
        return 0;
    case SVG: request->svg = argument; return 0;
    case 'n':
        if (!text_parse_ranks(argument, &request->ranks))
            arguments_error(state, "`%s` is not a number of ranks from 1 to %d", argument,
                            TEXT_RANKS_MOST);
        return 0;
    case ARGP_KEY_END: check_request(request, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void add_placements(struct view *view, const struct request *request)
{
    const int ranks = request->ranks ? request->ranks : names_ranks_default(view->machine);
    char **names = names_placements(request->placements, view->machine);

    view->placements = memory_or_die(calloc(text_list_length(names) + 1, sizeof *view->placements));
    for (char **name = names; *name; name++)
        view->placements[view->count++] =
            placement_plan(view->machine, *name, ranks, request->oversubscribe);
    text_list_free(names);
}

static void free_view(struct view *view)
{
    for (int i = 0; i < view->count; i++)
        placement_free(view->placements[i]);
    free(view->placements);
    pairs_free(&view->pairs);
    calibrate_free(&view->calibrated);
}

static json_t *view_json(const struct view *view, const struct request *request, bool measured)
{
    json_t *all = machine_json(view->machine), *list = json_array();

    for (int i = 0; i < view->count; i++)
        json_array_append_new(list, placement_json(view->placements[i]));
    json_object_set_new(all, "schema", json_string("comops-machine/1"));
    json_object_set_new(all, "placements", list);
    if ((request->pairs || request->heat) && measured)
        json_object_set_new(all, "pairs", pairs_json(view->machine, &view->pairs));
    if (request->calibrate && measured)
        json_object_set_new(all, "calibration", calibrate_json(view->machine, &view->calibrated));
    return all;
}

/* Becomes the program that draws its standard input; returns if it cannot start. */
static void draw(json_t *all, const char *script, const char *command, const char *argument)
{
    const int input = memfd_create("comops-machine", MFD_CLOEXEC);

    if (input < 0 || json_dumpfd(all, input, JSON_COMPACT) != 0 || lseek(input, 0, SEEK_SET) != 0 ||
        dup2(input, STDIN_FILENO) < 0)
        text_say("cannot pass the machine to the drawing program: %s", strerror(errno));
    else
        python_run(script, command, (char *[]){(char *)argument, NULL});
}

static int print_view(const struct view *view, const struct request *request, bool measured)
{
    const bool drawn = request->svg || request->heat;
    json_t *all = request->json || drawn ? view_json(view, request, measured) : NULL;
    int status = drawn ? EXIT_NOTHING : EXIT_SUCCESS;

    if (request->json) {
        json_dumpf(all, stdout, JSON_INDENT(2) | JSON_ENSURE_ASCII);
        putchar('\n');
    } else if (request->svg) {
        draw(all, "reports/__main__.py", "picture", request->svg);
    } else if (request->heat) {
        draw(all, heat_script, NULL, request->heat);
    } else if (measured && request->calibrate) {
        calibrate_print(stdout, view->machine, &view->calibrated);
    } else if (measured) {
        pairs_draw(stdout, view->machine, &view->pairs, colour_wanted());
    } else {
        draw_machine(stdout, view->machine, view->placements, view->count);
    }
    json_decref(all);
    return status;
}

static bool measure(struct view *view, const struct request *request)
{
    return request->calibrate ? calibrate_measure(&view->calibrated, view->machine)
                              : pairs_measure(&view->pairs, view->machine);
}

/* If the requested measurement failed, only JSON is printed. */
static int show(const struct machine *machine, const struct request *request)
{
    struct view view = {.machine = machine};
    const bool measuring = request->pairs || request->calibrate || request->heat;
    const bool measured = measuring && measure(&view, request), lost = measuring && !measured;
    int status = EXIT_SUCCESS;

    add_placements(&view, request);
    if (!lost || request->json)
        status = print_view(&view, request, measured);
    free_view(&view);
    return lost ? EXIT_LOST : status;
}

int command_machine(int argc, char **argv)
{
    static const struct argp_option table[] = {
        {"xml", 'x', "FILE", 0, "Show a machine saved by hwloc (lstopo FILE.xml), not this one", 0},
        {"ranks", 'n', "N", 0, "Ranks to place (default: one per core, 2 to 4)", 0},
        {"placements", 'l', "LIST", 0, "Placements to show, or `all` (default: bus, crossbar)", 0},
        {"oversubscribe", OVERSUBSCRIBE, 0, 0, "Allow more ranks than cores", 0},
        {"pairs", PAIRS, 0, 0, "Measure latency and bandwidth between all pairs of cores", 0},
        {"calibrate", CALIBRATE, 0, 0, "Measure the cost of memory accesses, by distance", 0},
        {"heat", HEAT, 0, 0,
         "Draw the times between all pairs of cores of this machine, of MACHINE (one with a "
         "measured matrix in comops simulate), or of the matrix in FILE",
         0},
        {"svg", SVG, "FILE", 0, "Draw the machine as SVG into FILE", 0},
        {"json", 'j', 0, 0, "Print JSON", 0},
        {0}};
    /* argp prints what follows \v after the options. */
    char *help = text_format("Shows this machine, the placements it offers and the core of each "
                             "rank.\v%s",
                             placement_help());
    const struct argp argp = {
        .options = table, .parser = parse, .args_doc = "\n--heat [MACHINE|FILE]", .doc = help};
    struct request request = {0};
    char why[512];

    arguments_parse(&argp, argc, argv, 0, &request);
    free(help);
    if (request.heat && request.heat != heat_measured) {
        python_run(heat_script, NULL, (char *[]){(char *)request.heat, NULL});
        return EXIT_NOTHING;
    }
    struct machine *machine = machine_load(request.xml, why, sizeof why);
    int status = request.xml ? EXIT_USAGE : EXIT_NOTHING;

    text_detail("machine: %s", request.xml ? request.xml : "the one that this program runs on");
    if (machine)
        status = show(machine, &request);
    else
        text_say("%s", why);
    machine_free(machine);
    text_list_free(request.placements);
    return status;
}
