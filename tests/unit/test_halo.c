/* SPDX-License-Identifier: BSD-3-Clause */
/* The grid of halo and its neighbours. */
#include "comops/ranks/contract/halo.h"
#include "tests/tap.h"

/* As MPICH 3.4.3 and Open MPI 4.1.4 have them. */
static const int made_by_mpi[][1 + HALO_DIMENSIONS] = {
    {2, 2, 1, 1},  {3, 3, 1, 1},  {4, 2, 2, 1},  {6, 3, 2, 1},   {8, 2, 2, 2},   {12, 3, 2, 2},
    {17, 17, 1, 1}, {24, 4, 3, 2}, {30, 5, 3, 2}, {64, 4, 4, 4}, {68, 17, 2, 2}, {108, 6, 6, 3}};

TEST(a_grid_is_that_of_mpi_dims_create)
{
    int grid[HALO_DIMENSIONS];

    for (size_t i = 0; i < sizeof made_by_mpi / sizeof *made_by_mpi; i++) {
        halo_grid(made_by_mpi[i][0], 3, grid);
        CHECK(memcmp(grid, made_by_mpi[i] + 1, sizeof grid) == 0);
    }
    halo_grid(60, 2, grid);
    CHECK(grid[0] == 10 && grid[1] == 6 && grid[2] == 1);
    halo_grid(60, 1, grid);
    CHECK(grid[0] == 60 && grid[1] == 1 && grid[2] == 1);
}

static void check_faces(int ranks, int rank, size_t dimensions, enum halo_kind kind)
{
    struct job job = {.rank = rank, .ranks = ranks, .bytes = 8, .series = dimensions};
    const struct halo mine = halo_of(&job, kind);

    CHECK(kind == HALO_OPEN || mine.faces == 2 * (int)dimensions);
    for (int face = 0; face < mine.faces; face++) {
        job.rank = mine.neighbour[face];
        const struct halo theirs = halo_of(&job, kind);

        CHECK(mine.theirs[face] < theirs.faces);
        CHECK(theirs.neighbour[mine.theirs[face]] == rank);
        CHECK(theirs.theirs[mine.theirs[face]] == face);
        CHECK((face < mine.others) == (mine.neighbour[face] != rank));
    }
}

TEST(the_face_that_a_face_meets_meets_it)
{
    for (int ranks = 2; ranks <= 36; ranks++)
        for (int rank = 0; rank < ranks; rank++)
            for (size_t dimensions = 1; dimensions <= HALO_DIMENSIONS; dimensions++)
                for (enum halo_kind kind = HALO_PERIODIC; kind <= HALO_STRIDED; kind++)
                    check_faces(ranks, rank, dimensions, kind);
}
