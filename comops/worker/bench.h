/* SPDX-License-Identifier: BSD-3-Clause */
/* What every rank, thread or process, does with a command: pin itself and place its pages, fill,
 * poison, run once, let the pattern check, warm up, then stamp. It names no pattern and no
 * protocol. */
#pragma once

#include "comops/arena/arena.h"
#include "comops/arena/clock.h"
#include "comops/comops.h"
#include "comops/worker/tally.h"

/* Where a line lies makes it faster or slower. A layout's number decides that for everything that
 * an implementation works with: how far behind the beginning of its memory it lies, and which part
 * of the heap is taken before it is set up. What the runtime allocated when it started does not
 * move. */

/* Pages of 4 KiB, or of the system's size, before what lies in pages of this kind; at most that. */
size_t layout_before(uint32_t number, enum page_size pages);
size_t layout_before_most(enum page_size pages);

/* For memory that begins on a page of its own: the offset of its first line, less than 8 KiB. */
size_t layout_offset(uint32_t number);
enum { LAYOUT_OFFSET_MOST = 8192 };

/* Behind the beginning of a page, for what a rank keeps for itself: far from where short messages
 * begin in theirs, because processors first compare only the last 12 bits of the addresses of loads
 * and stores. */
enum { LAYOUT_APART = 2048 };
/* The same for what an implementation works with, at a place that the number decides: less than a
 * page. */
size_t layout_place(uint32_t number);

/* How far below this frame the stack of what is timed begins: at a place of its page that only the
 * number decides. Less than two pages. */
size_t layout_stack(uint32_t number, const void *frame);

/* Memory that all ranks of a team access at the same addresses: one part per rank, each on pages of
 * its own, to be touched first by its rank. Threads map private memory. Processes map a memfd of
 * rank 0, which the others open through /proc: it has no name in any file system and disappears
 * with the last process that maps it. */
struct segment {
    char *mine;   /* this rank's part; NULL if it has no bytes */
    char *first;  /* rank 0's part */
    char *mapped; /* by this rank: its own part, or all parts */
    size_t bytes; /* mapped */
    enum page_size pages;
};

/* Called by all ranks together, each with the size of its own part, which may be 0. False on a rank
 * that has no memory, no such page left or, on all ranks, no address that is free in all processes.
 */
bool segment_create(struct segment *segment, const struct team *team, size_t bytes,
                    enum page_size pages);
void segment_free(struct segment *segment);

/* How the ranks synchronize around the timed code and read the time (ns): through the arena for
 * measurements, through the team's runtime in batch mode, or by a fake in tests. */
struct synchronization {
    void (*meet)(struct synchronization *sync);
    bool (*agree)(struct synchronization *sync, bool mine); /* true if all are true */
    /* False if late: the sample is void. */
    bool (*start)(struct synchronization *sync, uint64_t *start);
    uint64_t (*now)(struct synchronization *sync);
    uint64_t began; /* the reading of the clock that ended the last wait for a start */
};

/* Synchronization for measurements: through a meeting point in the arena. */
struct common_start {
    struct synchronization sync; /* its functions */
    struct meeting_point *point;
    int rank;
    uint32_t late;        /* missed starts so far */
    uint32_t late_in_row; /* of the last starts */
    uint64_t lead;        /* ns until the next start; longer after two late starts in a row */
    bool warm;            /* there were starts at this point before */
};

struct common_start common_start_of(struct meeting_point *point, int rank);

/* From now on the ranks meet there, beginning with this lead. No rank is late before all have met.
 */
void common_start_move(struct common_start *here, struct meeting_point *point, uint64_t lead);

/* Memory that a rank keeps while it stays where it is: first touched once, used by one
 * implementation after the other, each in a place of it that the layout decides. */
struct region {
    char *memory; /* this rank's part; NULL: none */
    size_t bytes; /* of it, without what the layout may lie before */
    struct segment segment; /* of those that all ranks access */
    size_t huge_bytes;      /* in huge pages */
    int node;               /* bind_node_of */
};

/* The buffers of processes are private, and for implementations whose ranks access each other's
 * (implementation->shared) in segments. */
