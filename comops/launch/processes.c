/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/processes.h"

#include <ctype.h>
#include <dirent.h>
#include <stddef.h>

bool processes_any(bool (*is)(const char *pid, const void *what), const void *what)
{
    DIR *folder = opendir("/proc");
    const struct dirent *entry;
    bool found = !folder;

    while (folder && (entry = readdir(folder)))
        if (isdigit((unsigned char)*entry->d_name))
            found = is(entry->d_name, what) || found;
    if (folder)
        closedir(folder);
    return found;
}
