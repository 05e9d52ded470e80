/* SPDX-License-Identifier: BSD-3-Clause */
/* The syntax of placements, and what lists and locations select. */
#include "tests/tap.h"

#include "decide.h"

#define SERVER "pack:2 numa:2 core:4 pu:2"

static bool is_refused(const char *name, const char *reason)
{
    char why[512] = "";
    bool refused = !placement_is_name(name, why, sizeof(why)) && strstr(why, reason);

    if (!refused)
        printf("# `%s`: '%s' does not say '%s'\n", name, why, reason);
    return refused;
}

static bool text_names(const char *text, const char *name)
{
    bool found = strstr(text, name) != NULL;

    if (!found)
        printf("# %s is missing\n", name);
    return found;
}

static const struct decision decisions[] = {
    /* lists use OS indices */
    {"pack:2 core:2 pu:2(indexes=2*4:1*2)", "pu:1+0+4-5", 4, false,
     "1 0 4 5 (cores 0-1, hardware threads 0-1,4-5)"},
    /* lists name the invalid hardware thread */
    {"core:2 pu:1", "pu:0+7", 2, false, "refused: this machine has no hardware thread 7"},
    {"16em64t-4s2c2t-offlines.xml", "pu:0+2", 2, false,
     "refused: hardware thread 2 is offline or forbidden by the cgroup"},
    /* lists that are too short need --oversubscribe */
    {"core:4 pu:1", "pu:2+1", 3, false,
     "refused: 3 ranks on 2 hardware threads; --oversubscribe forces it"},
    {"core:4 pu:1", "pu:2+1", 3, true, "2 1 2 (cores 1-2, hardware threads 1-2)"},
    {"core:4 pu:1", "pu:2+1", 1, false, "2 (core 2, hardware thread 2)"},
    /* locations count in logical order within their part */
    {SERVER, "numa:1.core:2-3", 2, false, "12 14 (cores 6-7, hardware threads 12,14)"},
    {SERVER, "package:1.numa:1.core:0.pu:1", 1, false, "25 (core 12, hardware thread 25)"},
    {SERVER, "package:all.core:1", 2, false, "2 18 (cores 1,9, hardware threads 2,18)"},
    /* locations take cores before siblings unless siblings are written out */
    {SERVER, "core:0-1", 4, false, "0 2 1 3 (cores 0-1, hardware threads 0-3)"},
    {SERVER, "core:0+core:1", 4, false, "0 2 1 3 (cores 0-1, hardware threads 0-3)"},
    {SERVER, "core:0-1.pu:0-1", 4, false, "0 1 2 3 (cores 0-1, hardware threads 0-3)"},
    /* locations accept all forms of ranges */
    {"core:6 pu:1", "core:odd", 3, false, "1 3 5 (cores 1,3,5, hardware threads 1,3,5)"},
    {"core:6 pu:1", "core:even", 3, false, "0 2 4 (cores 0,2,4, hardware threads 0,2,4)"},
    {"core:6 pu:1", "core:4-", 2, false, "4 5 (cores 4-5, hardware threads 4-5)"},
    {"core:6 pu:1", "core:5:3", 3, false, "5 0 1 (cores 0-1,5, hardware threads 0-1,5)"},
    {"core:6 pu:1", "core:all", 2, false, "0 1 (cores 0-1, hardware threads 0-1)"},
    /* locations name the invalid part */
    {SERVER, "package:0.core:8", 1, false,
     "refused: there is no core:8 in package #0, which has 8"},
    {SERVER, "l3:0", 1, false, "refused: this machine has no l3 that hwloc knows"},
    {"16amd64-8n2c-cpusets.xml", "numa:3", 1, false, "refused: NUMA node #3 (8 GiB) has no cores"},
    {"core:1 pu:1", "core:odd", 1, false,
     "refused: there is no core:1 in the whole machine, which has 1"},
    {"16-2gr2gr2n2c+misc.xml", "group:0", 1, false,
     "refused: this machine has several levels of group; say which, as in group0"},
    {"16-2gr2gr2n2c+misc.xml", "group0:1", 2, false, "8 9 (cores 8-9, hardware threads 8-9)"},
};

