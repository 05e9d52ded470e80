#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# test_bootstrap.sh BOOTSTRAP: what ./bootstrap does on other systems and in each state of its
# folder. Every program that it starts is a fake (fakes/command): nothing is installed.
# shellcheck disable=SC2317,SC2086 # the tests are called by their names; no word is an argument
set -euo pipefail

bootstrap=$(readlink -f -- "$1")
FAKES=$(cd -- "$(dirname -- "$0")/fakes" && pwd)
REAL_PYTHON=$(python3 -c 'import sys; print(sys.executable)')
export FAKES REAL_PYTHON
everything=$(mktemp -d)
trap 'rm -rf -- "$everything"' EXIT

# ---- a machine of its own for each test ---------------------------------------------------

new_machine() { # new_machine COMMAND...: it has these and the basic ones
    box=$(mktemp -d "$everything/XXXXXX")
    export FAKE_BIN=$box/bin CALLS=$box/calls FAKE_UID=1000 COMOPS_OS_RELEASE=$box/os-release
    unset PYTHON CC
    mkdir -p "$FAKE_BIN" "$box/checkout/reports" "$box/elsewhere"
    local name
    for name in bash cat cp dirname env flock grep mkdir mv readlink renice rm sha256sum sleep tail touch; do
        ln -s -- "$(command -v "$name")" "$FAKE_BIN"
    done
    add_commands id "$@"
    is_system debian
    cp -r -- "$bootstrap" "$bootstrap.d" "$box/checkout"
    : >"$box/checkout/build-dev.ini"
    echo meson==1 >"$box/checkout/requirements.txt"
    echo numpy==1 >"$box/checkout/bootstrap.d/run.lock"
    echo jinja2==1 >"$box/checkout/bootstrap.d/report.lock"
}

new_complete_machine() {
    new_machine cc pkg-config python3 mpicc.openmpi mpiexec.openmpi oshcc oshrun smpirun smpicc chromium \
        likwid-perfctr slurmctld slurmd sbatch munged qemu-system-x86_64 busybox kmod udevadm
}

new_machine_after_a_run() {
    new_complete_machine
    call 0 run
}

add_commands() { # add_commands NAME...
    local name
    for name; do
        cp -- "$FAKES/command" "$FAKE_BIN/$name"
    done
}

is_system() { # is_system ID [ID_LIKE [VERSION_ID [CODENAME]]]
    printf 'ID="%s"\nID_LIKE="%s"\nVERSION_ID="%s"\nVERSION_CODENAME=%s\n' \
        "$1" "${2-}" "${3-}" "${4-}" >"$COMOPS_OS_RELEASE"
}

call() { # call STATUS ARGUMENT...: sets output and errors; $CALLS has only this call's
    local status=0 expected=$1
    shift
    : >"$CALLS"
    (cd -- "$box/elsewhere" && PATH=$FAKE_BIN "$box/checkout/bootstrap" "$@") \
        >"$box/output" 2>"$box/errors" </dev/null || status=$?
    output=$(<"$box/output")
    errors=$(<"$box/errors")
    [[ $status == "$expected" ]] || complain "exit status $status, not $expected"
}

# ---- what is expected ---------------------------------------------------------------------

expect_in() { # expect_in TEXT PART
    [[ $1 == *"$2"* ]] || complain "no '$2' in:" "$1"
}

expect_not_in() { # expect_not_in TEXT PART
    [[ $1 != *"$2"* ]] || complain "'$2' in:" "$1"
}

