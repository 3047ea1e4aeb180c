import { flagOf } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { Command } from './command.ts'
import { allSettings } from './start/all-settings.ts'

/** Returns the script that completes commands, flags and their words in a shell. @throws {StartFault} for another shell */
export function completion(commands: readonly Command[], shell: string): string {
  const make = { bash, zsh, fish }[shell]
  if (make) return make(candidatesOf(commands))
  throw new StartFault([`There is no completion for ${shell}; there is: bash, zsh, fish.`], { exitCode: 2 })
}

/** What may follow some words of a command line: the next words of commands, flags, or the words of a flag. */
type Candidates = Map<string, string[]>

/** The flags with a file or folder as their value are completed by the shell itself. */
const settingFlags = [
  ...Object.values(allSettings)
    .filter((setting) => !('secret' in setting && setting.secret && !('show' in setting)))
    .map(({ name }) => flagOf(name)),
  '--env-file',
  '--help',
]

function candidatesOf(commands: readonly Command[]): Candidates {
  const candidates: Candidates = new Map()
  const add = (after: string, word: string) => {
    const words = candidates.get(after) ?? []
    if (!words.includes(word)) candidates.set(after, [...words, word])
  }
  for (const { name, flags, operand } of commands) {
    const [first = '', second] = name.split(' ')
    add('', first)
    if (second !== undefined) add(first, second)
    for (const word of operand?.split('|') ?? []) if (/^[a-z]+$/.test(word)) add(name, word)
    for (const [flag, one] of Object.entries(flags)) {
      add(name, `--${flag}`)
      if ('oneOf' in one) for (const word of one.oneOf) add(`${name} --${flag}`, word)
    }
  }
  return candidates
}

/** The lines of a `case` over the words that were typed. Names of commands and flags need no quoting. */
const cases = (candidates: Candidates, indent: string): string =>
  [...candidates].map(([after, words]) => `${indent}'${after}') words='${words.join(' ')}' ;;`).join('\n')

/**
 * Completes after the command (one or two words), or after the command and a flag that takes one of a few words. Where nothing is
 * known, the shell completes files.
 */
const bash = (candidates: Candidates): string => `# Load it with: source <(latchkey completion bash)
_latchkey_words() {
  local words=''
  case "$1" in
${cases(candidates, '    ')}
  esac
  printf '%s' "$words"
}
_latchkey() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" name='' words='' i
  for ((i = 1; i < COMP_CWORD && i <= 2; i++)); do
    [[ "\${COMP_WORDS[i]}" == -* ]] && break
    [[ -n "$name" && -n "$(_latchkey_words "$name")" && -z "$(_latchkey_words "$name \${COMP_WORDS[i]}")" ]] && break
    name="\${name:+$name }\${COMP_WORDS[i]}"
  done
  [[ "$previous" == --* ]] && words="$(_latchkey_words "$name $previous")"
  [[ -z "$words" ]] && words="$(_latchkey_words "$name")"
  [[ "$current" == --* ]] && words="$words ${settingFlags.join(' ')}"
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _latchkey latchkey
`

const zsh = (candidates: Candidates): string => `#compdef latchkey
# Load it with: source <(latchkey completion zsh), after compinit
_latchkey_words() {
  local words=''
  case "$1" in
${cases(candidates, '    ')}
  esac
  printf '%s' "$words"
}
_latchkey() {
  local current="\${words[CURRENT]}" previous="\${words[CURRENT-1]}" name='' found='' i
  for ((i = 2; i < CURRENT && i <= 3; i++)); do
    [[ "\${words[i]}" == -* ]] && break
    [[ -n "$name" && -n "$(_latchkey_words "$name")" && -z "$(_latchkey_words "$name \${words[i]}")" ]] && break
    name="\${name:+$name }\${words[i]}"
  done
  [[ "$previous" == --* ]] && found="$(_latchkey_words "$name $previous")"
  [[ -z "$found" ]] && found="$(_latchkey_words "$name")"
  [[ "$current" == --* ]] && found="$found ${settingFlags.join(' ')}"
  if [[ -n "$found" ]]; then compadd -- \${=found}; else _files; fi
}
compdef _latchkey latchkey
`

const fish = (candidates: Candidates): string => `# Load it with: latchkey completion fish | source
function __latchkey_words
  set -l words
  switch "$argv[1]"
${[...candidates].map(([after, words]) => `    case '${after}'\n      set words ${words.join(' ')}`).join('\n')}
  end
  string join \\n -- $words
end
function __latchkey_complete
  set -l typed (commandline -opc)[2..-1]
  set -l name
  for word in $typed[1..2]
    string match -q -- '-*' $word; and break
    test -n "$name"; and test -n "$(__latchkey_words "$name")"; and test -z "$(__latchkey_words "$name $word")"; and break
    set name (string trim -- "$name $word")
  end
  set -l found (__latchkey_words "$name $typed[-1]")
  test -n "$found"; or set found (__latchkey_words "$name")
  string join \\n -- $found
end
complete -c latchkey -f -a '(__latchkey_complete)'
`
