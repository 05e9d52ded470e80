/* SPDX-License-Identifier: BSD-3-Clause */
/* The machine (steps.c): a load of a modified line takes 20, 40, 60, 100 ns by distance (same
 * last-level cache, node, socket, other socket), of a clean copy 10, 30, 50, 90; memory 70, of
 * another node 130; hit 1, store 1, pause 10, update 5, fence 20; 10 misses at a time, so one each
 * latency / 10; 4 stores at a time; a line copied in 1, read in half of it. Ranks 0 and 1 share a
 * last-level cache, 0 to 3 a node, 0 to 7 a socket. */
#include "extensions/simulate/tests/coherence/steps.h"

static void mesif(struct machine *machine)
{
    machine->protocol = PROTOCOL_MESIF;
}

static void moesi(struct machine *machine)
{
    machine->protocol = PROTOCOL_MOESI;
}

static void intel(struct machine *machine)
{
    machine->protocol = PROTOCOL_INTEL;
}

static void skylake(struct machine *machine)
{
    machine->protocol = PROTOCOL_SKYLAKE;
}

/* A line takes 10 ns. */
static const struct resource carrier = {"carrier", RESOURCE_BUS, 6.4};

/* All cores in one domain, whose lines cross resource 0. */
static void bus(struct machine *machine)
{
    static const int routes[ROUTE_MOST] = {0, -1, -1, -1};

    machine->resources = machine->domains = 1;
    machine->resource[0] = carrier;
    machine->routes = routes;
    for (int i = 0; i < machine->cores; i++)
        machine->core[i].domain = 0;
}

/* Each core its own domain and node; lines leave core i by port i and enter core j by 16 + j. */
static void crossbar(struct machine *machine)
{
    static int routes[16 * 16 * ROUTE_MOST], memory_of[16];
    static double memory[16 * 16];

    machine->domains = machine->nodes = machine->cores;
    machine->resources = 2 * machine->cores;
    machine->routes = routes;
    machine->memory_of = memory_of;
    machine->memory = memory;
    for (int i = 0; i < machine->resources; i++)
        machine->resource[i] = carrier;
    for (int i = 0; i < machine->cores; i++) {
        machine->core[i].domain = machine->core[i].node = i;
        memory_of[i] = -1;
    }
    for (int i = 0; i < 16 * 16; i++) {
        const int route[ROUTE_MOST] = {i / 16, 16 + i % 16, -1, -1},
                  none[ROUTE_MOST] = {-1, -1, -1, -1};

        for (int k = 0; k < ROUTE_MOST; k++)
            routes[i * ROUTE_MOST + k] = i / 16 == i % 16 ? none[k] : route[k];
        memory[i] = 70;
    }
}

/* What leaves a core's own cache, or a last-level cache, takes 10 ns a line. */
static void ports(struct machine *machine)
{
    machine->resources = machine->cores + machine->llcs;
    for (int i = 0; i < machine->resources; i++)
        machine->resource[i] = carrier;
    for (int i = 0; i < machine->cores; i++) {
        machine->core[i].cache_port = i;
        machine->core[i].llc_port = machine->cores + machine->core[i].llc;
    }
}

/* Five misses at a time. */
static void few(struct machine *machine)
{
    machine->outstanding = 5;
}

/* Caches of a page each. */
static void small(struct machine *machine)
{
    machine->cache_bytes = machine->llc_bytes = 4096;
}

/* A page, with a large cache behind it. */
static void spilling(struct machine *machine)
{
    machine->cache_bytes = 4096;
    machine->llc_bytes = 1 << 20;
    machine->stores = 64;
}

/* 16 lines, which others fetch in 20 ns each; a line is copied there in half a ns. */
static void first(struct machine *machine)
{
    machine->first_bytes = 1024;
    machine->first_rate = 3.2;
    machine->first_copy_rate = 128;
}

/* A load takes a modified line, and such lines are taken back in 20 ns each. */
static void taking(struct machine *machine)
{
    machine->reader_takes = 1;
    machine->back_rate = 3.2;
}

