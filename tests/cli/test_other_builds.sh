#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds with another MPI, or with none, and measures; then both MPIs in one campaign.
# Usage: test_other_builds.sh SOURCE COMOPS MPI MESON...
set -eu

source=$1 main=$2 mpi=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ "$mpi" = openmpi ] && ! command -v mpicc.openmpi >/dev/null; then
    echo "SKIP: Open MPI's mpicc.openmpi is not installed"
    exit 77
fi
"$@" setup "$folder/build" "$source" -Dmpi="$mpi" -Dshmem=disabled -Dsimgrid=disabled -Doptimization=1 >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
"$@" compile -C "$folder/build" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
comops=$folder/build/comops/commands/comops
"$comops" list
if [ "$mpi" = none ]; then
    "$comops" list | grep -q 'mpi is missing:.*-Dmpi=none'
fi
if [ "$(nproc)" -lt 2 ]; then
    echo "SKIP: measuring needs two cores"
    exit 77
fi
"$comops" run --patterns broadcast --sizes 8,64K --ranks 2 --budget 2 -o "$folder/results.jsonl"
if [ "$mpi" = openmpi ]; then
    grep -q '"mpi":"Open MPI' "$folder/results.jsonl"
    grep -c '"path":"mpi".*"valid":true' "$folder/results.jsonl"
    DESTDIR=$folder "$@" install -C "$folder/build" --no-rebuild >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
    "$main" run --patterns broadcast --sizes 8,64K --ranks 2 --budget 4 -o "$folder/both.jsonl" \
        --mpi openmpi="$folder/usr/local"
    grep -q '"mpi@openmpi":"Open MPI' "$folder/both.jsonl"
    grep -c '"path":"mpi@openmpi".*"valid":true' "$folder/both.jsonl"
else
    ! grep -q '"path":"mpi"' "$folder/results.jsonl"
fi
