import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startProcess } from '#tests/process.ts'
import { temporaryFolder } from '#tests/system.ts'

interface Step {
  command: string
  output: string
}

/** What a reader would type, and what the page says comes back: the `console` blocks, in order. */
function steps(markdown: string): Step[] {
  const blocks = [...markdown.matchAll(/^```console\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? '')
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const [, command = '', output = ''] = /^((?:.*\\\n)*.*\n)([\s\S]*)$/.exec(text) ?? []
        return { command: command.trim(), output: output.trim() }
      }),
  )
}

/** What differs from run to run by its nature. */
const mask = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '(time)')

const hasCurl = spawnSync('curl', ['--version']).status === 0

test('the walk in the README does what it says', {
  skip: hasCurl ? false : 'there is no curl on this machine',
}, async () => {
  const folder = temporaryFolder()
  const started = await startProcess([], {
    LATCHKEY_DATA: join(folder, 'data'),
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
  })
  const walk = steps(readFileSync(new URL('../../README.md', import.meta.url), 'utf8'))
  assert.ok(walk.length >= 15)
  const address = (url: string) => `localhost:${new URL(url).port}`
  const script = walk.map(({ command }) => `${command}\nprintf '\\n--- next\\n'\n`).join('')
  const typed = script
    .replaceAll('localhost:8080', address(started.users))
    .replaceAll('localhost:8090', address(started.auth))
  const { stdout, stderr } = spawnSync('sh', ['-e'], {
    cwd: folder,
    input: typed,
    encoding: 'utf8',
    timeout: 30_000,
  })
  const outputs = stdout.split('\n--- next\n').map((output) => output.trim())
  for (const [at, { command, output }] of walk.entries())
    assert.equal(mask(outputs[at] ?? ''), mask(output), `${command}\n${stderr}`)
  assert.equal(await started.end('SIGTERM'), 0)
  rmSync(folder, { recursive: true })
})
