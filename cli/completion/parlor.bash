# Completion of the command parlor for bash. Games, options and values come from the command
# itself (`parlor games --plain`), so a new game needs no change here.

# The options of one command.
_parlor_flags() {
    case $1 in
    games) echo "--json --plain --all --lang --help" ;;
    sim) echo "--seats --games --seed --option --bots --lang --help" ;;
    bots) echo "--json --plain --lang --help" ;;
    play) echo "--seats --bots --option --clock --seed --resume --from --line --at --seat --anew --aids --plain --name --watch --lang --help" ;;
    learn) echo "--again --plain --lang --help" ;;
    watch) echo "--view --open --review --line --step --plain --lang --help" ;;
    match)
        echo "--bots --bot --deals --seats --option --seed --threads --time --sprt --calibrate --records" \
            "--json --lang --help"
        ;;
    bot) echo "--exec --name --time --lang --help" ;;
    solve) echo "--solo --open --from --option --threads --memory --lang --help" ;;
    review) echo "--last --seat --line --budget --json --summary --lang --help" ;;
    puzzle) echo "--number --streak --plain --count --seed --lang --help" ;;
    replay) echo "--legal --view --lang --help" ;;
    serve)
        echo "--config --listen --port --data --store --user --tls-cert --tls-key --names --trust-proxy --paths --metrics --metrics-token --sandbox" \
            "--bot-threads --bot-delay --bot-seconds --check-hours --bot-memory --solve-threads --bot-tables --address-bot-tables --rate --burst --connections" \
            "--address-connections --queue-seconds --hello-seconds --drain-seconds --listed-tables --address-listed-tables" \
            "--keep-open --keep-running --keep-days --compact-hours --keep-records --keep-guests --keep-dailies" \
            "--lang --help"
        ;;
    load) echo "--host --port --tables --game --seats --seconds --rate --idle --protocol --paths --lang --help" ;;
    daily) echo "--date --plain --lang --help" ;;
    export) echo "--data --store --daily --lang --help" ;;
    backup | forget | verify-store | repair) echo "--data --store --lang --help" ;;
    migrate) echo "--from --to --reopen --lang --help" ;;
    admin) echo "--data --for --why --address --of --text --stop --json --lang --help" ;;
    perft) echo "--deal --depth --moves --divide --seats --option --lang --help" ;;
    *) echo "--lang --help" ;;
    esac
}

# The values of the option before the cursor: $1 that option, $2 the game (or none), $3 the program,
# $4 the value typed so far.
_parlor_values() {
    case $1 in
    --lang) echo "en uk ru fr" ;;
    --sandbox) echo "on off" ;;
    --metrics) echo "loopback public off" ;;
    --why) echo "talk name play other" ;;
    --view | --seat) echo "0 1 2 3 4" ;;
    --bots)
        # A list of names with commas between them.
        local before=${4%"${4##*,}"}
        "$3" bots --plain | awk -v game="$2" -v before="$before" '$1 == game { print before $2 }'
        ;;
    --bot) "$3" bots --plain | awk -v game="$2" '$1 == game { print $2 }' ;;
    --seats)
        "$3" games --plain --all |
            awk -v game="$2" '$1 == game && $2 == "seats" { $1 = $2 = ""; print }'
        ;;
    --option)
        "$3" games --plain --all | awk -v game="$2" '
            $1 == game && $2 == "values" { for (i = 4; i <= NF; i++) print $3 "=" $i }
            $1 == game && $2 == "letters" { print $3 "=" $4 }'
        ;;
    esac
}

_parlor() {
    local program=${COMP_WORDS[0]} line=${COMP_LINE:0:COMP_POINT} command="" game="" before="" word
    local -a words
    # Readline also splits at `=`, so the words are taken from the line itself.
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    local current=${words[-1]}
    for word in "${words[@]:1:${#words[@]}-2}"; do
        if [[ $before == --lang || $before == --seats || $before == --option || $before == --games ||
            $before == --seed || $before == --bots || $before == --view || $before == --deal || $before == --date ||
            $before == --depth || $before == --moves || $before == --deals || $before == --threads ||
            $before == --time || $before == --sprt || $before == --records || $before == --seat ||
            $before == --line || $before == --step || $before == --number || $before == --count || $before == --budget || $before == --memory || $before == --from ||
            $before == --config || $before == --listen || $before == --port || $before == --data ||
            $before == --user || $before == --host || $before == --tables || $before == --game ||
            $before == --seconds || $before == --name || $before == --exec || $before == --bot || $before == --tls-* || $before == --sandbox || $before == --metrics* || $before == --bot-* ||
            $before == --for || $before == --why || $before == --of || $before == --text || $before == --rate || $before == *-hours || $before == --keep-* || $before == --burst || $before == *connections ]]; then
            before=""
            continue
        fi
        before=$word
        if [[ $word == -* ]]; then
            continue
        elif [[ -z $command ]]; then
            command=$word
        elif [[ -z $game ]]; then
            game=$word
        fi
    done
    local choices=""
    [[ $before == --* ]] && choices=$(_parlor_values "$before" "$game" "$program" "$current")
    if [[ -n $choices ]]; then
        :
    elif [[ -z $command ]]; then
        choices="play daily watch games rules learn bots sim match bot replay review puzzle solve perft serve verify verify-store repair export backup migrate admin forget load help version"
        choices+=" --lang --help --version"
    elif [[ $current == -* ]]; then
        choices=$(_parlor_flags "$command")
    elif [[ $command == help ]]; then
        choices="play daily watch games rules learn bots sim match bot replay review puzzle solve perft serve verify verify-store repair export backup migrate admin forget load help version"
    elif [[ $command == admin && -z $game ]]; then
        choices="list ban unban delete delete-all lobby announce drain reports dismiss log"
    elif [[ $command == admin && $game == list ]]; then
        choices="tables people bans reports log"
    elif [[ $command == admin && $game == lobby ]]; then
        choices="everybody kept nobody"
    elif [[ $command == learn && -z $game ]]; then
        choices=$("$program" learn | awk '$1 != "" && NR > 1 { print $1 }' | sort -u)
    elif [[ $command == learn && $before == "$game" ]]; then
        choices=$("$program" learn | awk -v game="$game" '$1 == game { print $2 }')
    elif [[ " sim perft match bots rules solve daily " == *" $command "* && -z $game ]]; then
        choices=$("$program" games --plain | awk '$2 == "seats" { print $1 }')
    elif [[ $command == puzzle && -z $game ]]; then
        choices="make check grade $("$program" puzzle | awk '/^  / { print $1 }')"
    elif [[ $command == puzzle && $game == make ]]; then
        choices=$("$program" puzzle | awk '/^  / { print $1 }')
    elif [[ $command == replay || $command == watch || $command == review || $command == verify || $command == backup ||
        $before == --records || $before == --data || $before == --config || $before == --tls-* ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
    else
        choices=$(_parlor_flags "$command")
    fi
    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current")
    # Readline treats the part before `=` as a separate word, so it must not be repeated.
    if [[ $current == *=* && $COMP_WORDBREAKS == *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${current%%=*}="}")
    fi
}

complete -o default -F _parlor parlor
