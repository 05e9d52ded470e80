#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Installs into an empty folder and uses what is there, as a user would.
# Usage: test_installed.sh BUILD PREFIX PYTHON
set -eu

build=$1 prefix=$2 python=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m mesonbuild.mesonmain install -C "$build" --no-rebuild --quiet --destdir "$folder" 2>/dev/null ||
    meson install -C "$build" --no-rebuild --quiet --destdir "$folder"
comops=$folder$prefix/bin/comops
PATH=$(dirname "$python"):$PATH # the Python that has what the report needs
cd "$folder"

"$comops" --version
"$comops" list
"$comops" show broadcast | grep -q 'threads, barrier, broadcast,'
"$comops" machine
"$comops" machine --svg placements.svg
grep -q "^<svg" placements.svg
if find "$folder" -name comops-likwid.so | grep -q . &&
    "$folder$prefix/bin/comops-threads" --counters NONE | grep "no likwid in this build"; then
    exit 1
fi
if [ "$(nproc)" -lt 2 ]; then
    echo "SKIP: measuring needs two cores"
    exit 77
fi
"$comops" run --patterns broadcast --sizes 8,4K --launches 1 --budget 0.5 --timeout 10m -o results.jsonl ||
    [ $? -eq 4 ] # the machine was busy
status=0
"$comops" report results.jsonl -o report.html || status=$?
if [ $status -eq 77 ]; then
    echo "SKIP: the report's Python packages are missing"
    exit 77
fi
[ $status -eq 0 ]
grep -q '<html' report.html
"$comops" report results.jsonl --format csv | grep -q '^broadcast,threads,'
"$comops" report results.jsonl --format osu | grep -q '^# Size       Avg Latency(us) '
"$comops" report results.jsonl --format md | grep -q '^| broadcast |'
"$comops" peers --help | grep -q 'likwid-bench'
"$comops" compare results.jsonl results.jsonl | grep -q 'none slower, none faster'
