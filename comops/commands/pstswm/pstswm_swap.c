/* SPDX-License-Identifier: BSD-3-Clause */
/* Experiment B is a campaign of `comops run`; table 5 is printed from its results file. */
#include "comops/commands/pstswm/pstswm_campaign.h"
#include "comops/commands/pstswm/pstswm_swap_table.h"
#include "comops/results/results.h"
#include "comops/run/campaign.h"
#include "comops/text/text.h"

#include <stdlib.h>

/* The printed protocols that the requested paths have. */
static const char *protocols_of(const struct parallel_request *request)
{
    if (!request->paths || text_list_has(request->paths, "mpi"))
        return "(0,0),(0,1),(0,2),(0,3),(0,4),(0,5),(0,6),(1,0),(1,1),(1,2),(1,3),(1,4),(1,5),"
               "(1,6)";
    return "(0,1),(0,2),(1,1),(1,2),(1,6)";
}

int pstswm_swap(const struct parallel_request *request)
{
    char *file = request->json ? text_copy("-") : results_default_name();
    char **words = NULL;
    struct options options;

    text_list_add(&words, text_copy("comops run"));
    pstswm_campaign_add(&words, "swap_printed", request, file);
    text_list_add(&words, text_format("--protocols=%s", protocols_of(request)));
    options_parse(&options, (int)text_list_length(words), words);
    const int status = campaign_run(&options);

    if (!request->json && (status == EXIT_SUCCESS || status == EXIT_LOST)) {
        json_t *records = pstswm_campaign_read(fopen(file, "r"));

        swap_table_print(stdout, records);
        json_decref(records);
    }
    options_free(&options);
    text_list_free(words);
    free(file);
    return status;
}
