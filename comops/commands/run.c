/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/command.h"
#include "comops/run/campaign.h"

int command_run(int argc, char **argv)
{
    struct options options;

    options_parse(&options, argc, argv);
    const int status = campaign_run(&options);

    options_free(&options);
    return status;
}
