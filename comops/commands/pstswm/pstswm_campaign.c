/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/pstswm/pstswm_campaign.h"

#include "comops/text/text.h"

#include <stdlib.h>

/* The caller frees. */
static char *join_commas(char *const *list)
{
    char *all = NULL;

    for (; *list; list++) {
        char *longer = all ? text_format("%s,%s", all, *list) : text_copy(*list);

        free(all);
        all = longer;
    }
    return all;
}

void pstswm_campaign_add(char ***words, const char *pattern, const struct parallel_request *request,
                         const char *output)
{
    const char *const options[] = {"--patterns", pattern,    "--placements", "core", "--ranks",
                                   "2",          "--output", output,         NULL};

    for (const char *const *option = options; *option; option++)
        text_list_add(words, text_copy(*option));
    if (request->oversubscribe)
        text_list_add(words, text_copy("--oversubscribe"));
    if (request->paths) {
        text_list_add(words, text_copy("--paths"));
        text_list_add(words, join_commas(request->paths));
    }
}

json_t *pstswm_campaign_read(FILE *file)
{
    json_t *records = json_array();
    char *line = NULL;
    size_t room = 0;

    while (file && getline(&line, &room, file) > 0) {
        json_t *record = json_loads(line, 0, NULL);

        if (record)
            json_array_append_new(records, record);
    }
    free(line);
    if (file)
        fclose(file);
    return records;
}
