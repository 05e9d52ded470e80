#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Makes the image debian:bookworm-slim from Debian's packages, where no registry of images can be
# reached. Needs root, mmdebstrap and podman.
set -eu

mmdebstrap --quiet --variant=minbase --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr \
    --include=usr-is-merged --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-include=/usr/share/doc/*/copyright' bookworm |
    podman import --quiet - docker.io/library/debian:bookworm-slim
