/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/selection.h"

#include "comops/plan/names.h"

#include <string.h>

/* The paper's two paths: its own protocols, and the best ones. */
const struct selection_default selection_defaults[] = {{"threads", "barrier"}, {"threads", "lock"},
                                                       {"threads", "direct"},  {"mpi", "library"},
                                                       {"mpi", "sendrecv"},    {NULL, NULL}};

static bool is_default(const struct path *path, const char *protocol)
{
    for (const struct selection_default *one = selection_defaults; one->path; one++)
        if (path_is(path, one->path) && (!protocol || strcmp(protocol, one->protocol) == 0))
            return true;
    return false;
}

bool selection_has_path(const struct options *options, const struct path *path)
{
    return names_ask(options->paths, path->label) &&
           (options->paths || options->patterns || is_default(path, NULL));
}

bool selection_has_protocol(const struct options *options, const struct path *path,
                            const char *protocol)
{
    return names_ask(options->protocols, protocol) &&
           (options->patterns || options->protocols || !is_default(path, NULL) ||
            is_default(path, protocol));
}
