/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/tap.h"

#include "machines.h"

#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define BAD MACHINES "/../bad/"

/* Writes a file, loads it as a machine and removes it. */
static struct machine *text_load(const char *text, size_t length, char *why, size_t why_size)
{
    char path[] = "/tmp/comops-machine-XXXXXX";
    int descriptor = mkstemp(path);
    struct machine *machine;

    CHECK(descriptor >= 0 && write(descriptor, text, length) == (ssize_t)length);
    close(descriptor);
    machine = machine_load(path, why, why_size);
    unlink(path);
    return machine;
}

static bool load_fails(const char *path, const char *reason)
{
    char why[256] = "";
    struct machine *machine = machine_load(path, why, sizeof(why));
    bool failed = !machine && strstr(why, reason);

    if (!failed)
        printf("# %s: '%s' does not say '%s'\n", path ? path : "environment", why, reason);
    machine_free(machine);
    return failed;
}

static bool text_fails(const char *text, const char *reason)
{
    char why[256] = "";
    struct machine *machine = text_load(text, strlen(text), why, sizeof(why));
    bool failed = !machine && strstr(why, reason);

    if (!failed)
        printf("# '%s' does not say '%s'\n", why, reason);
    machine_free(machine);
    return failed;
}

TEST(a_missing_file_is_named_with_the_reason)
{
    CHECK(load_fails("/nonexistent/machine.xml", "/nonexistent/machine.xml: No such file"));
    CHECK(load_fails("/", "/: Is a directory"));
}

TEST(a_file_that_is_no_topology_is_refused)
{
    CHECK(load_fails("/dev/null", "/dev/null: not a file"));
    CHECK(text_fails("hello\n", "not a topology saved by hwloc"));
    CHECK(text_fails("<?xml version=\"1.0\"?>\n<html><body/></html>\n", "not a topology"));
    CHECK(text_fails("<?xml version=\"1.0\"?>\n<topology version=\"2.0\">\n</topology>\n",
                     "not a topology"));
}

TEST(a_file_of_a_later_format_is_refused_as_such)
{
    CHECK(text_fails("<?xml version=\"1.0\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n"
                     "<topology version=\"99.0\">\n<object type=\"Machine\"/>\n</topology>\n",
                     "saved in hwloc's XML format 99.0, which hwloc"));
}

/* Each of these crashed hwloc 2.9 or us. */
TEST(a_file_that_makes_no_sense_is_refused_by_name)
{
    static const char *const paths[] = {BAD "doctype.xml", BAD "numa_root.xml", BAD "lost_node.xml",
                                        BAD "same_os_index.xml"};

    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
        CHECK(load_fails(paths[i], paths[i]));
    CHECK(load_fails(BAD "nested_pu.xml", "any of the machine's hardware threads"));
}

TEST(a_kind_of_infinitely_many_hardware_threads_has_those_of_the_machine)
{
    struct machine *machine = machine_open("../bad/infinite_kind.xml");
    json_t *json = machine_json(machine);
    json_t *kind = json_array_get(json_object_get(json, "kinds"), 0);

    CHECK(json_array_size(json_object_get(kind, "pus")) == 2);
    json_decref(json);
    machine_free(machine);
}

TEST(a_file_cut_anywhere_loads_or_is_refused_with_a_reason)
{
    static char text[1 << 16];
    FILE *file = fopen(MACHINES "/8intel64-4n2t-memattrs.xml", "r");
    size_t length = file ? fread(text, 1, sizeof(text), file) : 0;

    CHECK(length > 0);
    for (size_t cut = 0; cut < length; cut += 97) {
        char why[256] = "";
        struct machine *machine = text_load(text, cut, why, sizeof(why));
        CHECK(machine || *why);
        machine_free(machine);
    }
    if (file)
        fclose(file);
}

TEST(a_wrong_environment_is_refused_instead_of_ignored)
{
    setenv("HWLOC_SYNTHETIC", "nonsense:x", 1);
    CHECK(load_fails(NULL, "HWLOC_SYNTHETIC='nonsense:x'"));
    unsetenv("HWLOC_SYNTHETIC");
    setenv("HWLOC_XMLFILE", "/nonexistent/machine.xml", 1);
    CHECK(load_fails(NULL, "/nonexistent/machine.xml: No such file"));
    unsetenv("HWLOC_XMLFILE");
}

TEST(hwloc_prints_nothing_of_its_own)
{
    FILE *file = tmpfile();
    int saved = dup(STDERR_FILENO);

    CHECK(file && saved >= 0 && dup2(fileno(file), STDERR_FILENO) >= 0);
    a_file_that_is_no_topology_is_refused();
    a_file_of_a_later_format_is_refused_as_such();
    a_wrong_environment_is_refused_instead_of_ignored();
    for (const char *const *name = machine_files; *name; name++)
        machine_free(machine_open(*name));
    dup2(saved, STDERR_FILENO);
    close(saved);
    CHECK(lseek(fileno(file), 0, SEEK_END) == 0);
    fclose(file);
}

TEST(this_machine_is_here_and_others_are_not)
{
    char why[256] = "";
    struct machine *here = machine_load(NULL, why, sizeof(why));
    struct machine *other = machine_open("fakecpukinds.xml");

    CHECK(here && machine_is_here(here));
    CHECK(here && machine_cores(here) >= 1 && machine_pus(here) >= machine_cores(here));
    CHECK(!machine_is_here(other));
    machine_free(here);
    machine_free(other);
}

static bool summary_is(const char *name, const char *summary)
{
    struct machine *machine = machine_open(name);
    bool same = !strcmp(machine_summary(machine), summary);

    if (!same)
        printf("# found '%s'\n", machine_summary(machine));
    machine_free(machine);
    return same;
}

