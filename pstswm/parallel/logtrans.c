/* SPDX-License-Identifier: BSD-3-Clause */
/* Slot b of a rank initially has its block for rank b, and finally the one from rank b. In the SWAP
 * of a bit, from the highest to the lowest, the rank sends the slots whose number differs from its
 * own in this bit. */
#include "pstswm/parallel/transpose.h"

#include "comops/worley/exchange.h"
#include "pstswm/transforms/arrays.h"

#include <stdlib.h>

/* Bytes in a slot of a rank when the bits above `bit` have been swapped: the source has the rank's
 * low bits, the destination those of the slot. */
static size_t slot_bytes(const struct remap *remap, int rank, int slot, int bit)
{
    const int low = 2 * bit - 1;

    return remap_block(remap, (rank & low) | (slot & ~low), (slot & low) | (rank & ~low));
}

/* The bytes that a rank sends in the SWAP of this bit. */
static size_t given_bytes(const struct remap *remap, const struct job *job, int rank, int bit)
{
    size_t bytes = 0;

    for (int slot = 0; slot < job->ranks; slot++)
        if ((slot ^ rank) & bit)
            bytes += slot_bytes(remap, rank, slot, bit);
    return bytes;
}

/* One packed message, and what arrives in each SWAP. */
size_t logtrans_scratch(const struct job *job, const struct remap *remap)
{
    size_t largest = 0, arrived = 0;

    for (int bit = job->ranks / 2; bit; bit /= 2) {
        const size_t given = given_bytes(remap, job, job->rank, bit);

        largest = given > largest ? given : largest;
        arrived += given_bytes(remap, job, job->rank ^ bit, bit);
    }
    return largest + arrived;
}

/* If the exchange may overlap, the rank is ready to receive before it packs. Returns the end of the
 * data that have arrived. */
static char *swap_slots(struct job *job, const struct remap *remap, char **slots, int bit,
                        char *packed, char *arrived)
{
    const int partner = job->rank ^ bit;

    exchange_begin(job, 0,
                   (struct message){packed, given_bytes(remap, job, job->rank, bit), partner},
                   (struct message){arrived, given_bytes(remap, job, partner, bit), partner});
    for (int slot = 0; slot < job->ranks; slot++)
        if ((slot ^ job->rank) & bit) {
            const size_t bytes = slot_bytes(remap, job->rank, slot, bit);

            memcpy(packed, slots[slot], bytes);
            packed += bytes;
        }
    exchange_middle(job, 0);
    exchange_end(job, 0);
    for (int slot = 0; slot < job->ranks; slot++)
        if ((slot ^ job->rank) & bit) {
            slots[slot] = arrived;
            arrived += slot_bytes(remap, partner, slot ^ bit, bit);
        }
    return arrived;
}

void logtrans(struct job *job, const struct remap *remap)
{
    char **slots = array_take((size_t)job->ranks * sizeof *slots);
    char *arrived = exchange_scratch(job);
    char *packed = arrived;

    for (int bit = job->ranks / 2; bit; bit /= 2)
        packed += given_bytes(remap, job, job->rank ^ bit, bit);
    for (int slot = 0; slot < job->ranks; slot++)
        slots[slot] = job->send + remap_sent(remap, job, slot);
    for (int bit = job->ranks / 2; bit; bit /= 2)
        arrived = swap_slots(job, remap, slots, bit, packed, arrived);
    for (int slot = 0; slot < job->ranks; slot++)
        memcpy(job->recv + remap_received(remap, job, slot), slots[slot],
               remap_block(remap, slot, job->rank));
    free(slots);
}
