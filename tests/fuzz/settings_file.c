/* SPDX-License-Identifier: BSD-3-Clause */
/* Fuzz target: prints the presets of the settings file FILE as JSON, name -> words.
 * Usage: settings_file FILE */
#include "comops/plan/presets/settings.h"
#include "comops/run/campaign.h"
#include "comops/text/text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum { BYTES_MOST = 1 << 16 };

static json_t *presets_json(const struct settings *settings)
{
    json_t *presets = json_object();

    for (size_t i = 0; i < settings->count; i++) {
        json_t *words = json_array();

        for (char **word = settings->presets[i].words; word && *word; word++)
            json_array_append_new(words, json_string(*word));
        json_object_set_new(presets, settings->presets[i].name, words);
    }
    return presets;
}

int main(int argc, char **argv)
{
    static char text[BYTES_MOST];
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    struct settings settings;

    if (!file)
        return EXIT_USAGE;
    const size_t length = fread(text, 1, sizeof text - 1, file);

    fclose(file);
    char *why = settings_parse(&settings, "settings", text, length);
    json_t *presets = presets_json(&settings);

    if (why)
        text_say("%s", why);
    else
        json_dumpf(presets, stdout, JSON_COMPACT);
    json_decref(presets);
    settings_free(&settings);
    const int status = why ? EXIT_USAGE : EXIT_SUCCESS;

    free(why);
    return status;
}
