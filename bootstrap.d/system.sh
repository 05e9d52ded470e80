# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2154 # say, step, root and what sets up .venv are ../bootstrap's
#
# The system's packages: finds out which are missing, installs them if permitted, otherwise prints
# the command. COMOPS_OS_RELEASE replaces /etc/os-release in tests/bootstrap.

has() {
    command -v -- "$1" >/dev/null
}

compiler_works() { # gcc without libc6-dev does not
    local compiler
    read -ra compiler <<<"${CC:-cc}"
    "${compiler[@]}" -x c -fsyntax-only - <<<'#include <stdlib.h>' 2>/dev/null
}

is_suitable_python() {
    "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

afl_works() { # clang's sanitizers and OpenMP are packages of their own
    local program status=0
    program=$(mktemp)
    AFL_USE_ASAN=1 AFL_QUIET=1 afl-clang-fast -fopenmp -x c -o "$program" - \
        <<<'int main(void) { return 0; }' 2>/dev/null || status=1
    rm -f -- "$program"
    return "$status"
}

find_python() {
    local candidates=(python3 python3.14 python3.13 python3.12 python3.11) python
    [[ -z ${PYTHON-} ]] || candidates=("$PYTHON")
    for python in "${candidates[@]}"; do
        if is_suitable_python "$python"; then
            echo "$python"
            return
        fi
    done
    return 1
}

is_present() { # is_present NEED
    case $1 in
    compiler) compiler_works ;;
    pkg-config) has pkg-config ;;
    python) venv_works || find_python >/dev/null ;;
    hwloc) has pkg-config && pkg-config --exists hwloc ;;
    fftw) has pkg-config && pkg-config --exists fftw3 ;;
    openmpi) has mpicc.openmpi && has mpiexec.openmpi ;;
    chromium) has chromium ;;
    likwid) has likwid-perfctr ;;
    simgrid) has smpirun && has smpicc ;;
    slurm) has slurmctld && has slurmd && has sbatch && has munged ;;
    fuzzing) has afl-clang-fast && afl_works ;;
    container) has podman && has runc && has mmdebstrap ;;
    packaging) has dh && has dh_python3 && has lintian && has mmdebstrap && has mpicc.mpich && has meson ;;
    guests) has qemu-system-x86_64 && has busybox && has kmod && has udevadm ;;
    esac
}

missing() { # missing NEED...: those that are not present
    local need
    for need; do
        is_present "$need" || echo "$need"
    done
}

read_system() { # sets `manager`, and `exceptions` to packages.txt
    local ID='' ID_LIKE='' VERSION_ID='' VERSION_CODENAME='' UBUNTU_CODENAME='' system pattern
    local file=${COMOPS_OS_RELEASE:-/etc/os-release}
    # shellcheck source=/dev/null
    [[ ! -r $file ]] || . "$file"
    system=/$ID/${ID_LIKE// //}/$VERSION_ID/${UBUNTU_CODENAME:-$VERSION_CODENAME}/
    while read -r pattern manager exceptions; do
        # shellcheck disable=SC2053 # a pattern
        [[ $system != $pattern ]] || break
    done < <(grep -v '^#' "$root/bootstrap.d/systems.txt")
}

packages() { # packages MANAGER NEED...: what that manager calls them
    local asked=$1 need apt dnf pacman zypper spack list=()
    shift
    # shellcheck disable=SC2034 # ${!asked} is one of the columns
    while read -r need apt dnf pacman zypper spack; do
        [[ " $* " == *" $need "* ]] || continue
        if [[ $asked == "$manager" && " $exceptions" =~ " $need="([^ ]*) ]]; then
            list+=("${BASH_REMATCH[1]//,/ }")
        else
            list+=("${!asked//,/ }")
        fi
    done < <(grep -v '^#' "$root/bootstrap.d/packages.txt")
    echo "${list[*]}"
}

install_command() { # install_command MANAGER PACKAGES [SUDO]
    case $1 in
    apt) echo "${3-}apt-get update && ${3-}apt-get install -y --no-install-recommends $2" ;;
    dnf) echo "${3-}dnf install $2" ;;
    pacman) echo "${3-}pacman -S --needed $2" ;;
    zypper) echo "${3-}zypper install $2" ;;
    spack) echo "spack install $2 && spack load $2" ;;
    esac
}

