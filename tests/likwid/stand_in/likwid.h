/* SPDX-License-Identifier: BSD-3-Clause */
/* What comops/ranks/worker/likwid.c uses of likwid's header of this name (5.2), where that is not
 * installed. */
#pragma once

#include <stdint.h>

typedef enum { ACCESSMODE_PERF = -1, ACCESSMODE_DIRECT = 0, ACCESSMODE_DAEMON = 1 } AccessMode;

typedef struct {
    AccessMode daemonMode;
} * Configuration_t;

typedef struct {
    uint32_t family, model;
} CpuInfo;
typedef CpuInfo *CpuInfo_t;

int init_configuration(void);
Configuration_t get_configuration(void);
int topology_init(void);
CpuInfo_t get_cpuInfo(void);
void HPMmode(int mode);
int perfmon_init(int threads, const int *cpus);
void perfmon_finalize(void);
int perfmon_getGroups(char ***names, char ***short_texts, char ***long_texts);
void perfmon_returnGroups(int count, char **names, char **short_texts, char **long_texts);
int perfmon_getNumberOfGroups(void);
int perfmon_getNumberOfEvents(int group);
char *perfmon_getEventName(int group, int event);
char *perfmon_getCounterName(int group, int event);
void likwid_markerInit(void);
void likwid_markerThreadInit(void);
int likwid_markerRegisterRegion(const char *tag);
int likwid_markerStartRegion(const char *tag);
int likwid_markerStopRegion(const char *tag);
void likwid_markerGetRegion(const char *tag, int *events, double *counts, double *time, int *count);
void likwid_markerClose(void);
