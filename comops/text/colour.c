/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/text/colour.h"

#include <stdlib.h>
#include <unistd.h>

bool colour_wanted(void)
{
    const char *unwanted = getenv("NO_COLOR");

    return isatty(STDOUT_FILENO) && !(unwanted && *unwanted);
}
