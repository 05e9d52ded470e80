/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/results.h"

#include "comops/text/escape.h"
#include "comops/text/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* Results of two machines do not belong in one campaign. */
static bool same_machine(const struct machine *machine, const json_t *record)
{
    const char *then = json_string_value(json_object_get(record, "machine"));
    const char *host = json_string_value(json_object_get(record, "host"));
    struct utsname here;

    uname(&here);
    if (then && host && strcmp(then, machine_summary(machine)) == 0 &&
        strcmp(host, here.nodename) == 0)
        return true;
    text_say("this campaign belongs to %s (%s); resume it there", host ? host : "another host",
             then ? then : "unknown machine");
    return false;
}

/* Parses the campaign's own command line. */
static bool take_command(struct options *options, const json_t *record)
{
    const json_t *words = json_object_get(record, "command");
    const size_t count = json_array_size(words);
    char **argv = NULL; /* the options point into it */

    for (size_t i = 1; i < count; i++) {
        const char *word = json_string_value(json_array_get(words, i));

        text_list_add(&argv, escape_bytes_undo(word ? word : ""));
    }
    if (!argv) {
        text_say("the file has no command line to resume");
        return false;
    }
    char *why = options_parse_recorded(options, (int)count - 1, argv);

    options->own_command = argv;
    if (why)
        text_say("the command line in the file cannot be resumed: %s", why);
    const bool good = !why;

    free(why);
    options->seed = (uint64_t)json_integer_value(json_object_get(record, "seed"));
    return good;
}

bool resume_campaign(struct options *options, const struct machine *machine,
                     struct results *results, json_t **done)
{
    const int own_words = strchr(options->command[1], '=') ? 2 : 3; /* comops run --resume FILE */
    json_t *record = NULL;
    char why[512];

    if (options->preset || options->command_count > own_words) {
        text_say("--resume uses the campaign's own options; give it alone");
        return false;
    }
    if (!results_resume(results, options->resume, &record, done, why, sizeof why)) {
        text_say("%s", why);
        json_decref(record);
        return false;
    }
    const bool good = same_machine(machine, record) && take_command(options, record);

    /* That of the cells it has; older files have none. */
    options->tuning = json_object_get(record, "tuning") ? results->name : "off";
    json_decref(record);
    return good;
}
