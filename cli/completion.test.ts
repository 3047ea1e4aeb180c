import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
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
})

for (const shell of ['zsh', 'fish']) {
  test(`${shell} can read its script`, {
    skip: has(shell) ? false : `there is no ${shell} on this machine`,
  }, () => {
    const { status, stderr } = spawnSync(shell, ['-n'], {
      input: completion(commands, shell),
      encoding: 'utf8',
    })
    assert.deepEqual([status, stderr], [0, ''])
  })
}

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
