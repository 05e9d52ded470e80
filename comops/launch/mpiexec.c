/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/mpiexec.h"

#include "comops/launch/process.h"
#include "comops/text/text.h"

#include <stdlib.h>
#include <string.h>

/* Ranks pin themselves, and the plan refuses what must not be oversubscribed. */
const struct mpiexec_launcher mpiexec_launchers[MPIEXEC_LAUNCHERS] = {
    {"HYDRA", {"-bind-to", "none", "-n", "%d"}},
    {"Open MPI", {"--bind-to", "none", "--oversubscribe", "-n", "%d"}},
    {"OpenRTE", {"--bind-to", "none", "--oversubscribe", "-n", "%d"}},
    {"Intel(R) MPI", {"-genv", "I_MPI_PIN", "off", "-n", "%d"}},
    {"", {"-n", "%d"}},
};

static void add_options(char ***words, const char *version)
{
    const struct mpiexec_launcher *launcher = mpiexec_launchers;

    while (!strstr(version, launcher->version))
        launcher++;
    for (const char *const *word = launcher->words; *word; word++)
        text_list_add(words, text_copy(*word));
}

static char **split_at_blanks(const char *command)
{
    char *copy = text_copy(command), *rest = copy, *word, **words = NULL;

    while ((word = strsep(&rest, " ")))
        if (*word)
            text_list_add(&words, text_copy(word));
    free(copy);
    return words;
}

void mpiexec_find(struct path *path, const char *command, const char *advice)
{
    char **words = split_at_blanks(command), **ask = split_at_blanks(command);

    text_list_add(&ask, text_copy("--version"));
    path->launcher_version = words ? process_output(ask) : NULL;
    text_list_free(ask);
    if (path->launcher_version) {
        add_options(&words, path->launcher_version);
        path->launcher = words;
    } else {
        path->missing = text_format("cannot run `%s --version`%s", command, advice);
        text_list_free(words);
    }
}

char **mpiexec_words(const struct path *path, int ranks)
{
    char **words = NULL;

    for (char **word = path->launcher; word && *word; word++)
        text_list_add(&words,
                      strcmp(*word, "%d") == 0 ? text_format("%d", ranks) : text_copy(*word));
    return words;
}