enum region_name {
    REGION_SEND,
    REGION_RECV,
    REGION_SEND_SHARED,
    REGION_RECV_SHARED,
    REGION_STATE,
    REGION_TEMPORARY, /* rank 0's */
    REGION_PEERS,     /* rank 0's: its job->peers, and their jobs */
    REGIONS
};

/* An implementation that is set up. */
struct instance {
    struct job job; /* first: job->allocate finds the instance */
    struct bench *bench;
};

/* Decides which rank uses what it received, and when; also sets job->use_bytes. A rank that answers
 * uses the data within the measured time, before its answer. */
static inline struct uses uses_divide(struct job *job, enum consumption consume)
{
    const size_t received = job->pattern->recv_bytes(job),
                 timed = consume == CONSUME_TIMED && !job->pattern->passive ? received : 0;
    const bool answers = job->pattern->answers && job->rank != ROOT;

    job->use_bytes = answers ? timed : 0;
    return (struct uses){.timed = answers ? 0 : timed,
                         .between = consume != CONSUME_NO ? received - timed : 0};
}

/* What a rank has: its memory, and the implementation that is set up in it. */
struct bench {
    const struct team *team;
    struct synchronization *sync;
    struct job job;                    /* what is measured; buffers and so on are the instance's */
    const struct implementation *with; /* set up; NULL: none */
    struct instance *instance;         /* in a place of its pages that the layout decides */
    char *pages_instance;
    struct region regions[REGIONS];
    int pu, node;
    uint32_t pages, bind_pages, layout;
    void *heap;    /* taken, so that an implementation finds another part of it */
    double *flush; /* as large as the caches to flush */
    size_t flush_bytes;
    struct uses uses;
    struct tally tally;
    struct arena_rank *slot; /* for the report of the command that is run */
    uint64_t since;          /* the time until then is accounted for */
};

/* Accounts for the time since the last call. */
static inline void bench_spend(struct bench *bench, enum spending what)
{
    const uint64_t now = clock_now();

    bench->slot->spent_ns[what] += (double)(now - bench->since);
    bench->since = now;
}

struct bench *bench_open(const struct team *team, struct synchronization *sync);
void bench_close(struct bench *bench); /* called by all ranks together */

/* Executes a command; called by all ranks together with the same one. Writes the agreed starts and
 * this rank's stamps, command->empty_runs without a run and then command->stamps others, and
 * its report into `slot`: pu_seen, the nodes, and the error if it returns false. pu_wanted < 0 does
 * not pin the rank. */
bool bench_run(struct bench *bench, const struct command *command, struct arena_rank *slot,
               uint64_t *starts, struct arena_stamp *stamps);

/* What comes before the warm-ups. A launch's first block of a cell is checked before it is timed;
 * later ones need data in their new place, and are checked when they have been timed. */
bool bench_get_ready(struct bench *bench, const struct command *command,
                     const struct implementation *with, struct job *job, uint64_t *repetition);
/* The data of the last run; marks that repeat do not reveal stale data, so one more run follows
 * with new ones. */
bool bench_end(struct bench *bench, const struct command *command,
               const struct implementation *with, struct job *job, uint64_t repetition);

/* The instance of this implementation, its job ready to run the command. NULL on all ranks if any
 * rank failed. */
struct instance *bench_select(struct bench *bench, const struct command *command,
                              const struct implementation *with);

/* Puts it into the rank's memory in the bench's layout; the same on all ranks, which call it
 * together. */
bool instance_set_up(struct bench *bench, const struct implementation *with);
/* Processes that access each other's buffers need separate ones. */
bool instance_shares_buffers(const struct bench *bench, const struct implementation *with);

/* What reading so many received bytes takes this rank, ns, with them in its caches: the least of
 * some trials, each of which is long for the clock. */
double bench_reading(struct synchronization *sync, const struct job *job, size_t bytes);

/* This rank's part has at least so many bytes, touched here first. Called by all ranks together;
 * the same on all of them: false, with the reason in the slot of a rank that has no memory. */
bool region_reserve(struct bench *bench, enum region_name name, size_t bytes);
/* Where so many bytes of it lie in the current layout, at the beginning of a page; NULL for none.
 * The same on all ranks if it is rank 0's. */