expect_call() { expect_in "$(<"$CALLS")" "$1"; }
expect_order() { # expect_order PART...: calls in this order
    local part calls
    calls=$(<"$CALLS")
    for part; do
        expect_in "$calls" "$part"
        calls=${calls#*"$part"}
    done
}
expect_no_call() { expect_not_in "$(<"$CALLS")" "$1"; }

complain() {
    printf '%s\n' "$@" "standard error was:" "${errors-}" | sed 's/^/# /'
    exit 1
}

# ---- usage --------------------------------------------------------------------------------

without_a_command_it_prints_its_usage_and_an_unknown_one_is_an_error() {
    new_machine
    for word in '' --help; do
        call 0 $word
        expect_in "$output" "Usage: ./bootstrap run"
    done
    call 2 walk
    expect_in "$errors" "unknown command: walk"
    expect_in "$errors" "Usage:"
    [[ -z $output ]] || complain "standard output: $output"
}

# ---- system packages ----------------------------------------------------------------------

all_of_debian='apt-get install -y --no-install-recommends gcc libc6-dev pkg-config python3'
all_of_debian+=' python3-venv libhwloc-dev'

expect_to_be_told() { # expect_to_be_told PART...: `run` ends with 77, its errors have these parts
    local part
    call 77 run
    for part; do
        expect_in "$errors" "$part"
    done
}

debian_without_root_or_with_a_sudo_that_would_ask_is_told_what_to_type() {
    new_machine apt-get
    expect_to_be_told "su -c 'apt-get update && $all_of_debian'"
    add_commands sudo
    expect_to_be_told "sudo apt-get update && sudo $all_of_debian"
    expect_no_call apt-get
}

debian_with_root_or_sudo_gets_its_packages_or_says_why_not() {
    new_machine apt-get sudo
    FAKE_UID=0 call 1 run
    expect_in "$errors" "E: no network"
    FAKE_SUDO=yes FAKE_APT_WORKS=yes call 0 run
    expect_call "sudo env DEBIAN_FRONTEND=noninteractive $all_of_debian"
    new_machine apt-get
    FAKE_UID=0 FAKE_APT_WORKS=yes call 0 run
    expect_call "apt-get update"
    expect_call "$all_of_debian"
    expect_in "$output" ": run"
}

python_packages_come_while_those_of_the_system_are_installed() {
    new_machine apt-get cc python3
    FAKE_UID=0 FAKE_APT_WORKS=yes FAKE_APT_AWAITS_PIP=1 call 0 run
    expect_order "apt-get install" "-r $box/checkout/bootstrap.d/run.lock" "meson setup"
    expect_in "$errors" "installing system packages"
    [[ $(grep -c "bootstrap.d/run.lock" "$CALLS") == 1 ]] || complain "pip was called twice"
}

only_what_is_missing_is_named() {
    new_machine cc pkg-config python3
    FAKE_LIBRARIES="fftw3" expect_to_be_told "missing on this system: hwloc;" \
        "--no-install-recommends libhwloc-dev'"
}

tests_use_optional_packages_but_do_without() {
    new_machine cc pkg-config python3
    FAKE_LIBRARIES="hwloc" call 0 test
    expect_in "$errors" "shmem (OpenSHMEM) is not built: no oshcc"
    expect_in "$errors" \
        "--no-install-recommends libfftw3-dev libopenmpi-dev openmpi-bin chromium libsimgrid-dev likwid slurmctld slurmd slurm-client munge'"
    is_system ubuntu debian 24.04 noble
    call 0 test
    expect_in "$errors" "--no-install-recommends libopenmpi-dev openmpi-bin libsimgrid-dev likwid slurmctld slurmd slurm-client munge'"
    new_complete_machine
    call 0 test
    expect_not_in "$errors" "shmem"
}

tests_boot_guests_on_debian_but_do_without() {
    [[ $HOSTTYPE == x86_64 ]] || return 0
    new_machine cc pkg-config python3
    call 0 test-numa
    expect_in "$errors" "qemu-system-x86 busybox-static kmod udev"
    new_complete_machine
    add_commands apt-get
    call 0 test-numa
    expect_in "$errors" "tests that need guests will be skipped"
    mkdir -p "$box/checkout/tests/numa"
    cp -- "$FAKES/command" "$box/checkout/tests/numa/kernel.sh"
    call 0 test
    expect_no_call "kernel.sh"
    call 0 test-numa
    expect_call "kernel.sh $box/checkout/build/numa"
    mkdir -p "$box/checkout/build/numa/boot"
    call 0 test-numa
    expect_no_call "kernel.sh"
}

ubuntu_22_04_needs_its_newer_python() {
    new_machine cc pkg-config python3
    is_system ubuntu debian 22.04 jammy
    FAKE_PYTHON=3.10.12 expect_to_be_told "--no-install-recommends python3.11 python3.11-venv'" \
        "python3 is Python 3.10.12" "PYTHON=/path/to/python3.11"
}

other_systems_are_told_their_commands() {
    new_machine
    is_system fedora
    expect_to_be_told "'dnf install gcc pkgconf-pkg-config python3 hwloc-devel'" \
        "spack install gcc pkgconf python@3.11: hwloc && spack load"
    expect_not_in "$errors" "pacman"
    add_commands sudo
    is_system rocky "rhel centos fedora" 9.4
    expect_to_be_told "sudo dnf install gcc pkgconf-pkg-config python3.11 hwloc-devel"
    is_system manjaro arch
    expect_to_be_told "sudo pacman -S --needed gcc pkgconf python hwloc"
    is_system opensuse-leap "suse opensuse" 15.6
    expect_to_be_told "sudo zypper install gcc pkg-config python311 hwloc-devel"
    rm -- "$COMOPS_OS_RELEASE"
    expect_to_be_told "dnf install gcc" "pacman -S --needed gcc" "zypper install gcc" \
        "spack install gcc"
}

another_system_that_has_everything_goes_on() {
    new_complete_machine
    is_system gentoo
    call 0 run
}

PYTHON_chooses_the_interpreter() {
    new_machine cc pkg-config python3.12
    PYTHON=python3.12 call 0 run
    expect_call "python3.12 -m venv --without-pip $box/checkout/.venv"
}

# ---- .venv and build ----------------------------------------------------------------------

standard_output_is_that_of_comops_in_the_callers_folder() {
    new_complete_machine
    call 0 run --sizes 8 -o 'a file'
    [[ $output == "in $box/elsewhere: run --sizes 8 -o a file" ]] || complain "it is: $output"
}

the_first_answer_comes_before_what_only_other_commands_need() {
    new_complete_machine
    call 0 run
    expect_order "bootstrap.d/run.lock" "ninja -C $box/checkout/build run" \
        "meson install -C $box/checkout/build --no-rebuild --only-changed --quiet --tags run" "comops run" \
        "ninja -C $box/checkout/build all" "bootstrap.d/report.lock" \
        "ninja -C $box/checkout/build vega-lite.js" "meson install"
    [[ $(grep -c "^comops" "$CALLS") == 1 ]] || complain "comops was called twice"
}

the_first_answers_status_is_that_of_comops() {
    new_complete_machine
    FAKE_COMOPS_STATUS=3 call 3 run
    expect_call "bootstrap.d/report.lock"
}

after_an_interruption_the_next_call_does_the_rest() {
    new_complete_machine
    FAKE_KILL_NINJA=all call 137 run
    expect_call "comops run"
    call 0 run
    expect_order "comops run" "ninja -C $box/checkout/build all" "bootstrap.d/report.lock"
    expect_no_call "ninja -C $box/checkout/build run"
    expect_no_call "-m venv"
    call 0 run
    [[ -z $errors ]] || complain "it is not silent"
}

a_first_answer_that_is_interrupted_is_the_end() {
    new_complete_machine
    FAKE_COMOPS_INTERRUPTED=yes call 130 run
    expect_call "comops run"
    expect_no_call "ninja -C $box/checkout/build all"
}

a_second_call_does_nothing_again_and_says_nothing() {
    new_machine_after_a_run
    call 0 run
    [[ -z $errors ]] || complain "it is not silent"
    expect_no_call "-m venv"
    expect_no_call "-m pip"
    expect_no_call "meson"
}

changed_requirements_and_scripts_are_installed() {
    new_machine_after_a_run
    echo jinja2==2 >"$box/checkout/bootstrap.d/report.lock"
    call 0 run
    expect_call "--require-hashes -r $box/checkout/bootstrap.d/report.lock"
    expect_no_call "bootstrap.d/run.lock"
    expect_no_call "-m venv"
    mkdir -- "$box/checkout/reports/page"
    echo "# changed" >"$box/checkout/reports/page/build.py"
    call 0 run
    expect_call "meson install"
}

an_openshmem_that_came_later_is_built_with() {
    new_machine cc pkg-config python3
    call 0 run
    add_commands oshcc oshrun
    call 0 run
    expect_call "meson setup $box/checkout/build"
    call 0 run
    expect_no_call "meson setup"
}

after_a_killed_pip_the_environment_is_made_anew() {
    new_complete_machine
    FAKE_KILL_PIP=yes call 137 run
    call 0 run
    expect_call "-m venv"
}

packages_that_were_not_installed_are_tried_again() {
    local lock
    new_complete_machine
    for lock in run report test; do
        FAKE_PIP_FAILS=$lock call 1 test
        call 0 test
        expect_call "bootstrap.d/$lock.lock"
        rm -r -- "$box/checkout/.venv"
    done
}

after_a_failed_configuration_it_is_tried_again() {
    new_complete_machine
    FAKE_SETUP_FAILS=yes call 1 run
    expect_in "$errors" "ERROR: no hwloc"
    expect_in "$errors" "build/bootstrap.log"
    call 0 run
    expect_no_call "bootstrap.d/run.lock"
}

a_moved_checkout_is_set_up_again() {
    new_machine_after_a_run
    mv -- "$box/checkout" "$box/moved"
    mkdir -- "$box/checkout"
    mv -- "$box/moved" "$box/checkout/deeper"
    ln -s -- deeper/bootstrap "$box/checkout/bootstrap"
    call 0 run
    expect_call "-m venv --without-pip $box/checkout/deeper/.venv"
    expect_call "meson setup $box/checkout/deeper/build"
}

a_vanished_python_is_replaced() {
    new_machine_after_a_run
    ln -sf -- /nonexistent/python "$box/checkout/.venv/bin/python"
    call 0 run
    expect_call "-m venv"
}

a_path_with_a_space_is_refused() {
    new_complete_machine
    mv -- "$box" "$box 2"
    box="$box 2"
    export FAKE_BIN=$box/bin CALLS=$box/calls COMOPS_OS_RELEASE=$box/os-release
    call 77 run
    expect_in "$errors" "contains a space"
}

# ---- test ---------------------------------------------------------------------------------

test_ends_with_the_sum_over_all_builds_and_a_timeout_counts_as_failed() {
    new_complete_machine
    FAKE_RESULTS="OK TIMEOUT FAIL ERROR" call 1 test
    [[ ${output##*$'\n'} == "3 passed, 9 failed, 0 skipped" ]] || complain "output: $output"
    FAKE_RESULTS="OK OK SKIP EXPECTEDFAIL" call 0 test
    [[ ${output##*$'\n'} == "9 passed, 0 failed, 3 skipped" ]] || complain "output: $output"
    expect_call "meson test -C $box/checkout/build-sanitize --print-errorlogs --suite unit"
    expect_call "--no-suite long --no-suite processes"
    expect_call "--suite processes --no-suite long --logbase testlog-processes"
    expect_no_call "ninja -C $box/checkout/build-sanitize" # meson builds what these tests need
}

test_with_options_runs_nothing_else() {
    new_complete_machine
    call 0 test --suite unit
    expect_call "meson test -C $box/checkout/build --print-errorlogs --suite unit"
    expect_no_call "build-sanitize"
    call 0 test-numa
    expect_call "meson test -C $box/checkout/build --print-errorlogs --suite numa"
    expect_no_call "build-sanitize"
}

test_all_runs_all_tests_of_both_builds() {
    new_complete_machine
    call 0 test-all
    expect_in "$output" "2 passed, 0 failed, 0 skipped"
    expect_call "meson test -C $box/checkout/build --print-errorlogs --setup all"
    expect_call "meson test -C $box/checkout/build-sanitize --print-errorlogs --setup all --no-suite numa"
    expect_call "ninja -C $box/checkout/build-sanitize"
}

the_site_is_built_with_packages_of_its_own() {
    new_machine_after_a_run
    FAKE_KILL_PIP=yes call 137 site
    call 0 site --site-dir /elsewhere
    expect_call "-m venv $box/checkout/build/site-venv"
    expect_call "--require-hashes -r $box/checkout/bootstrap.d/site.lock"
    expect_call "mkdocs build --strict --quiet -f $box/checkout/contrib/site/mkdocs.yml --site-dir /elsewhere"
    call 0 site
    expect_in "$errors" "open $box/checkout/build/site/index.html"
    expect_no_call "-m venv"
    expect_no_call "-m pip"
}

fuzz_searches_and_names_what_it_lacks() {
    new_complete_machine
    call 0 fuzz --seconds 5
    expect_call "python $box/checkout/tests/fuzz/fuzz.py $box/checkout $box/checkout/build-fuzz --seconds 5"
    expect_in "$errors" "tests that need fuzzing will be skipped"
    expect_in "$errors" "--no-install-recommends afl++ clang libclang-rt-dev libomp-dev"
}

# ---- all of them --------------------------------------------------------------------------

mapfile -t tests < <(sed -n '/^# ---- usage/,$s/^\([A-Za-z0-9_]*\)() {$/\1/p' "$0")
echo "1..${#tests[@]}"
for i in "${!tests[@]}"; do
    result=ok
    ("${tests[i]}") || result='not ok'
    echo "$result $((i + 1)) - ${tests[i]//_/ }"
done
