/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/presets/presets.h"

#include "comops/plan/names.h"
#include "comops/plan/presets/settings.h"
#include "comops/text/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char here[] = "comops.toml";

/* NULL: there is no home. The caller frees. */
static char *users_file(void)
{
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    const bool given = folder && *folder == '/'; /* others must be ignored, says the standard */

    if (!given && !(home && *home == '/'))
        return NULL;
    return text_format("%s%s/comops/%s", given ? folder : home, given ? "" : "/.config", here);
}

/* The whole file; NULL, with errno. The caller frees. */
static char *read_whole(const char *name, size_t *length)
{
    FILE *file = fopen(name, "r");
    char *text = NULL;
    size_t room = 0;

    if (!file)
        return NULL;
    errno = 0;
    const ssize_t read = getdelim(&text, &room, '\0', file);
    const int error = errno;

    fclose(file);
    *length = read > 0 ? (size_t)read : 0;
    if (read > 0 || !error)
        return text;
    free(text);
    errno = error;
    return NULL;
}

/* The first file there is, and its text; NULL, with why. The caller frees. */
static char *read_settings(char **file, size_t *length, char **why)
{
    char *text, *other = users_file();

    *file = text_copy(here);
    text = read_whole(*file, length);
    if (!text && errno == ENOENT && other) {
        free(*file);
        *file = text_copy(other);
        text = read_whole(*file, length);
    }
    if (!text && errno == ENOENT)
        *why = text_format("no settings file: there is neither %s here%s%s", here,
                           other ? " nor " : " nor a home folder", other ? other : "");
    else if (!text)
        *why = text_format("%s cannot be read: %s", *file, strerror(errno));
    free(other);
    return text;
}

/* NULL, with why, if there is none of this name. */
static const struct preset *find_preset(const struct settings *settings, const char *file,
                                        const char *name, char **why)
{
    const struct preset *found = NULL;
    char **names = NULL;

    for (size_t i = 0; i < settings->count; i++) {
        text_list_add(&names, text_copy(settings->presets[i].name));
        if (strcmp(settings->presets[i].name, name) == 0)
            found = &settings->presets[i];
    }
    if (!found) {
        char *refusal = names ? names_refusal("preset", name, names) : text_copy("has no presets");

        *why = text_format("%s: %s", file, refusal);
        free(refusal);
    }
    text_list_free(names);
    return found;
}

/* NULL, or why no preset can have this option. The caller frees. */
static char *check_word(char *word)
{
    static const char *const excluded[] = {"preset", "resume", "dry-run", "json", NULL};
    struct options options;

    for (const char *const *one = excluded; *one; one++)
        if (strcspn(word + 2, "=") == strlen(*one) && strncmp(word + 2, *one, strlen(*one)) == 0)
            return text_format("--%s belongs on the command line", *one);
    char *why = options_parse_recorded(&options, 2, (char *[]){"comops run", word, NULL});

    options_free(&options);
    return why;
}

/* NULL, or "FILE:LINE: why". The caller frees. */
static char *check_preset(const struct preset *preset, const char *file)
{
    for (size_t i = 0; preset->words && preset->words[i]; i++) {
        char *why = check_word(preset->words[i]);
        char *refusal = why ? text_format("%s:%d: %s", file, preset->lines[i], why) : NULL;

        free(why);
        if (refusal)
            return refusal;
    }
    return NULL;
}

static char **join(const struct options *options, const struct preset *preset)
{
    char **words = NULL;

    text_list_add(&words, text_copy(options->command[0]));
    for (char **word = preset->words; word && *word; word++)
        text_list_add(&words, text_copy(*word));
    for (int i = 1; i < options->command_count; i++)
        if (i < options->preset_at || i >= options->preset_at + options->preset_words)
            text_list_add(&words, text_copy(options->command[i]));
    return words;
}

/* The words; NULL, with why. */
static char **expand(const struct options *options, const char *file, const char *text,
                     size_t length, char **why)
{
    struct settings settings;
    const struct preset *preset = NULL;

    *why = settings_parse(&settings, file, text, length);
    if (!*why)
        preset = find_preset(&settings, file, options->preset, why);
    if (preset)
        *why = check_preset(preset, file);
    char **words = *why ? NULL : join(options, preset);

    settings_free(&settings);
    return words;
}

char **presets_expand(const struct options *options, char **file)
{
    size_t length;
    char *why = NULL, *text = read_settings(file, &length, &why);
    char **words = text ? expand(options, *file, text, length, &why) : NULL;

    if (!words)
        text_say("--preset %s: %s", options->preset, why);
    free(text);
    free(why);
    return words;
}
