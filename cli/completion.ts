import { flagOf } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { Command } from './command.ts'
import { allSettings } from './settings/all-settings.ts'

/** Returns the script that completes commands, flags and their words in a shell. @throws {StartFault} for another shell */
export function completion(commands: readonly Command[], shell: string): string {
  const make = { bash, zsh, fish }[shell]
  if (make) return make(candidatesOf(commands))
  throw new StartFault([`There is no completion for ${shell}; there is: bash, zsh, fish.`], { exitCode: 2 })
}

/**
 * The candidates that may follow the typed words: the next words of commands, flags, or the values of a flag. The flags of a command
 * that takes a file follow `name -`: before a hyphen is typed, the shell completes files.
 */
type Candidates = Map<string, string[]>

/** The flags of every command. Their values, such as a file or a folder, are completed by the shell itself. */
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
    const afterName = operand !== undefined && /^(?:FILE|FOLDER)$/.test(operand) ? `${name} -` : name
    for (const [flag, one] of Object.entries(flags)) {
      add(afterName, `--${flag}`)
      if ('oneOf' in one) for (const word of one.oneOf) add(`${name} --${flag}`, word)
    }
  }
  return candidates
}

/** Returns the lines of a `case` over the words that were typed. The names of commands and flags need no quotes. */
const cases = (candidates: Candidates, indent: string): string =>
  [...candidates].map(([after, words]) => `${indent}'${after}') found='${words.join(' ')}' ;;`).join('\n')

/**
 * Returns two functions for both bash and zsh. The second function prints the candidates: its first argument is the word being
 * typed, the others are the words before it. It prints the candidates for the command (one or two words), or for the command and
 * a flag that takes one of a few words. Variables have names that zsh does not use for the command line, such as `words`.
 */
const sharedFunctions = (candidates: Candidates): string => `_latchkey_words() {
  local found=''
  case "$1" in
${cases(candidates, '    ')}
  esac
  printf '%s' "$found"
}
_latchkey_candidates() {
  local current="$1" previous='' name='' found='' word
  shift
  for word in "\${@:1:2}"; do
    [[ "$word" == -* ]] && break
    [[ -n "$name" && " $(_latchkey_words "$name") " != *" $word "* ]] && break
    name="\${name:+$name }$word"
  done
  for word in "$@"; do previous="$word"; done
  [[ "$previous" == --* ]] && found="$(_latchkey_words "$name $previous")"
  [[ -z "$found" ]] && found="$(_latchkey_words "$name")"
  [[ "$current" == -* ]] && found="$found $(_latchkey_words "$name -")"
  [[ "$current" == --* ]] && found="$found ${settingFlags.join(' ')}"
  printf '%s' "$found"
}`

/** Returns the script for bash. When no candidate begins with the typed word, the shell completes file names. */
const bash = (candidates: Candidates): string => `# Load it with: source <(latchkey completion bash)
${sharedFunctions(candidates)}
_latchkey() {
  local current="\${COMP_WORDS[COMP_CWORD]}" found
  found="$(_latchkey_candidates "$current" "\${COMP_WORDS[@]:1:COMP_CWORD-1}")"
  mapfile -t COMPREPLY < <(compgen -W "$found" -- "$current")
}
complete -o default -F _latchkey latchkey
`

const zsh = (candidates: Candidates): string => `#compdef latchkey
# Load it with: source <(latchkey completion zsh), after compinit
${sharedFunctions(candidates)}
_latchkey() {
  local found
  found="$(_latchkey_candidates "\${words[CURRENT]}" "\${(@)words[2,CURRENT-1]}")"
  compadd -- \${=found} || _files
}
compdef _latchkey latchkey
`

const fish = (candidates: Candidates): string => `# Load it with: latchkey completion fish | source
function __latchkey_words
  set -l found
  switch "$argv[1]"
${[...candidates].map(([after, words]) => `    case '${after}'\n      set found ${words.join(' ')}`).join('\n')}
  end
  string join \\n -- $found
end
function __latchkey_complete
  set -l current (commandline -ct)
  set -l typed (commandline -opc)
  set -e typed[1]
  set -l name ''
  for word in $typed[1..2]
    string match -q -- '-*' "$word"; and break
    test -n "$name"; and not contains -- "$word" (__latchkey_words "$name"); and break
    set name (string trim -- "$name $word")
  end
  set -l found
  string match -q -- '--*' "$typed[-1]"; and set found (__latchkey_words "$name $typed[-1]")
  test (count $found) -gt 0; or set found (__latchkey_words "$name")
  string match -q -- '-*' "$current"; and set -a found (__latchkey_words "$name -")
  string match -q -- '--*' "$current"; and set -a found ${settingFlags.join(' ')}
  set -l fitting
  for word in $found
    test (string sub -l (string length -- "$current") -- "$word") = "$current"; and set -a fitting $word
  end
  test (count $fitting) -gt 0; and string join \\n -- $fitting; or __fish_complete_path "$current"
end
complete -c latchkey -f -a '(__latchkey_complete)'
`
