/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/streams.h"

#include "comops/text/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void close_output(void)
{
    const bool lost = ferror(stdout);

    errno = 0;
    if (fclose(stdout) == 0 && !lost)
        return;
    text_say("cannot write to standard output%s%s", errno ? ": " : "",
             errno ? strerror(errno) : "");
    _exit(EXIT_FAILURE);
}

void streams_open(void)
{
    static const int modes[] = {
        [STDIN_FILENO] = O_RDONLY, [STDOUT_FILENO] = O_RDONLY, [STDERR_FILENO] = O_WRONLY};

    /* In ascending order, so that each gets the number that is free. */
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", modes[stream]) != stream)
            _exit(EXIT_FAILURE);
    if (atexit(close_output) != 0)
        _exit(EXIT_FAILURE);
}
