/* SPDX-License-Identifier: BSD-3-Clause */
/* The kinds of cores. hwloc makes a kind of every maximal frequency, so equal cores of which the
 * firmware favours some have several: they are one kind here. And where hwloc was told nothing,
 * performance and efficiency cores still differ in their siblings and L2 caches. */
#include "topology/internal.h"

#include <stdlib.h>
#include <string.h>

/* In percent, between neighbours. Favoured cores are up to 16 % faster than others (Intel Core
 * i9-10900X: 5.2 and 4.5 GHz), and ranked ones by 3 % than the next (AMD Threadripper PRO 7975WX).
 * Cores of different design are at least 39 % apart (NVIDIA GB10: 3.9 and 2.8 GHz). */
enum { DIFFERENCE = 25 };

static uint64_t larger(uint64_t one, uint64_t other)
{
    return one > other ? one : other;
}

static uint64_t smaller(uint64_t one, uint64_t other)
{
    return one < other ? one : other;
}

static const char *info_find(hwloc_topology_t topology, unsigned kind, const char *name)
{
    struct hwloc_info_s *infos = NULL;
    unsigned count = 0;

    hwloc_cpukinds_get_info(topology, kind, NULL, NULL, &count, &infos, 0);
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(infos[i].name, name))
            return infos[i].value;
    return NULL;
}

static struct span info_span(hwloc_topology_t topology, unsigned kind, const char *name)
{
    const char *value = info_find(topology, kind, name);
    uint64_t number = value ? strtoul(value, NULL, 10) : 0;

    return (struct span){number, number};
}

/* Asks for the first hardware thread: files may give siblings different kinds. */
static void hwloc_kind_read(hwloc_topology_t topology, struct kind *kind)
{
    hwloc_obj_t pu = hwloc_get_obj_inside_cpuset_by_type(topology, kind->pus, HWLOC_OBJ_PU, 0);
    int number = pu ? hwloc_cpukinds_get_by_cpuset(topology, pu->cpuset, 0) : -1;

    if (number < 0 || hwloc_cpukinds_get_info(topology, (unsigned)number, NULL, &kind->ranking,
                                              NULL, NULL, 0))
        return;
    kind->type = info_find(topology, (unsigned)number, "CoreType");
    kind->MHz = info_span(topology, (unsigned)number, "FrequencyMaxMHz");
    kind->capacity = info_span(topology, (unsigned)number, "LinuxCapacity");
}

static struct kind kind_of(const struct machine *machine, hwloc_obj_t core)
{
    hwloc_topology_t topology = machine->topology;
    hwloc_obj_t l2 = object_within(core, HWLOC_OBJ_L2CACHE);
    struct kind kind = {.pus = hwloc_bitmap_dup(core->cpuset), .ranking = -1};

    hwloc_kind_read(topology, &kind);
    if (l2) {
        kind.l2 = l2->attr->cache.size;
        kind.l2_of_core = kind.l2 / larger(1, (uint64_t)object_cores(machine, l2));
    }
    /* Where some are offline, equal cores may have different numbers of siblings. */
    if (hwloc_bitmap_isequal(hwloc_topology_get_complete_cpuset(topology),
                             hwloc_topology_get_topology_cpuset(topology)))
        kind.siblings = (uint64_t)hwloc_bitmap_weight(core->cpuset);
    return kind;
}

/* 0 is unknown, in spans too, and no difference. */
static bool equal(uint64_t one, uint64_t other)
{
    return !one || !other || one == other;
}

static bool near(struct span one, struct span other)
{
    return !one.low || !other.low ||
           larger(one.low, other.low) * 100 <= smaller(one.high, other.high) * (100 + DIFFERENCE);
}

static bool alike(const struct kind *one, const struct kind *other)
{
    return (!one->type || !other->type || !strcmp(one->type, other->type)) &&
           near(one->MHz, other->MHz) && near(one->capacity, other->capacity) &&
           equal(one->siblings, other->siblings) && equal(one->l2, other->l2);
}

static struct span joined(struct span one, struct span other)
{
    if (!one.low || !other.low)
        return one.low ? one : other;
    return (struct span){smaller(one.low, other.low), larger(one.high, other.high)};
}

static void kind_join(struct kind *kind, const struct kind *other)
{
    hwloc_bitmap_or(kind->pus, kind->pus, other->pus);
    hwloc_bitmap_free(other->pus);
    kind->type = kind->type ? kind->type : other->type;
    kind->MHz = joined(kind->MHz, other->MHz);
    kind->capacity = joined(kind->capacity, other->capacity);
    kind->siblings = larger(kind->siblings, other->siblings);
    kind->l2 = larger(kind->l2, other->l2);
    kind->l2_of_core = larger(kind->l2_of_core, other->l2_of_core);
    kind->ranking = kind->ranking > other->ranking ? kind->ranking : other->ranking;
}

/* The slowest first: as hwloc ranks them, or else by what each core has. */
static int kind_compare(const void *one, const void *other)
{
    const struct kind *first = one, *second = other;

    if (first->ranking != second->ranking)
        return first->ranking < second->ranking ? -1 : 1;
    if (first->l2_of_core != second->l2_of_core)
        return first->l2_of_core < second->l2_of_core ? -1 : 1;
    if (first->siblings != second->siblings)
        return first->siblings < second->siblings ? -1 : 1;
    return hwloc_bitmap_compare_first(first->pus, second->pus);
}

/* A core may be what makes several kinds alike. */
static void core_add(struct machine *machine, hwloc_obj_t core)
{
    struct kind kind = kind_of(machine, core);

    for (int i = 0; i < machine->kind_count;)
        if (alike(&kind, &machine->kinds[i])) {
            kind_join(&kind, &machine->kinds[i]);
            machine->kinds[i] = machine->kinds[--machine->kind_count];
            i = 0;
        } else
            i++;
    machine->kinds = memory_grow(machine->kinds, (size_t)machine->kind_count, sizeof(kind));
    machine->kinds[machine->kind_count++] = kind;
}

void kinds_find(struct machine *machine)
{
    hwloc_obj_t pu = NULL, last = NULL;

    while ((pu = hwloc_get_next_obj_by_type(machine->topology, HWLOC_OBJ_PU, pu))) {
        if (object_core(pu) != last)
            core_add(machine, object_core(pu));
        last = object_core(pu);
    }
    if (machine->kind_count)
        qsort(machine->kinds, (size_t)machine->kind_count, sizeof(*machine->kinds), kind_compare);
}

int kind_of_pu(const struct machine *machine, unsigned pu)
{
    int kind = 0;

    while (kind + 1 < machine->kind_count && !hwloc_bitmap_isset(machine->kinds[kind].pus, pu))
        kind++;
    return kind;
}

void kinds_free(struct machine *machine)
{
    for (int i = 0; i < machine->kind_count; i++)
        hwloc_bitmap_free(machine->kinds[i].pus);
    free(machine->kinds);
}