/* A core that does not wait for a load before it has done work of 30 ns. */
static void ahead(struct machine *machine)
{
    machine->window = 30;
}

const struct steps cases[] = {
    {"a line that nobody has comes from memory, then it hits",
     NULL,
     {{0, 0, LOAD, 0, 70},      /* home: the node of who touches its page first */
      {0, 100, LOAD, 0, 101},   /* hit */
      {8, 200, LOAD, 1, 330}}}, /* the same page, so memory of the other socket */
    {"a load of a modified line takes the latency of its distance",
     NULL,
     {{0, 0, WRITE, 0, 1}, /* ownership comes in the background */
      {0, 200, WRITE, 1, 201},
      {0, 400, WRITE, 2, 401},
      {0, 600, WRITE, 3, 601},
      {1, 1000, LOAD, 0, 1020},
      {2, 1000, LOAD, 1, 1040},
      {4, 1000, LOAD, 2, 1060},
      {8, 1000, LOAD, 3, 1100}}},
    {"a flushed line is in memory alone",
     NULL,
     {{0, 0, WRITE, 0, 1},
      {1, 200, LOAD, 0, 220},   /* from rank 0 */
      {1, 400, FLUSH, 0, 472},  /* 2, and 70 to memory */
      {0, 600, LOAD, 0, 670},   /* no copy is left */
      {2, 800, LOAD, 0, 840}}}, /* from rank 0, which has it alone */
    {"a clean line comes from the own last-level cache or from memory",
     NULL,
     {{0, 0, LOAD, 0, 70},
      {2, 200, LOAD, 0, 240},   /* from the core that has it alone */
      {3, 300, LOAD, 0, 310},   /* rank 2's copy is in its cache */
      {4, 400, LOAD, 0, 530}}}, /* another node: its memory is the home's */
    {"an upgrade takes as long as the farthest copy is away",
     NULL,
     {{0, 0, LOAD, 0, 70},
      {1, 200, LOAD, 0, 220},
      {0, 300, WRITE, 0, 301},
      {0, 301, FENCE, 0, 341}, /* asked for at 301, 20 there and back, 20 for the fence */
      {1, 400, LOAD, 0, 420},
      {8, 500, LOAD, 0, 630},
      {0, 700, WRITE, 0, 701},
      {0, 701, FENCE, 0, 821}}}, /* 100 to rank 8 */
    {"others see an atomic store when it commits and read their old copies before",
     NULL,
     {{0, 0, LOAD, 0, 70},
      {8, 100, LOAD, 0, 200},
      {0, 300, STORE, 0, 301, .value = 7}, /* commits at 401 */
      {0, 302, LOAD, 0, 303, .value = 7},  /* its own store */
      {8, 350, LOAD, 0, 351, .value = 0},  /* old copy, old value */
      {8, 402, LOAD, 0, 502, .value = 7}}},
    {"a load of a line that is on its way waits until it has arrived",
     NULL,
     {{0, 0, LOAD, 0, 70},
      {8, 100, STORE, 0, 101, .value = 7}, /* commits at 201 */
      /* At its home at 183 1/3, where it waits until 201; then two thirds of 100. */
      {1, 150, LOAD, 0, 201 + 200 / 3.0, .value = 7}}},
    {"stores commit in order",
     NULL,
     {{8, 0, WRITE, 0, 1},
      {0, 200, STORE, 1, 201, .value = 1}, /* memory of the other socket: 331 */
      {1, 200, LOAD, 2, 330},
      {0, 400, WRITE, 0, 401},                         /* 501, from rank 8 */
      {0, 402, STORE, 1, 403, .value = 2},             /* owned, but after the one before: 501 */
      {1, 450, LOAD, 1, 501 + 40 / 3.0, .value = 2}}}, /* on its way until 501 */
    {"a full store buffer waits for its oldest entry",
     NULL,
     {{0, 0, WRITE, 0, 1},  /* come at 71, then each 7 later: */
      {0, 1, WRITE, 1, 2},  /* 78 */
      {0, 2, WRITE, 2, 3},  /* 85 */
      {0, 3, WRITE, 3, 4},  /* 92 */
      {0, 4, WRITE, 4, 71}, /* asked for at 71 */
      {0, 71, FENCE, 4, 161}}},
    {"MESI: owner and reader share the line, memory has it too",
     NULL,
     {{0, 0, WRITE, 0, 1},
      {8, 1000, LOAD, 0, 1100},
      {0, 1200, LOAD, 0, 1201},
      {4, 1300, LOAD, 0, 1430}, /* memory */
      {0, 1500, WRITE, 0, 1501},
      {0, 1501, FENCE, 0, 1621}}},
    {"MESIF: the last reader forwards a clean line",
     mesif,
     {{0, 0, WRITE, 0, 1},
      {8, 1000, LOAD, 0, 1100},
      {0, 1200, LOAD, 0, 1201},
      {4, 1300, LOAD, 0, 1390},   /* rank 8 forwards */
      {6, 1400, LOAD, 0, 1430}}}, /* rank 4 forwards */
    {"MOESI: the owner keeps the modified line and serves all readers",
     moesi,
     {{0, 0, WRITE, 0, 1},
      {8, 1000, LOAD, 0, 1100},
      {0, 1200, LOAD, 0, 1201},
      {4, 1300, LOAD, 0, 1360},
      {0, 1500, WRITE, 0, 1501},
      {0, 1501, FENCE, 0, 1621}}},
    {"Intel: a load takes a modified line, a second one shares it",
     intel,
     {{0, 0, WRITE, 0, 1},
      {8, 1000, LOAD, 0, 1100},
      {8, 1200, WRITE, 0, 1201},
      {8, 1201, FENCE, 0, 1221}, /* nobody else has a copy */
      {0, 1300, LOAD, 0, 1400},  /* rank 0 had lost it; now rank 8 has */
      {8, 1500, LOAD, 0, 1600},  /* rank 0 has not written it, so both have it now */
      {0, 1700, LOAD, 0, 1701}}},
    {"Intel: a line that its owner has written back is shared by the first reader",
     intel,
     {{0, 0, WRITE, 0, 1},
      {0, 200, BACK, 0, 201, .lines = 1},
      {1, 400, LOAD, 0, 420},
      {0, 600, LOAD, 0, 601}}},
    {"Intel: a copy in another socket is invalidated when memory has been looked up",
     intel,
     {{0, 0, LOAD, 0, 70},
      {8, 200, LOAD, 0, 300},
      {0, 400, WRITE, 0, 401},
      {0, 401, FENCE, 0, 591}}}, /* 70 and 100, and 20 */
    {"Intel: the own socket, memory and the other socket are asked one after the other",
     intel,
     {{0, 0, LOAD, 0, 70},
      {2, 200, LOAD, 0, 240},
      {8, 400, LOAD, 0, 490},
      {0, 600, WRITE, 0, 601},
      {0, 601, FENCE, 0, 831}}}, /* 40, 70 and 100, and 20 */
    {"Intel: memory is not looked up for a line that another socket alone took modified",
     intel,
     {{0, 0, WRITE, 0, 1},
      {8, 1000, LOAD, 0, 1100},
      {9, 1200, LOAD, 0, 1220},
      {0, 1400, WRITE, 0, 1401},
      {0, 1401, FENCE, 0, 1521}}}, /* 100, and 20 */
    {"Intel: of those that wait for a line, another socket's goes first",
     intel,
     {{2, 0, WRITE, 0, 1},
      {0, 1000, ADD, 0, 1045, .value = 0},
      {1, 1001, LOAD, 0, 1045 + 400 / 3.0, .value = 1}, /* from rank 8 */
      {8, 1001, LOAD, 0, 1045 + 200 / 3.0, .value = 1}}},
    {"Skylake: the home of a line that has left a socket serves one reader after the other",
     skylake,
     {{0, 0, WRITE, 0, 1},
      {8, 1000, LOAD, 0, 1100},
      {0, 1200, LOAD, 0, 1300},                 /* both have it now */
      {1, 1400, LOAD, 0, 1410},                 /* at its home at 1403 1/3, which takes 10 */
      {2, 1400, LOAD, 0, 1413 + 1 / 3.0 + 20}}}, /* two thirds of 30; it was there at 1410 */
    {"a stream of lines takes one latency, then the time between two misses",
     NULL,
     {{0, 0, READ, 0, 1 + 70 + 9 * 7, .lines = 10},
      {0, 1000, READ, 0, 1000 + 1 + 5, .lines = 10},                /* hits: half a ns each */
      {0, 2000, READ, 64, 2000 + 1 + 70 + 255 * 7, .lines = 256}}}, /* whole pages */
    {"of two cores that read the same data, each fetches half of the lines from beyond their cache",
     few,
     {{0, 0, READ, 0, ANY, .lines = 192},
      {8, 20000, READ, 0, ANY, .lines = 64},
      {8, 30000, READ, 64, 30000 + 1 + 100 + 63 * 20, .lines = 64}, /* alone */
      {9, 40000, READ, 0, ANY, .lines = 128},
      /* Half of the lines take 100, the others 10. */
      {8, 50000, READ, 128, 50000 + 1 + 100 + 63 * 55 / 5.0, .lines = 64}}},
    {"but no core has more than 18 under way",
     NULL,
     {{0, 0, READ, 0, ANY, .lines = 128},
      {8, 20000, READ, 0, ANY, .lines = 64},
      {9, 30000, READ, 0, ANY, .lines = 64},
      {8, 40000, READ, 64, 40000 + 1 + 100 + 63 * 100 / 18.0, .lines = 64}}},
    {"on Skylake no more than 12",
     skylake,
     {{0, 0, READ, 0, ANY, .lines = 128},
      {8, 20000, READ, 0, ANY, .lines = 64},
      {9, 30000, READ, 0, ANY, .lines = 64},
      {8, 40000, READ, 64, 40000 + 1 + 100 + 63 * 100 / 12.0, .lines = 64}}},
    {"a flag hands over what was written before it",
     NULL,
     {{0, 0, WRITE, 0, 1}, /* 71 */
      {1, 0, AWAIT, 1, ANY, .value = 1},
      {0, 500, WRITE, 0, 501},
      {0, 501, STORE, 1, 502, .value = 1}, /* comes at 522; rank 1 loses its copy at 502 + 40/3 */
      {1, 0, LOAD, 1, 528 + 40 / 3.0, .value = 1}, /* + 5 + 20, and a hit */
      {1, 0, LOAD, 0, 548 + 40 / 3.0}}},
    {"what follows a wait is not sent for before the wait has ended",
     ahead,
     {{0, 0, WRITE, 0, 1},
      {1, 0, AWAIT, 1, ANY, .value = 1},
      {0, 500, WRITE, 0, 501},
      {0, 501, STORE, 1, 502, .value = 1},
      {1, 0, LOAD, 0, 547 + 40 / 3.0}}}, /* as below, without the hit */
    {"what follows another load is sent for before that has come",
     ahead,
     {{0, 0, WRITE, 0, 1},
      {0, 100, WRITE, 1, 101},
      {1, 500, LOAD, 1, 520},
      {1, 520, LOAD, 0, 522}}}, /* behind by a miss, a tenth of 20 */
    {"a store asks for its line while data that were loaded before are on their way",
     ahead,
     {{1, 0, WRITE, 0, 1},
      {8, 0, WRITE, 1, 1},
      {0, 500, READ, 0, 521},
      {0, 521, WRITE, 1, 522}, /* asked for at 503, two ns behind the load */
      {0, 522, FENCE, 0, 623}}},
    {"a store does not ask for its line before a flag that was loaded before has come",
     ahead,
     {{1, 0, WRITE, 0, 1},
      {8, 0, WRITE, 1, 1},
      {0, 500, LOAD, 0, 520},
      {0, 520, WRITE, 1, 521},
      {0, 521, FENCE, 0, 640}}},
    {"a line that is prefetched for writing wakes a poll, which takes it back",
     NULL,
     {{0, 0, LOAD, 1, 70},
      /* Lost at 540 + 40/3, for which rank 0 asks again; then 1.18 and 20. */
      {1, 0, AWAIT, 1, 561.18034 + 40 / 3.0, .value = 1},
      {0, 500, PREFETCH, 1, 500}, /* rank 1 loses it at 513 1/3, asks at 518 1/3, and has it at
                                     531 2/3: at the holder */
      {0, 539, STORE, 1, 540, .value = 1}}},
    {"a holder uses the line until a request for it reaches it",
     NULL,
     {{0, 0, LOAD, 1, 70},
      {1, 0, AWAIT, 1, 525 + 40 / 3.0, .value = 1}, /* 500 + 40/3, 5 and 20 */
      {0, 500, PREFETCH, 1, 500},
      {0, 530, STORE, 1, 531, .value = 1}}}, /* the request is there at 531 2/3 */
    {"without the prefetch the flag arrives later",
     NULL,
     {{0, 0, LOAD, 1, 70},
      {1, 0, AWAIT, 1, 556 + 40 / 3.0, .value = 1}, /* 531 + 40/3, 5 and 20 */
      {0, 530, STORE, 1, 531, .value = 1}}},
    {"updates of one line take their turns",
     NULL,
     {{0, 1000, ADD, 0, 1075, .value = 0}, /* 70 from memory, 5 for the update */
      /* Their requests wait where the line is: two thirds of 20, 40 and 20, and the update. */
      {1, 1000, ADD, 0, 1080 + 40 / 3.0, .value = 1},
      {2, 1000, ADD, 0, 1085 + 40, .value = 2},
      {3, 1000, ADD, 0, 1130 + 40 / 3.0, .value = 3},
      {0, 2000, ADD, 0, 2045, .value = 4},   /* 40 from rank 3 */
      {0, 2045, ADD, 0, 2050, .value = 5}}}, /* its own line */
    {"an update waits for the stores before it",
     NULL,
     {{8, 0, WRITE, 0, 1},
      {0, 500, WRITE, 0, 501},  /* comes at 601 */
      {0, 501, ADD, 64, 676}}}, /* memory, own node: 70 + 5 */
    {"on a bus two lines come one after the other, and four",
     bus,
     {{0, 0, WRITE, 0, 1},
      {0, 100, WRITE, 1, 101},
      {0, 200, WRITE, 2, 201},
      {0, 300, WRITE, 3, 301},
      {2, 1000, LOAD, 0, 1040},
      {3, 1000, LOAD, 1, 1050},
      {4, 1000, LOAD, 2, 1080},
      {5, 1000, LOAD, 3, 1090}}},
    {"on a bus a stream has the rate of the bus",
     bus,
     {{0, 0, READ, 64, 1 + 70 + 63 * 10, .lines = 64}}},
    {"at a crossbar pairs do not wait for each other, readers of one core do",
     crossbar,
     {{0, 0, WRITE, 0, 1},
      {0, 100, WRITE, 1, 101},
      {1, 200, WRITE, 64, 201},
      {2, 1000, LOAD, 0, 1040},
      {3, 1000, LOAD, 64, 1040},
      {4, 1000, LOAD, 1, 1070}}},
    {"a core's cache gives one line after the other, a last-level cache too",
     ports,
     {{0, 0, WRITE, 0, 1},
      {0, 100, WRITE, 1, 101},
      {1, 200, WRITE, 64, 201},
      {2, 1000, LOAD, 0, 1040},
      {3, 1000, LOAD, 64, 1040},                            /* another core's cache */
      {4, 1000, LOAD, 1, 1070},                             /* 60, and 10 behind rank 2 */
      {1, 2000, READ, 0, 2000 + 1 + 10 + 10, .lines = 2}}}, /* rank 0 has copies */
    {"what does not fit the core's cache is in the last-level one, then in memory",
     small,
     {{0, 0, READ, 0, ANY, .lines = 64},
      {0, 2000, LOAD, 0, 2001},
      {0, 3000, READ, 64, ANY, .lines = 64},
      {0, 5000, LOAD, 0, 5010},
      {0, 6000, READ, 64, ANY, .lines = 64},
      {0, 8000, READ, 128, ANY, .lines = 64},
      {0, 10000, LOAD, 1, 10070}}},
    {"stores to what has left the core's cache do not delay its loads",
     spilling,
     {{0, 0, COPY, 0, ANY, .lines = 128},
      {0, 5000, COPY, 128, ANY, .lines = 128}, /* its loads evict the rank's buffer */
      {0, 10000, COPY, 256, 10000 + 2 + 70 + 127 * 7, .lines = 128},
      {0, 10961, FENCE, 0, 10981}}}, /* the second page was fetched while it was loaded */
    {"a load takes a modified line if that was measured, and its writer takes it back at a rate",
     taking,
     {{0, 0, WRITE, 0, 1},
      {0, 100, WRITE, 1, 101},
      {1, 300, LOAD, 0, 320},
      {1, 400, LOAD, 1, 420},
      {0, 600, WRITE, 0, 601},
      {0, 601, WRITE, 1, 602},
      {0, 602, FENCE, 0, 661}, /* asked for at 601 and 621, so the second one comes at 641 */
      {1, 700, LOAD, 0, 720},
      {1, 800, ADD, 0, 805}}}, /* it has the only copy */
    {"lines that their owner has just modified come at the rate of its first-level cache",
     first,
     {{0, 0, WRITE, 0, 1},
      {0, 100, WRITE, 1, 101},
      {0, 200, WRITE, 2, 201},
      {1, 1000, READ, 0, 1000 + 1 + 20 + 2 * 20, .lines = 3}}},
    {"those that have left it come as fast as they are fetched",
     first,
     {{0, 0, WRITE, 0, 1},
      {0, 100, WRITE, 1, 101},
      {0, 200, WRITE, 2, 201},
      {0, 300, READ, 64, ANY, .lines = 64},
      {1, 1000, READ, 0, 1000 + 1 + 20 + 2 * 2, .lines = 3}}},
    {"what a core has just written it copies at the rate of its first-level cache",
     first,
     {{0, 0, WRITE, 0, 1},
      {0, 100, WRITE, 1, 101},
      {0, 200, COPY, 0, 200 + 2 + 1, .lines = 2},
      {0, 300, READ, 64, ANY, .lines = 64},
      {0, 1000, COPY, 0, 1000 + 2 + 2, .lines = 2}}},
    {"lines that were loaded before the wait are requested together after it",
     ahead,
     {{1, 0, LOAD, 0, ANY},
      {1, 200, LOAD, 1, ANY},
      {1, 400, LOAD, 2, ANY},
      {1, 600, WRITE, 8, ANY},
      {1, 700, AWAIT, 0, ANY, .value = 1},
      {0, 690, STORE, 0, ANY, .value = 1}, /* within the first pause */
      {0, 690, STORE, 1, ANY, .value = 1},
      {0, 690, STORE, 2, ANY, .value = 1},
      {1, 700, LOAD, 1, 711 + 20 + 20, .value = 1},
      {1, 700, LOAD, 2, 711 + 20 + 20 + 20. / 10, .value = 1}}},
    {"a non-temporal copy leaves its lines in memory",
     NULL,
     {{0, 0, WRITE, 0, 1},
      {1, 0, AWAIT, 1, ANY, .value = 0},
      {1, 1000, STREAM, 0, ANY, .lines = 1},
      {0, 2000, LOAD, 0, 2070}}},
    {"all meet at the time of the last, whose stores are visible",
     NULL,
     {{0, 100, WRITE, 0, 101}, {0, 101, MEET, 0, 171}, {1, 0, MEET, 0, 171}}},
};
const int case_count = sizeof cases / sizeof *cases;
