#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds with Open MPI and measures; then both MPIs in one campaign. The same folder without any MPI
# comes last: most of it is built by then.
# Usage: test_other_builds.sh SOURCE COMOPS MESON...
set -eu

source=$1 main=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
comops=$folder/build/comops/cli/comops

quietly() {
    "$@" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
}

measure() { # measure COMOPS FILE [OPTION...]
    program=$1 file=$folder/$2
    shift 2
    "$program" run --patterns broadcast --sizes 8,64K --ranks 2 --budget 2 -o "$file" "$@" ||
        [ $? -eq 4 ] # the machine was busy
}

skipped=
first=openmpi
if ! command -v mpicc.openmpi >/dev/null; then
    skipped="Open MPI's mpicc.openmpi is not installed"
    first=none
elif [ "$(nproc)" -lt 2 ]; then
    skipped="measuring needs two cores"
fi
# Neither optimization nor debug information: it is built to see whether it can be.
quietly "$@" setup "$folder/build" "$source" -Dmpi="$first" -Dshmem=disabled -Dsimgrid=disabled \
    -Doptimization=0 -Ddebug=false
quietly "$@" compile -C "$folder/build"
"$comops" list
if [ -z "$skipped" ]; then
    measure "$comops" openmpi.jsonl
    grep -q '"mpi":"Open MPI' "$folder/openmpi.jsonl"
    grep -c '"path":"mpi".*"valid":true' "$folder/openmpi.jsonl"
    quietly env DESTDIR="$folder" "$@" install -C "$folder/build" --no-rebuild
    measure "$main" both.jsonl --mpi openmpi="$folder/usr/local"
    grep -q '"mpi@openmpi":"Open MPI' "$folder/both.jsonl"
    grep -c '"path":"mpi@openmpi".*"valid":true' "$folder/both.jsonl"
fi
quietly "$@" configure -Dmpi=none -Dfftw=disabled "$folder/build"
quietly "$@" compile -C "$folder/build"
"$comops" list | grep -q 'mpi is missing:.*-Dmpi=none'
"$comops" pstswm --problems T10 --steps 2 | grep '^T10 .* - '
status=0
"$comops" pstswm --problems T10 --fft fftw 2>"$folder/errors" || status=$?
[ "$status" -eq 77 ]
grep -q 'libfftw3-dev' "$folder/errors"
if [ "$(nproc)" -ge 2 ]; then
    measure "$comops" none.jsonl
    if grep '"path":"mpi"' "$folder/none.jsonl"; then
        exit 1
    fi
fi
if [ -n "$skipped" ]; then
    echo "SKIP: $skipped"
    exit 77
fi
