# Completion for comops, by common/manual.py from --help and `comops list`.
declare -A _comops_commands=(
    ['comops']='run list show machine report compare peers fleet history simulate pstswm'
    ['comops fleet']='run status check report'
    ['comops history']='add check report ack compact sql'
)
declare -A _comops_options=(
    ['comops']='--help --quiet --verbose --version'
    ['comops run']='--patterns --paths --protocols --placements --memory --pages --ranks --sizes --perturb --skew --op --datatype --buffers --consume --oversubscribe --method --precision --budget --launches --quick --seed --mpiexec --mpi --openmp --tuning --counters --timeout --preset --output --percentiles --resume --dry-run --json --help --quiet --verbose --version'
    ['comops list']='--json --markdown --catalogue --help --quiet --verbose --version'
    ['comops show']='--json --help --quiet --verbose --version'
    ['comops machine']='--xml --ranks --placements --oversubscribe --pairs --calibrate --heat --svg --json --help --quiet --verbose --version'
    ['comops report']='--format --output --figures --json --help --quiet --verbose --version'
    ['comops compare']='--machines --anyway --fail-if --format --output --help --quiet --verbose --version'
    ['comops peers']='--ranks --placement --patterns --sizes --turns --peers --epcc --osu --folder --output --markdown --help --quiet --verbose --version'
    ['comops fleet']='--help --quiet --verbose --version'
    ['comops fleet run']='--nodes --engine --window --wait --format --help --quiet --verbose --version'
    ['comops fleet status']='--format --help --quiet --verbose --version'
    ['comops fleet check']='--fail-if --confirm --drain-script --format --output --help --quiet --verbose --version'
    ['comops fleet report']='--output --json --help --quiet --verbose --version'
    ['comops history']='--help --quiet --verbose --version'
    ['comops history add']='--format --help --quiet --verbose --version'
    ['comops history check']='--since --fail-if --alert --format --help --quiet --verbose --version'
    ['comops history report']='--output --since --json --help --quiet --verbose --version'
    ['comops history ack']='--format --help --quiet --verbose --version'
    ['comops history compact']='--format --help --quiet --verbose --version'
    ['comops history sql']='--format --help --quiet --verbose --version'
    ['comops simulate']='--platform --xml --core-to-core --engine --ranks --patterns --paths --protocols --sizes --op --datatype --buffers --consume --quick --output --json --published --help --quiet --verbose --version'
    ['comops pstswm']='--experiment --ranks --mesh --paths --oversubscribe --problems --fft --steps --runs --dt --case --tilt --json --help --quiet --verbose --version'
)
declare -A _comops_values=(
    ['--patterns']='pingpong broadcast reduce gather scatter distant distant_get shift shift_printed naive_broadcast naive_broadcast_printed tree_broadcast tree_broadcast_printed alltoall alltoall_printed alltoall_unrotated get put distant_put put_acknowledged put_acknowledged_printed remote_read bandwidth message_rate bidirectional allgather allreduce reduce_scatter barrier overlap counter mutual_exclusion single master_worker swap swap_printed sendrecv srtrans swtrans logtrans exchsum halfsum ringsum all'
    ['--paths']='threads mpi shmem all'
    ['--protocols']='barrier lock library put get dissemination tournament combining_tree binomial_tree recursive_doubling xhc direct vector sendrecv shared pscw flush flush_spin persistent cma put_spin'
    ['--placements']='bus crossbar agent smt core l2 l3 numa package spread all'
    ['--placement']='bus crossbar agent smt core l2 l3 numa package spread'
    ['--memory']='local root peer interleave'
    ['--method']='adaptive comops imb luecke thesis'
    ['--buffers']='reuse rewrite cold'
    ['--consume']='no between timed'
    ['--pages']='4k thp 2m'
    ['--op']='max sum all'
    ['--datatype']='double float int64 int32 all'
    ['--tuning']='off'
)
declare -A _comops_long=(
    ['-p']='--patterns'
    ['-a']='--paths'
    ['-r']='--protocols'
    ['-l']='--placements'
    ['-b']='--buffers'
)

_comops() {
    local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} words=comops at
    for ((at = 1; at < COMP_CWORD; at++)); do
        [[ " ${_comops_commands[$words]-} " != *" ${COMP_WORDS[at]} "* ]] ||
            words+=" ${COMP_WORDS[at]}"
    done
    # Bash takes --sizes=8 for three words.
    [[ $current != = ]] || current=
    [[ $option != = ]] || option=${COMP_WORDS[COMP_CWORD-2]}
    local names=${_comops_values[${_comops_long[$option]-$option}]-} before=
    COMPREPLY=()
    if [[ $names ]]; then
        [[ $current != *,* ]] || before=${current%,*},
        mapfile -t COMPREPLY < <(compgen -P "$before" -W "$names" -- "${current##*,}")
        compopt -o nospace 2>/dev/null
    elif [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "${_comops_options[$words]}" -- "$current")
    else
        mapfile -t COMPREPLY < <(compgen -W "${_comops_commands[$words]-}" -- "$current")
    fi
}
complete -o default -F _comops comops