char *region_place(const struct bench *bench, enum region_name name, size_t bytes);
void regions_free(struct bench *bench);

static inline void bench_use(const struct job *job, size_t bytes)
{
    if (bytes)
        data_use(job->recv, bytes);
}

/* What follows a run, outside its time. */
void bench_complete(const struct bench *bench, const struct implementation *with, struct job *job);
/* Runs that are not timed, each with everything that follows it. */
void bench_warm_up(const struct bench *bench, const struct implementation *with, struct job *job,
                   uint32_t runs);

/* Warms up in chunks of command->warmups runs until, on every rank, the last five show no trend to
 * become shorter (M. Kendall, "Rank Correlation Methods", 1948, at 5 %) and the last one had no
 * page fault, or for command->settle_ns. Called by all ranks together. Sets settled_ns, settled and
 * trended in the slot. */
void steady_reach(struct bench *bench, const struct implementation *with, struct job *job,
                  const struct command *command);

/* Writes the reason into the slot and returns false. */
bool bench_fail(struct arena_rank *slot, const char *why);

/* Every rank's value; called by all ranks together. The caller frees. */
double *bench_gather(const struct team *team, double mine);
/* True on all ranks if `mine` is on each; likewise. */
bool bench_agree(const struct team *team, bool mine);

/* Page-aligned memory straight from the kernel. Its pages have never been touched, so first touch
 * decides their NUMA node; malloc may return pages that were touched before. NULL if bytes is 0, or
 * if there is no memory or no such page left. */
void *mapping_create(size_t bytes, enum page_size pages);
void mapping_free(void *memory, size_t bytes, enum page_size pages);

/* Memory of its own pages that begins so many bytes, less than a page, behind the first one's
 * beginning; never NULL. For what lies at the same place of a page in every program. */
void *mapping_take(size_t bytes, size_t offset);
void mapping_return(void *memory, size_t bytes);

/* For memory that was mapped elsewhere: advises the kernel which kind of pages to use. */
void mapping_prepare(char *memory, size_t bytes, enum page_size pages);
/* Touches all pages for the first time; false if there is no page left. */
bool mapping_touch(char *memory, size_t bytes, enum page_size pages);

/* Only those from `begin` on may be accessed, so that the address sanitizer detects a copy past the
 * end. */
void mapping_show(const char *memory, size_t bytes, const char *begin, size_t shown);

/* `bytes` rounded up to whole pages of this kind. */
size_t mapping_bytes(size_t bytes, enum page_size pages);

/* Untouched bytes after each mapping. Processors prefetch beyond the end of a page if another
 * follows: a rank that reads its buffer to the end would take lines from the rank whose buffer is
 * next. */
size_t mapping_gap(enum page_size pages);

/* Bytes of a mapping of so many bytes in huge pages according to the kernel; 0 if unknown. */
size_t mapping_huge_bytes(const void *memory, size_t bytes);

/* ---- what the kernel counts for the calling thread ------------------------------------------- */

/* Read before and after the timed part of a block, never within. */

/* All counts so far, and the time; for hardware thread `pu` (OS index, or -1) the stolen time. */
struct disturbances kernel_counts_read(int pu);
/* Page faults so far; quick enough to evict nothing from the caches. */
double kernel_counts_faults(void);
/* Since an earlier reading with the same `pu`. */
struct disturbances kernel_counts_since(const struct disturbances *before, int pu);

/* ---- hardware counts of a block, from the common start to the last time stamp ---------------- */

/* Prints what can be counted on this machine, as JSON: "groups" (their names, or null if the
 * processor is unknown) and "reason" (why `group` cannot be counted, or null). */
void markers_offer(const char *group);

/* Like bench_run, for the bench that was opened with this sync; fills slot->counted with the counts
 * of the group command->counters on this rank's hardware thread. The stamps are useless as times,
 * because reading counters takes microseconds. A worker counts one group for one placement. */
bool markers_run(struct bench *bench, struct synchronization *sync, const struct team *team,
                 const struct command *command, struct arena_rank *slot, uint64_t *starts,
                 struct arena_stamp *stamps);

/* Called by all ranks; releases the counters. */
void markers_close(const struct team *team);
