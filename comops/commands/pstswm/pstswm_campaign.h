/* SPDX-License-Identifier: BSD-3-Clause */
/* Campaigns of `comops run` that belong to an experiment: between the first two ranks. */
#pragma once

#include "comops/commands/pstswm/pstswm_parallel.h"

#include <jansson.h>
#include <stdio.h>

/* Adds the options of the campaign to the words of a command line. */
void pstswm_campaign_add(char ***words, const char *pattern, const struct parallel_request *request,
                         const char *output);

/* The JSON objects among the lines of a file, which it closes; none if `file` is NULL. */
json_t *pstswm_campaign_read(FILE *file);
