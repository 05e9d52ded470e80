/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/counters.h"

#include <dlfcn.h>
#include <stdio.h>

/* The loader searches the folder of the object that this is in (comops/ranks/meson.build). */
const struct counters *counters_load(char *why)
{
    static const struct counters *counters;
    void *const module = counters ? NULL : dlopen(COUNTERS_MODULE, RTLD_NOW | RTLD_LOCAL);

    if (module)
        counters = dlsym(module, COUNTERS_SYMBOL);
    if (!counters)
        snprintf(why, COUNTERS_TEXT, "no likwid in this build, or none on this machine (%s)",
                 dlerror());
    return counters;
}
