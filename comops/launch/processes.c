/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/processes.h"

#include <ctype.h>
#include <dirent.h>
#include <stddef.h>

bool processes_any(bool (*is)(const char *pid, void *what), void *what)
{
    DIR *folder = opendir("/proc");
    const struct dirent *entry;
    bool found = !folder;

    while (!found && (entry = readdir(folder)))
        found = isdigit((unsigned char)*entry->d_name) && is(entry->d_name, what);
    if (folder)
        closedir(folder);
    return found;
}
