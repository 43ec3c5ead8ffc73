_jm__serve() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="jm__serve"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        jm__serve)
            opts="-h --stdio --http --allow-remote --token-file --allow-origin --mcp --print-config --profile --for-execution --max-loss --reject-ambiguous --strict --disable --root --end --schema --schema-json --tool --multi-root --skip-prose --quote-lookahead --unwrap-string --duplicate-keys --non-finite --decode-entities --replace-bytes --max-depth --max-length --max-token --max-repairs --incomplete-number --pending-key --user-rules --color --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --http)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --token-file)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --allow-origin)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --print-config)
                    COMPREPLY=($(compgen -W "cursor vscode codex zed claude claude-desktop windsurf cline" -- "${cur}"))
                    return 0
                    ;;
                --profile)
                    COMPREPLY=($(compgen -W "permissive interactive execution agent strict" -- "${cur}"))
                    return 0
                    ;;
                --max-loss)
                    COMPREPLY=($(compgen -W "exact cosmetic lossy" -- "${cur}"))
                    return 0
                    ;;
                --disable)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -W "object array any" -- "${cur}"))
                    return 0
                    ;;
                --end)
                    COMPREPLY=($(compgen -W "complete max_tokens interrupted provider_error" -- "${cur}"))
                    return 0
                    ;;
                --schema)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --schema-json)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --tool)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --multi-root)
                    COMPREPLY=($(compgen -W "first array lines error" -- "${cur}"))
                    return 0
                    ;;
                --duplicate-keys)
                    COMPREPLY=($(compgen -W "pass flag first last error" -- "${cur}"))
                    return 0
                    ;;
                --non-finite)
                    COMPREPLY=($(compgen -W "null string error" -- "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-length)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-token)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-repairs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --incomplete-number)
                    COMPREPLY=($(compgen -W "drop trim" -- "${cur}"))
                    return 0
                    ;;
                --pending-key)
                    COMPREPLY=($(compgen -W "omit null" -- "${cur}"))
                    return 0
                    ;;
                --user-rules)
                    COMPREPLY=()
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o plusdirs
                    fi
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _jm__serve -o nosort -o bashdefault -o default jm-serve
else
    complete -F _jm__serve -o bashdefault -o default jm-serve
fi
