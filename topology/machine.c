/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { XML_SECONDS = 20 }; /* by then hwloc has loaded a file or never will */

int hwloc_load_quietly(hwloc_topology_t topology)
{
    bool ours = !getenv("HWLOC_HIDE_ERRORS");
    int result;

    if (ours)
        setenv("HWLOC_HIDE_ERRORS", "2", 1);
    result = hwloc_topology_load(topology);
    if (ours)
        unsetenv("HWLOC_HIDE_ERRORS");
    return result;
}

/* hwloc rejects files of a later major version without a message: check the version here. */
static bool xml_version(const char *path, char version[16])
{
    char head[4096] = "";
    const char *tag;
    FILE *file = fopen(path, "r");

    if (!file)
        return false;
    head[fread(head, 1, sizeof(head) - 1, file)] = '\0';
    fclose(file);
    tag = strstr(head, "<topology version=\"");
    return tag && sscanf(tag, "<topology version=\"%15[0-9.]\"", version) == 1;
}

static void xml_explain(const char *path, char *why, size_t why_size)
{
    char version[16];

    if (xml_version(path, version) && atoi(version) > (int)(hwloc_get_api_version() >> 16)) {
        snprintf(why, why_size, "%s: saved in hwloc's XML format %s, which hwloc %s cannot read",
                 path, version, HWLOC_VERSION);
    } else {
        snprintf(why, why_size, "%s: not a topology saved by hwloc", path);
    }
}

/* In a child: all that hwloc does with a file, without a message or a core dump if it crashes. */
_Noreturn static void xml_try(const char *path)
{
    hwloc_topology_t topology, copy;

    setrlimit(RLIMIT_CORE, &(struct rlimit){0});
    close(STDERR_FILENO);
    alarm(XML_SECONDS);
    if (!hwloc_topology_init(&topology) && !hwloc_topology_set_xml(topology, path) &&
        !hwloc_load_quietly(topology) && !hwloc_topology_dup(&copy, topology)) {
        hwloc_topology_destroy(copy);
        hwloc_topology_destroy(topology);
    }
    _exit(EXIT_SUCCESS);
}

/* hwloc trusts the files it loads: a child finds out whether it survives this one. */
static bool xml_survives(const char *path)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0)
        xml_try(path);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return !WIFSIGNALED(status);
}

static bool source_xml(hwloc_topology_t topology, const char *path, char *why, size_t why_size)
{
    struct stat status;

    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        snprintf(why, why_size, "%s: %s", path,
                 S_ISDIR(status.st_mode) ? strerror(EISDIR) : "not a file");
        return false;
    }
    if (!xml_survives(path)) {
        snprintf(why, why_size, "%s: hwloc %s crashes on this file", path, HWLOC_VERSION);
        return false;
    }
    errno = 0;
    if (!hwloc_topology_set_xml(topology, path))
        return true;
    if (errno && errno != EINVAL && errno != ENOSYS)
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
    else
        xml_explain(path, why, why_size);
    return false;
}

/* hwloc reads these variables itself, but silently uses the real machine if one is wrong. */
static bool source_choose(hwloc_topology_t topology, const char **xml, char *why, size_t why_size)
{
    const char *synthetic = getenv("HWLOC_SYNTHETIC");

    if (!*xml && synthetic) {
        if (!hwloc_topology_set_synthetic(topology, synthetic))
            return true;
        snprintf(why, why_size, "HWLOC_SYNTHETIC='%s': hwloc does not understand it", synthetic);
        return false;
    }
    if (!*xml)
        *xml = getenv("HWLOC_XMLFILE");
    return !*xml || source_xml(topology, *xml, why, why_size);
}

static void usable_find(struct machine *machine)
{
    hwloc_topology_t topology = machine->topology;
    hwloc_bitmap_t mask = hwloc_bitmap_alloc();

    machine->usable = hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(topology));
    hwloc_bitmap_and(machine->usable, machine->usable,
                     hwloc_topology_get_topology_cpuset(topology));
    if (machine_is_here(machine) && !hwloc_get_cpubind(topology, mask, HWLOC_CPUBIND_PROCESS))
        hwloc_bitmap_and(machine->usable, machine->usable, mask);
    hwloc_bitmap_free(mask);
}

