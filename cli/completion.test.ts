import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { commands } from './commands.ts'
import { completion } from './completion.ts'

/** Returns what a shell would offer after these words, the last of which is being typed. */
function offered(...words: string[]): string[] {
  const quoted = ['latchkey', ...words].map((word) => `'${word}'`).join(' ')
  const script = `${completion(commands, 'bash')}
COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _latchkey; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' })
  assert.equal(stderr, '')
  return stdout.split('\n').filter((word) => word !== '')
}

/** Unfinished command lines, each with the only word that can complete its last word. */
const uniqueWords = [
  ['latchkey users sho', 'show'],
  ['latchkey users list --sta', '--status'],
  ['latchkey users list --status s', 'suspended'],
  ['latchkey users show ada --js', '--json'],
  ['latchkey history ada --sin', '--since'],
  ['latchkey start --users-p', '--users-port'],
  ['latchkey import people-', 'people-of-the-old-system.csv'],
  ['latchkey mail preview people-', 'people-of-the-old-system.csv'],
] as const

function folderWithFile(t: TestContext): string {
  const folder = temporaryFolder()
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'people-of-the-old-system.csv'), '')
  return folder
}

const has = (program: string) => spawnSync(program, ['--version']).status === 0

test('bash completes commands, their second words, their flags and the words of a flag', {
  skip: has('bash') ? false : 'there is no bash on this machine',
}, () => {
  assert.deepEqual(offered('us'), ['users'])
  assert.ok(['list', 'show', 'delete'].every((word) => offered('users', '').includes(word)))
  assert.deepEqual(offered('users', 'sho'), ['show'])
  assert.deepEqual(offered('users', 'list', '--sta'), ['--status'])
  assert.deepEqual(offered('users', 'list', '--status', 's'), ['suspended'])
  assert.deepEqual(offered('users', 'show', 'ada', '--js'), ['--json'])
  assert.deepEqual(offered('history', 'ada', '--sin'), ['--since'])
  assert.deepEqual(offered('completion', ''), ['bash', 'zsh', 'fish'])
  assert.deepEqual(offered('start', '--users-p'), ['--users-port'])
  assert.deepEqual(offered('nothing', 'x'), [])
  assert.deepEqual(offered('mail', 'preview', ''), [], 'a folder, which bash completes by itself')
  assert.deepEqual(offered('backup', ''), [], 'a file, which bash completes by itself')
  assert.deepEqual(offered('backup', '--js'), ['--json'])
})

test('fish completes what bash does, and files where nothing else fits', {
  skip: has('fish') ? false : 'there is no fish on this machine',
}, (t) => {
  const folder = folderWithFile(t)
  /** Returns what fish would offer for a line that is being typed. */
  const offers = (line: string): string[] => {
    const script = `${completion(commands, 'fish')}complete -C '${line}'`
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
    })
    assert.equal(stderr, '')
    return stdout.split('\n').filter((word) => word !== '')
  }
  assert.deepEqual(offers('latchkey us'), ['users'])
  assert.ok(['list', 'show', 'delete'].every((word) => offers('latchkey users ').includes(word)))
  for (const [line, word] of uniqueWords) assert.deepEqual(offers(line), [word], line)
  assert.deepEqual(offers('latchkey completion '), ['bash', 'fish', 'zsh'])
})

test('zsh completes what bash does at a terminal, and files where nothing else fits', {
  skip: has('zsh') ? false : 'there is no zsh on this machine',
}, (t) => {
  const folder = folderWithFile(t)
  writeFileSync(join(folder, 'script.zsh'), completion(commands, 'zsh'))
  // The terminal shows a line after each Tab, between marks that nothing else prints.
  writeFileSync(
    join(folder, 'setup.zsh'),
    `PS1=''; autoload -Uz compinit; compinit -u -D; source ./script.zsh
show-buffer() { print -r -- "<<$BUFFER>>"; BUFFER='' }
zle -N show-buffer; bindkey '^I' complete-word; bindkey '^B' show-buffer`,
  )
  const driver = `zmodload zsh/zpty; zpty terminal 'TERM=dumb zsh -f -i'; zpty -w terminal 'source ./setup.zsh'
for line in "$@"; do
  zpty -n -w terminal "$line"$'\t\x02'; zpty -r terminal said '*<<*>>*'; print -r -- "\${\${said##*<<}%%>>*}"
done
zpty -d terminal`
  const lines = uniqueWords.map(([line]) => line)
  const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', driver, 'zsh', ...lines], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
  })
  assert.equal(stderr, '')
  assert.deepEqual(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.trimEnd()),
    uniqueWords.map(([line, word]) => `${line.slice(0, line.lastIndexOf(' ') + 1)}${word}`),
  )
})

test('every script has each command, and there is none for another shell', () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = completion(commands, shell)
    for (const { name } of commands) {
      const [first = '', second] = name.split(' ')
      assert.match(script, new RegExp(`\\b${first}\\b`))
      if (second) assert.match(script, new RegExp(`'${first}'\\)?[^\\n]*\\n?[^\\n]*\\b${second}\\b`))
    }
  }
  assert.throws(() => completion(commands, 'powershell'), { exitCode: 2 })
})
