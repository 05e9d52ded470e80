# Completion for comops, by common/manual.py from --help and `comops list`.
declare -A _comops_commands=(
    ['comops']='run list show machine report compare peers fleet history simulate pstswm'
    ['comops fleet']='run status check report'
    ['comops history']='add check report ack compact sql'
)
declare -A _comops_options=(
    ['comops']='--help --quiet --verbose --version'
    ['comops run']='--paths --buffers --consume --datatype --placements --memory --ranks --op --oversubscribe --pages --perturb --patterns --protocols --skew --sizes --budget --counters --launches --method --mpi --mpiexec --openmp --precision --preset --quick --seed --timeout --tuning --dry-run --json --output --percentiles --resume --help --quiet --usage --verbose --version'
    ['comops list']='--catalogue --json --markdown --help --quiet --usage --verbose --version'
    ['comops show']='--json --help --quiet --usage --verbose --version'
    ['comops machine']='--calibrate --heat --json --placements --ranks --oversubscribe --pairs --svg --xml --help --quiet --usage --verbose --version'
    ['comops report']='--help --version --quiet --verbose --format --output --figures --json'
    ['comops compare']='--help --version --quiet --verbose --machines --anyway --fail-if --format --output'
    ['comops peers']='--help --version --quiet --verbose --ranks --placement --patterns --sizes --turns --peers --epcc --osu --folder --output --markdown'
    ['comops fleet']='--help --version --quiet --verbose'
    ['comops fleet run']='--help --version --quiet --verbose --nodes --engine --window --wait --format'
    ['comops fleet status']='--help --version --quiet --verbose --format'
    ['comops fleet check']='--help --version --quiet --verbose --fail-if --confirm --drain-script --format --output'
    ['comops fleet report']='--help --version --quiet --verbose --output --json'
    ['comops history']='--help --version --quiet --verbose'
    ['comops history add']='--help --version --quiet --verbose --format'
    ['comops history check']='--help --version --quiet --verbose --since --fail-if --alert --format'
    ['comops history report']='--help --version --quiet --verbose --output --since --json'
    ['comops history ack']='--help --version --quiet --verbose --format'
    ['comops history compact']='--help --version --quiet --verbose --format'
    ['comops history sql']='--help --version --quiet --verbose --format'
    ['comops simulate']='--help --version --quiet --verbose --platform --xml --core-to-core --engine --ranks --paths --patterns --protocols --sizes --op --datatype --buffers --consume --quick --output --json --published'
    ['comops pstswm']='--case --dt --experiment --fft --json --mesh --ranks --oversubscribe --paths --problems --runs --steps --tilt --help --quiet --usage --verbose --version'
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
    ['-a']='--paths'
    ['-b']='--buffers'
    ['-l']='--placements'
    ['-p']='--patterns'
    ['-r']='--protocols'
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
