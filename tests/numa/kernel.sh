#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# kernel.sh FOLDER: unpacks Debian's kernel for guests into FOLDER; nothing is installed. Its cloud
# kernel lacks the 9p file system.
set -euo pipefail

mkdir -p -- "$1"
cd -- "$1"
rm -rf -- boot lib unpacked linux-image-*.deb
apt-cache show linux-image-amd64 >/dev/null 2>&1 || apt-get update
package=$(apt-cache depends linux-image-amd64 | sed -n 's/^ *Depends: \(linux-image-[0-9].*\)/\1/p')
version=${package#linux-image-}
apt-get download "$package"

# What a guest needs to find its files.
modules=(net/9p/9pnet net/9p/9pnet_virtio fs/9p/9p fs/netfs/netfs fs/fscache/fscache
    fs/overlayfs/overlay drivers/char/virtio_console drivers/virtio/virtio
    drivers/virtio/virtio_ring drivers/virtio/virtio_pci drivers/virtio/virtio_pci_legacy_dev
    drivers/virtio/virtio_pci_modern_dev)
files=(builtin builtin.modinfo order)
files=("${files[@]/#/./lib/modules/$version/modules.}")
modules=("${modules[@]/#/./lib/modules/$version/kernel/}")
mkdir unpacked
dpkg-deb --fsys-tarfile "$package"_*.deb |
    tar -x -C unpacked "./boot/vmlinuz-$version" "${files[@]}" "${modules[@]/%/.ko}"
rm -- linux-image-*.deb
/sbin/depmod -b unpacked "$version"

# The folder of the kernel itself comes last: where it is, all is.
mv -- unpacked/lib .
mv -- unpacked/boot .
rmdir -- unpacked
