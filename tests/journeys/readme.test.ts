import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { cleanEnvironment, freePorts, startProcess } from '#tests/support/process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

interface Step {
  command: string
  output: string
}

/** Returns the commands of a page with the outputs that the page shows: its `console` blocks, in order. */
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

/** Returns the programs that a page tells its reader to save: the `js` blocks that begin with the name of a file. */
const programs = (markdown: string): { name: string; content: string }[] =>
  [...markdown.matchAll(/^```js\n\/\/ (\S+\.mjs)\n([\s\S]*?)^```/gm)].map(([, name = '', content = '']) => ({
    name,
    content,
  }))

/** Replaces everything that differs in each run: ids, addresses, keys and times. */
const mask = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
    .replace(/127\.0\.0\.1:\d+/g, '(address)')
    .replace(/lk_[0-9A-Za-z]{49}/g, '(key)')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '(time)')

const root = new URL('../../', import.meta.url).pathname
const latchkey = `latchkey() { '${process.execPath}' '${root}cli/latchkey.js' "$@"; }`
const grpcurl = `grpcurl() { '${process.execPath}' '${new URL('../support/grpcurl.ts', import.meta.url).pathname}' "$@"; }`
const hasCurl = spawnSync('curl', ['--version']).status === 0

const pages: [page: string, leastSteps: number][] = [
  ['README.md', 15],
  ['docs/guide/api-keys.md', 12],
  ['docs/guide/notifications.md', 12],
  ['docs/guide/webhooks.md', 12],
]
for (const [page, leastSteps] of pages) {
  test(`the walk in ${page} does what it says`, {
    skip: hasCurl ? false : 'there is no curl on this machine',
  }, async () => {
    const folder = temporaryFolder()
    const environment = {
      LATCHKEY_DATA: join(folder, 'data'),
      LATCHKEY_USERS_PORT: '0',
      LATCHKEY_AUTH_PORT: '0',
      LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow',
    }
    await using started = await startProcess([], environment)
    const text = readFileSync(join(root, page), 'utf8')
    const [receiverPort] = (await freePorts(1)).map(String)
    for (const { name, content } of programs(text))
      writeFileSync(join(folder, name), content.replaceAll('3999', `${receiverPort}`))
    const walk = steps(text)
    assert.ok(walk.length >= leastSteps)
    const address = (url: string) => `localhost:${new URL(url).port}`
    const script = walk.map(({ command }) => `${command}\nprintf '\\n--- next\\n'\n`).join('')
    const typed = script
      .replaceAll('localhost:8080', address(started.users))
      .replaceAll('localhost:8090', address(started.auth))
      .replaceAll('localhost:9000', address(started.users))
      .replaceAll('localhost:9001', address(started.auth))
      .replaceAll('localhost:10000', started.usersGrpc)
      .replaceAll('127.0.0.1:3999', `127.0.0.1:${receiverPort}`)
      .replaceAll('localhost:50051', started.authGrpc)
    const { stdout, stderr } = spawnSync('sh', ['-e', '-c', `${latchkey}\n${grpcurl}\n${typed}`], {
      cwd: folder,
      env: cleanEnvironment(environment),
      encoding: 'utf8',
      timeout: 90_000,
    })
    // The services are stopped before the outputs are compared: if a comparison failed first, they would keep the test process
    // from ending.
    assert.equal(await started.end('SIGTERM'), 0)
    const outputs = stdout.split('\n--- next\n').map((output) => output.trim())
    for (const [at, { command, output }] of walk.entries())
      assert.equal(mask(outputs[at] ?? ''), mask(output), `${command}\n${stderr}`)
    rmSync(folder, { recursive: true })
  })
}
