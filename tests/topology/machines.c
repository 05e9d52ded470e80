/* SPDX-License-Identifier: BSD-3-Clause */
#include "machines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const machine_files[] = {
    "16-2gr2gr2n2c+misc.xml",
    "16amd64-4distances.xml",
    "16amd64-8n2c-cpusets.xml",
    "16em64t-4s2c2t-offlines.xml",
    "16em64t-4s2c2t.xml",
    "192em64t-24n8c2t.xml",
    "32em64t-2n8c2t-pci-noio.xml",
    "64intel64-heteromem.xml",
    "8intel64-4n2t-memattrs.xml",
    "96em64t-4n4d3ca2co-pci.xml",
    "fakecpukinds.xml",
    "hybrid.xml",
    "power8gpudistances.xml",
    NULL,
};

const char *const machine_synthetics[] = {
    "pack:1 core:1 pu:1",
    "pack:1 l3:1 core:2 pu:1",
    "pack:1 core:4 pu:2",
    "pack:2 core:2 pu:2",
    "pack:2 [numa] l3:1 l2:4 core:1 pu:2",
    "pack:2 [numa] l3:2 core:3 pu:1",
    "pack:2 l3:1 [numa] core:4 pu:2",
    "pack:1 die:2 [numa] l3:2 core:4 pu:1",
    "pack:2 numa:2 core:3 pu:2",
    "pack:3 [numa] core:1 pu:1",
    "numa:4 pu:2",
    "pu:6",
    NULL,
};

static struct machine *machine_must(struct machine *machine, const char *name, const char *why)
{
    if (!machine) {
        printf("Bail out! %s: %s\n", name, why);
        exit(EXIT_FAILURE);
    }
    return machine;
}

struct machine *machine_open(const char *name)
{
    struct machine *machine;
    char path[1024], why[256] = "";

    if (strstr(name, ".xml")) {
        snprintf(path, sizeof(path), "%s/%s", MACHINES, name);
        machine = machine_load(path, why, sizeof(why));
    } else {
        setenv("HWLOC_SYNTHETIC", name, 1);
        machine = machine_load(NULL, why, sizeof(why));
        unsetenv("HWLOC_SYNTHETIC");
    }
    return machine_must(machine, name, why);
}

/* xorshift64*, Vigna 2016: the C library's rand differs between systems. */
int random_below(uint64_t *seed, int most)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (int)((*seed * 0x2545f4914f6cdd1d >> 33) % (uint64_t)most);
}

static int sketch_pus(const struct sketch *sketch)
{
    int count = 0;

    for (int d = 0; d < sketch->domains; d++)
        count += sketch->cores[d] * sketch->siblings;
    return count;
}

void numbers_fill(int *numbers, int count, uint64_t *seed)
{
    for (int i = 0; i < count; i++)
        numbers[i] = i;
    for (int i = count - 1; seed && i > 0; i--) {
        int other = random_below(seed, i + 1), number = numbers[i];
        numbers[i] = numbers[other];
        numbers[other] = number;
    }
}

void sketch_number(struct sketch *sketch, uint64_t *seed, bool shuffled)
{
    numbers_fill(sketch->numbers, sketch_pus(sketch), shuffled ? seed : NULL);
}

struct sketch sketch_random(uint64_t *seed, bool shuffled)
{
    struct sketch sketch = {.domains = 1 + random_below(seed, 5)};

    sketch.siblings = 1 + random_below(seed, 2);
    for (int d = 0; d < sketch.domains; d++)
        sketch.cores[d] = 1 + random_below(seed, 6);
    sketch_number(&sketch, seed, shuffled);
    return sketch;
}

static void sets_write(FILE *file, const char *type, const struct sketch *sketch, int first,
                       int count, int domain, int *id)
{
    uint64_t pus = 0;

    for (int i = first; i < first + count; i++)
        pus |= UINT64_C(1) << sketch->numbers[i];
    fprintf(file, "<object type=\"%s\" os_index=\"%d\" gp_index=\"%d\"", type,
            count == 1 && !strcmp(type, "PU") ? sketch->numbers[first]
            : domain < 0                      ? 0
                                              : domain,
            ++*id);
    for (int complete = 0; complete < 2; complete++) {
        fprintf(file, " %scpuset=\"0x%08x,0x%08x\"", complete ? "complete_" : "",
                (unsigned)(pus >> 32), (unsigned)(pus & 0xffffffff));
        fprintf(file, " %snodeset=\"0x%08x\"", complete ? "complete_" : "",
                domain < 0 ? (1u << sketch->domains) - 1 : 1u << domain);
    }
}

static void domain_write(FILE *file, const struct sketch *sketch, int domain, int first, int *id)
{
    int siblings = sketch->siblings, count = sketch->cores[domain] * siblings;

    sets_write(file, "Package", sketch, first, count, domain, id);
    fprintf(file, ">\n");
    sets_write(file, "NUMANode", sketch, first, count, domain, id);
    fprintf(file, " local_memory=\"1073741824\"/>\n");
    for (int core = first; core < first + count; core += siblings) {
        sets_write(file, "Core", sketch, core, siblings, domain, id);
        fprintf(file, ">\n");
        for (int pu = core; pu < core + siblings; pu++) {
            sets_write(file, "PU", sketch, pu, 1, domain, id);
            fprintf(file, "/>\n");
        }
        fprintf(file, "</object>\n");
    }
    fprintf(file, "</object>\n");
}

static void sketch_write(FILE *file, const struct sketch *sketch)
{
    int first = 0, id = 0;

    fprintf(file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n<topology version=\"2.0\">\n");
    sets_write(file, "Machine", sketch, 0, sketch_pus(sketch), -1, &id);
    fprintf(file, ">\n");
    for (int domain = 0; domain < sketch->domains; domain++) {
        domain_write(file, sketch, domain, first, &id);
        first += sketch->cores[domain] * sketch->siblings;
    }
    fprintf(file, "</object>\n</topology>\n");
}

struct machine *sketch_open(const struct sketch *sketch)
{
    char path[] = "/tmp/comops-sketch-XXXXXX", why[256] = "";
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    struct machine *machine;

    if (!file)
        machine_must(NULL, path, "cannot be written");
    sketch_write(file, sketch);
    fclose(file);
    machine = machine_load(path, why, sizeof(why));
    unlink(path);
    return machine_must(machine, path, why);
}

int pus_find(const json_t *pus, int pu)
{
    size_t i;
    json_t *entry;

    json_array_foreach(pus, i, entry) if (json_integer_value(entry) == pu) return (int)i;
    return -1;
}

int core_of(const json_t *machine, int pu, int *sibling)
{
    size_t i;
    json_t *core;

    json_array_foreach(json_object_get(machine, "cores"), i, core)
    {
        *sibling = pus_find(json_object_get(core, "pus"), pu);
        if (*sibling >= 0)
            return (int)i;
    }
    return -1;
}