TEST(the_summary_counts_cores_threads_nodes_and_caches)
{
    CHECK(summary_is("32em64t-2n8c2t-pci-noio.xml",
                     "Intel(R) Xeon(R) CPU E5-2650 0 @ 2.00GHz, 2 packages, 16 cores, 32 hardware "
                     "threads, 2 NUMA nodes, 2 L3 of 20 MiB"));
    CHECK(summary_is("pack:1 l3:1(size=33554432) core:2 pu:1",
                     "unknown CPU, 2 cores, 2 hardware threads, 1 NUMA node, L3 32 MiB"));
    CHECK(summary_is("pu:1", "unknown CPU, 1 core, 1 hardware thread, 1 NUMA node"));
}

TEST(cores_without_usable_threads_do_not_count)
{
    struct machine *machine = machine_open("16em64t-4s2c2t-offlines.xml");

    CHECK(machine_cores(machine) == 6);
    CHECK(machine_pus(machine) == 7);
    machine_free(machine);
    machine = machine_open("16amd64-8n2c-cpusets.xml");
    CHECK(machine_cores(machine) == 10);
    machine_free(machine);
}

TEST(json_lists_every_part_with_its_hardware_threads)
{
    struct machine *machine = machine_open("32em64t-2n8c2t-pci-noio.xml");
    json_t *json = machine_json(machine);
    json_t *node = json_array_get(json_object_get(json, "numa_nodes"), 1);
    json_t *core = json_array_get(json_object_get(json, "cores"), 8);

    CHECK(json_array_size(json_object_get(json, "packages")) == 2);
    CHECK(json_array_size(json_object_get(json, "caches")) == 2 + 16 + 16);
    CHECK(json_array_size(json_object_get(json, "cores")) == 16);
    CHECK(json_integer_value(json_object_get(json, "usable_pus")) == 32);
    CHECK(json_integer_value(json_object_get(node, "bytes")) > INT64_C(30) << 30);
    CHECK(json_array_size(json_object_get(node, "pus")) == 16);
    CHECK(json_integer_value(json_array_get(json_object_get(core, "pus"), 1)) == 24);
    CHECK(json_is(json_object_get(core, "usable"), 't'));
    CHECK(json_is(json_object_get(json, "here"), 'f'));
    json_decref(json);
    machine_free(machine);
}

static int leaves_count(const json_t *part)
{
    json_t *children = json_object_get(part, "children"), *child;
    int count = !strcmp(json_string_value(json_object_get(part, "type")), "hardware thread");
    size_t i;

    CHECK(!json_object_get(part, "pus") && !json_is(json_object_get(part, "usable"), 't'));
    json_array_foreach(children, i, child) count += leaves_count(child);
    return count;
}

TEST(the_record_has_the_machine_in_short_with_every_hardware_thread)
{
    static const char *const names[] = {"192em64t-24n8c2t.xml", "16amd64-8n2c-cpusets.xml",
                                        "hybrid.xml"};
    static const size_t most[] = {52000, 3500, 1000};

    for (int i = 0; i < 3; i++) {
        struct machine *machine = machine_open(names[i]);
        size_t length;
        json_t *topology = machine_topology(machine, &length);

        CHECK(leaves_count(json_object_get(topology, "tree")) == machine_pus(machine));
        CHECK(length < most[i]);
        CHECK(!json_object_get(topology, "kinds") == (i != 2));
        CHECK(!json_object_get(topology, "latencies") == (i == 2));
        json_decref(topology);
        machine_free(machine);
    }
}

TEST(exported_xml_loads_as_the_same_machine)
{
    struct machine *machine = machine_open("192em64t-24n8c2t.xml"), *again;
    char *xml = machine_xml(machine), why[256] = "";

    CHECK(xml != NULL);
    again = text_load(xml, strlen(xml), why, sizeof(why));
    CHECK(again && !strcmp(machine_summary(machine), machine_summary(again)));
    machine_free(again);
    machine_free(machine);
    free(xml);
}

/* In a child: true if a process bound to one hardware thread is offered just that one. */
static bool mask_is_obeyed(int pu)
{
    char why[256] = "";
    struct machine *machine;
    struct placement *one, *two, *other;
    cpu_set_t mask;
    bool good;

    CPU_ZERO(&mask);
    CPU_SET((size_t)pu, &mask);
    if (sched_setaffinity(0, sizeof(mask), &mask))
        return false;
    machine = machine_load(NULL, why, sizeof(why));
    if (!machine)
        return false;
    one = placement_plan(machine, "bus", 1, false);
    two = placement_plan(machine, "bus", 2, false);
    other = placement_plan(machine, pu ? "pu:0" : "pu:1", 1, true);
    good = other->refused && machine_cores(machine) == 1 && machine_pus(machine) == 1 && one->pus &&
           one->pus[0] == pu && two->refused &&
           !strcmp(two->refused, "2 ranks on 1 core; --oversubscribe forces it");
    placement_free(one);
    placement_free(two);
    placement_free(other);
    machine_free(machine);
    return good;
}

TEST(the_callers_affinity_mask_is_respected)
{
    cpu_set_t mask;

    CHECK(!sched_getaffinity(0, sizeof(mask), &mask));
    for (int pu = 0; pu < CPU_SETSIZE; pu++) {
        int status = 1;
        pid_t child;
        if (!CPU_ISSET((size_t)pu, &mask))
            continue;
        child = fork();
        if (!child)
            _exit(mask_is_obeyed(pu) ? EXIT_SUCCESS : EXIT_FAILURE);
        CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    }
}
