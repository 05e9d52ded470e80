/* SPDX-License-Identifier: BSD-3-Clause */
/* What comops/worker/likwid.c uses of likwid's header of this name, where that is not installed. */
#pragma once

#include <likwid.h>

#define LIKWID_MARKER_INIT likwid_markerInit()
#define LIKWID_MARKER_THREADINIT likwid_markerThreadInit()
#define LIKWID_MARKER_REGISTER(tag) likwid_markerRegisterRegion(tag)
#define LIKWID_MARKER_START(tag) likwid_markerStartRegion(tag)
#define LIKWID_MARKER_STOP(tag) likwid_markerStopRegion(tag)
#define LIKWID_MARKER_CLOSE likwid_markerClose()
#define LIKWID_MARKER_GET(tag, events, counts, time, count)                                        \
    likwid_markerGetRegion(tag, events, counts, time, count)
