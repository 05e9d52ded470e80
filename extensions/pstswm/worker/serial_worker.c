/* SPDX-License-Identifier: BSD-3-Clause */
/* comops-pstswm-serial: runs the model on one core, once for each line of a file, and prints a
 * record of each. */
#include "comops/ranks/text/text.h"
#include "comops/ranks/text/usage.h"
#include "extensions/pstswm/timing/timed_run.h"
#include "topology/bind.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct usage_option options[] = {
    {"list", 'l', NULL, "Print which FFTs there are, or why not, as JSON"},
    {"plans", 'p', "FILE", "Run the model for each line of FILE, words NAME=VALUE"},
    {0}};
static const struct usage usage = {"comops-pstswm-serial",
                                   "Worley's shallow water model on one core.", options};

static void print_list(void)
{
    struct json json = {.out = stdout};

    json_begin_object(&json, NULL);
    json_begin_array(&json, "ffts");
    for (int i = 0; fft_kinds[i]; i++) {
        json_begin_object(&json, NULL);
        json_add_text(&json, "name", fft_kinds[i]->name);
        json_add_text(&json, "meaning", fft_kinds[i]->meaning);
        json_add_text(&json, "absent", fft_kinds[i]->absent);
        json_end(&json, '}');
    }
    json_end(&json, ']');
    json_begin_array(&json, "truncations");
    for (int i = 0; truncations[i].name; i++) {
        json_begin_object(&json, NULL);
        json_add_text(&json, "name", truncations[i].name);
        json_add_integer(&json, "waves", truncations[i].waves);
        json_add_integer(&json, "longitudes", truncations[i].longitudes);
        json_add_integer(&json, "latitudes", truncations[i].latitudes);
        json_add_number(&json, "flops", truncations[i].flops);
        json_add_number(&json, "dt", truncations[i].dt);
        json_begin_array(&json, "steps");
        json_add_integer(&json, NULL, truncations[i].steps[0]);
        json_add_integer(&json, NULL, truncations[i].steps[1]);
        json_end(&json, ']');
        json_end(&json, '}');
    }
    json_end(&json, ']');
    json_end(&json, '}');
    putchar('\n');
}

/* Stays on one core from now on, if possible. */
static void stay(void)
{
    char why[512];

    if (!bind_open(why, sizeof why) || !bind_self(bind_last_pu(), why, sizeof why))
        text_say("not pinned: %s", why);
}

static void run(struct json *json, const struct run_request *request, const struct fft_kind *fft)
{
    struct model *model = model_create(request->truncation, request->levels, request->dt, fft);
    const struct timed_run run = timed_run(model, request->test, request->steps);

    json_add_integer(json, "pu", bind_last_pu());
    timed_run_add_json(json, &run, run.failed ? 0 : timed_run_mflops(&run, model, request->steps));
    model_free(model);
}

static void run_line(const char *line)
{
    static struct words words;
    struct json json = {.out = stdout};
    struct run_request request;
    const bool good = words_parse(&words, line) && run_request_parse(&words, &request);
    const struct fft_kind *fft = good ? fft_find(words_text(&words, "fft", "")) : NULL;

    json_begin_object(&json, NULL);
    if (!fft || fft->absent)
        json_add_text(&json, "refused", fft ? fft->absent : "it is no plan");
    else
        run(&json, &request, fft);
    json_end(&json, '}');
    putchar('\n');
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *name = NULL;
    char line[WORDS_LINE_MOST];

    for (int letter; (letter = usage_next(&usage, argc, argv));) {
        if (letter == 'l') {
            print_list();
            return EXIT_SUCCESS;
        }
        name = optarg;
    }
    if (!name)
        usage_error(&usage, "give --list or --plans FILE; `comops pstswm` writes the file");
    FILE *plans = fopen(name, "r");

    if (!plans) {
        text_say("cannot read %s: %s", name, strerror(errno));
        return EXIT_FAILURE;
    }
    stay();
    while (fgets(line, sizeof line, plans))
        run_line(line);
    fclose(plans);
    return EXIT_SUCCESS;
}