TEST(placements_are_decided_as_listed)
{
    decisions_check(decisions, sizeof(decisions) / sizeof(decisions[0]));
}

TEST(every_valid_name_is_accepted)
{
    static const char *const names[] = {
        "distance:1", "distance:12",         "pu:0",     "pu:0+2+5-7",         "numa:0.core:0-3",
        "L3:all",     "package:odd+core:1-", "core:2:4", "NUMANode:0.pu:even", "machine:0"};
    char why[512];

    for (const char *const *name = placement_names_all(); *name; name++)
        CHECK(placement_is_name(*name, why, sizeof(why)));
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        CHECK(placement_is_name(names[i], why, sizeof(why)) && placement_meaning(names[i]));
}

TEST(an_invalid_name_is_refused_with_the_expected_form)
{
    CHECK(is_refused("nonsense", "no placement `nonsense`; there are: bus, crossbar, agent,"));
    CHECK(is_refused("", "no placement ``"));
    CHECK(is_refused("distance", "is written distance:K"));
    CHECK(is_refused("pu", "is written pu:LIST"));
    CHECK(is_refused("distance:0", "the nearest is distance:1"));
    CHECK(is_refused("distance:2x", "the nearest is distance:1"));
    CHECK(is_refused("distance:12345678901", "the nearest is distance:1"));
    CHECK(is_refused("pu:", "is not a list of hardware threads like 0+2+5-7"));
    CHECK(is_refused("pu:0+", "is not a list"));
    CHECK(is_refused("pu:7-5", "is not a list"));
    CHECK(is_refused("pu:99999999999", "is not a list"));
    CHECK(is_refused("pu:0-2+1", "hardware thread 1 is listed twice"));
    CHECK(is_refused("core:", "is not N, N-M, N-, N:COUNT, all, odd or even"));
    CHECK(is_refused("core:3-1", "is not N, N-M"));
    CHECK(is_refused("core:0:0", "is not N, N-M"));
    CHECK(is_refused("core:oddly", "is not N, N-M"));
    CHECK(is_refused("core:0.", "is not a location like"));
    CHECK(is_refused("core:0+", "is not a location like"));
    CHECK(is_refused("core:0.l3", "is not a location like"));
    CHECK(is_refused("kernel:0", "`kernel` is not a part of a machine with cores in it"));
    CHECK(is_refused("core7:0", "`core7` is not a part"));
    CHECK(is_refused("os:0", "`os` is not a part"));
    CHECK(is_refused("numa[hbm]:0", "`numa[hbm]` is not a part"));
    CHECK(is_refused("core:0+pu:1", "pu: cannot be part of a location"));
}

TEST(an_unknown_name_is_refused_by_placement_plan_too)
{
    CHECK(!strncmp(decide("core:2 pu:1", "nonsense", 2, false), "refused: no placement", 21));
}

TEST(the_page_describes_every_placement)
{
    static const char *const described[] = {"bus", "crossbar", "agent", "smt",     "core",
                                            "l2",  "l3",       "numa",  "package", "spread"};
    static char page[1 << 16];
    const char *form, *meaning;
    FILE *file = fopen(PAGE, "r");
    size_t length = file ? fread(page, 1, sizeof(page) - 1, file) : 0;

    CHECK(length > 0);
    for (int i = 0; (form = placement_form(i, &meaning)); i++)
        CHECK(*meaning && (strchr(form, ':') || placement_meaning(form) == meaning));
    CHECK(strcmp(placement_form(10, &meaning), "distance:K") == 0 &&
          text_names(page, "`distance:K`"));
    for (size_t i = 0; i < sizeof(described) / sizeof(described[0]); i++) {
        char word[64];
        snprintf(word, sizeof(word), "`%s`", described[i]);
        CHECK(text_names(page, word));
        CHECK(placement_meaning(described[i]));
    }
    CHECK(text_names(page, "`pu:0+2+5-7`") && text_names(page, "`numa:0.core:0-3`"));
    if (file)
        fclose(file);
}