/* Siblings are adjacent in logical order, so one pass over the hardware threads suffices. */
static void cores_find(struct machine *machine)
{
    int count = hwloc_get_nbobjs_by_type(machine->topology, HWLOC_OBJ_PU);
    size_t most = count > 0 ? (size_t)count : 0; /* -1 if a file has PUs at several depths */
    struct core *core = NULL;
    hwloc_obj_t pu = NULL;

    machine->cores = memory_zeroed(most, sizeof(*machine->cores));
    machine->pus = memory_zeroed(most, sizeof(*machine->pus));
    while ((pu = hwloc_get_next_obj_by_type(machine->topology, HWLOC_OBJ_PU, pu))) {
        if (!hwloc_bitmap_isset(machine->usable, pu->os_index))
            continue;
        if (!core || core->object != object_core(pu)) {
            core = &machine->cores[machine->core_count++];
            core->object = object_core(pu);
            core->pus = &machine->pus[machine->pu_count];
            core->speed = kind_of_pu(machine, pu->os_index);
        }
        core->pu_count++;
        machine->pus[machine->pu_count++] = (int)pu->os_index;
    }
}

/* Files written by hand may give several hardware threads one OS index. */
static bool pus_distinct(hwloc_topology_t topology)
{
    hwloc_obj_t pu = NULL;

    while ((pu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, pu)))
        if (hwloc_get_pu_obj_by_os_index(topology, pu->os_index) != pu)
            return false;
    return true;
}

static bool topology_open(hwloc_topology_t topology, const char *xml, char *why, size_t why_size)
{
    if (!source_choose(topology, &xml, why, why_size))
        return false;
    errno = 0;
    if (!hwloc_load_quietly(topology)) {
        if (pus_distinct(topology))
            return true;
        snprintf(why, why_size, "%s: several hardware threads have one OS index",
                 xml ? xml : "HWLOC_SYNTHETIC");
    } else if (xml)
        xml_explain(xml, why, why_size);
    else
        snprintf(why, why_size, "hwloc cannot detect this machine: %s", strerror(errno));
    return false;
}

struct machine *machine_load(const char *xml, char *why, size_t why_size)
{
    struct machine *machine = memory_zeroed(1, sizeof(*machine));

    if (hwloc_topology_init(&machine->topology)) {
        snprintf(why, why_size, "hwloc failed to initialize: %s", strerror(errno));
        free(machine);
        return NULL;
    }
    if (!topology_open(machine->topology, xml, why, why_size)) {
        machine_free(machine);
        return NULL;
    }
    usable_find(machine);
    kinds_find(machine);
    cores_find(machine);
    if (!machine->core_count) {
        snprintf(why, why_size, "this process may not use any of the machine's hardware threads");
        machine_free(machine);
        return NULL;
    }
    return machine;
}

void machine_free(struct machine *machine)
{
    if (!machine)
        return;
    hwloc_topology_destroy(machine->topology);
    hwloc_bitmap_free(machine->usable);
    free(machine->cores);
    free(machine->pus);
    kinds_free(machine);
    free(machine);
}

bool machine_is_here(const struct machine *machine)
{
    return hwloc_topology_is_thissystem(machine->topology);
}

const char *machine_model(const struct machine *machine)
{
    hwloc_obj_t package = hwloc_get_obj_by_type(machine->topology, HWLOC_OBJ_PACKAGE, 0);
    const char *model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;

    if (!model)
        model = hwloc_obj_get_info_by_name(hwloc_get_root_obj(machine->topology), "CPUModel");
    return model && *model ? model : NULL;
}

char *machine_usable(const struct machine *machine)
{
    char *list = NULL;
    const int length = hwloc_bitmap_list_asprintf(&list, machine->usable);

    return memory_or_die(length < 0 ? NULL : list);
}