command_for_user() { # command_for_user MANAGER PACKAGES
    if [[ $(id -u) == 0 || $1 == spack ]]; then
        install_command "$@"
    elif has sudo; then
        install_command "$@" "sudo "
    else
        echo "su -c '$(install_command "$@")'"
    fi
}

print_install_commands() { # print_install_commands NEED...
    local one managers=${manager:-dnf pacman zypper}
    [[ $manager == apt ]] || managers+=' spack'
    for one in $managers; do
        echo "    $(command_for_user "$one" "$(packages "$one" "$@")")" >&2
    done
}

may_install() { # at a terminal sudo can ask for the password
    [[ $manager == apt ]] && has apt-get || return
    [[ $(id -u) == 0 ]] || { has sudo && { sudo -n true 2>/dev/null || [[ -t 0 && -t 2 ]]; }; }
}

apt_install() { # apt_install PACKAGE...
    local sudo=()
    [[ $(id -u) == 0 ]] || sudo=(sudo)
    [[ -n ${apt_is_updated-} ]] || "${sudo[@]}" apt-get update || return
    apt_is_updated=yes
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

install_packages() { # install_packages NEED...
    local list
    read -ra list <<<"$(packages apt "$@")"
    step "installing system packages: ${list[*]}" apt_install "${list[@]}" 9>&-
}

explain_python() {
    local python=${PYTHON:-python3} version=missing
    ! has "$python" || version=$("$python" --version 2>&1 | tail -n 1)
    say "requires Python 3.11 or later with the modules venv and ensurepip; $python is $version"
    say "to use another one: PYTHON=/path/to/python3.11 ./bootstrap ..."
}

provide_required() {
    local needs
    mapfile -t needs < <(missing compiler pkg-config python hwloc)
    if [[ ${#needs[@]} -gt 0 ]] && may_install; then
        # Meanwhile Python's, if it is there. What fails is done again later, with its messages.
        (
            log=$root/build/packages.log
            make_venv
            install_python_packages run
        ) &>/dev/null &
        install_packages "${needs[@]}"
        wait "$!" || true
        mapfile -t needs < <(missing "${needs[@]}")
    fi
    [[ ${#needs[@]} -gt 0 ]] || return 0
    say "missing on this system: ${needs[*]}; install with"
    print_install_commands "${needs[@]}"
    [[ " ${needs[*]} " != *" python "* ]] || explain_python
    exit 77
}

# Tests that need these are skipped without them.
provide_optional() { # provide_optional [NEED...]: more than the usual
    local need needs=()
    [[ $manager == apt ]] || return 0
    for need in $(missing fftw openmpi chromium simgrid likwid slurm "$@"); do
        if [[ -n $(packages apt "$need") && ($need != guests || $HOSTTYPE == x86_64) ]]; then
            needs+=("$need")
        fi
    done
    [[ ${#needs[@]} -gt 0 ]] || return 0
    if ! may_install || ! install_packages "${needs[@]}"; then
        say "tests that need ${needs[*]} will be skipped; to enable them"
        print_install_commands "${needs[@]}"
    fi
}

# Tests boot Debian's kernel in QEMU, which is emulated on x86-64 alone.
provide_guest_kernel() {
    [[ -n $(packages apt guests) && $manager == apt && $HOSTTYPE == x86_64 ]] || return 0
    is_present guests && has apt-get && [[ ! -d $root/build/numa/boot ]] || return 0
    step "downloading a kernel for guests" "$root/tests/numa/kernel.sh" "$root/build/numa" ||
        say "tests that need guests will be skipped"
}

# Too large for `run` to install unasked; once it is there, the next call builds the path.
report_missing_shmem() {
    has oshcc && has oshrun ||
        say "the path shmem (OpenSHMEM) is not built: no oshcc; Debian's openmpi-bin, libopenmpi-dev provide it"
}
