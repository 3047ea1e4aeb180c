import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installClient } from '#tests/support/client-package.ts'
import { cleanEnvironment, freePorts, startProcess } from '#tests/support/process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { type Fence, root } from './markdown.ts'

interface Step {
  command: string
  /** The output that the page shows below the command; undefined in a `sh` block, which shows no output. */
  output: string | undefined
}

/**
 * Returns the commands of a page in order. A `console` block has a prompt `$ ` before each command and its output
 * below it; a `sh` block has commands only.
 */
function stepsOf(fences: readonly Fence[]): Step[] {
  return fences.flatMap(({ language, content }): Step[] => {
    if (language === 'sh') return [{ command: content.trim(), output: undefined }]
    if (language !== 'console') return []
    return content
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const [, command = '', output = ''] = /^((?:.*\\\n)*.*\n)([\s\S]*)$/.exec(text) ?? []
        return { command: command.trim(), output: output.trim() }
      })
  })
}

/** Returns the name in the first line of a program that a page tells its reader to save, such as `// app.mjs`. */
export const fileNameOf = ({ content }: Fence): string | undefined =>
  /^(?:\/\/|#) ([\w./-]+\.\w+)\n/.exec(content)?.[1]

/** Replaces everything that differs in each run: ids, addresses, keys, times and days. */
const mask = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
    .replace(/127\.0\.0\.1:\d+/g, '(address)')
    .replace(/lk_[0-9A-Za-z]{49}/g, '(key)')
    .replace(/lks_[\w-]{43}/g, '(secret)')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '(time)')
    .replace(/\b\d{4}-\d\d-\d\d\b/g, '(day)')

const latchkey = `latchkey() { '${process.execPath}' '${root}cli/latchkey.js' "$@"; }`
const grpcurl = `grpcurl() { '${process.execPath}' '${new URL('../support/grpcurl.ts', import.meta.url).pathname}' "$@"; }`
// A `sh` block shows no reply: there, a refused request must end the walk.
const strictly = (command: string) => `curl() { command curl -f "$@"; }\n${command}\nunset -f curl`

/**
 * Follows the instructions of a page, on one Latchkey and in one shell: saves its programs, runs its commands in order, and
 * compares what they print with what the page shows.
 */
export async function walk(fences: readonly Fence[]): Promise<void> {
  const folder = temporaryFolder()
  // Commands send the end of sessions to this port themselves.
  const [authPort, receiverPort] = (await freePorts(2)).map(String)
  const environment = {
    LATCHKEY_DATA: join(folder, 'data'),
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: `${authPort}`,
    LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow',
  }
  await using started = await startProcess([], environment)
  const address = (url: string) => `localhost:${new URL(url).port}`
  const adapt = (text: string) =>
    text
      .replaceAll(/localhost:(8080|9000)\b/g, address(started.users))
      .replaceAll(/localhost:(8090|9001)\b/g, address(started.auth))
      .replaceAll('localhost:10000', started.usersGrpc)
      .replaceAll('localhost:50051', started.authGrpc)
      .replaceAll(/\b3999\b/g, `${receiverPort}`)
  const programs = fences.filter((fence) => fileNameOf(fence) !== undefined)
  for (const fence of programs) writeFileSync(join(folder, fileNameOf(fence) ?? ''), adapt(fence.content))
  if (programs.some(({ content }) => content.includes('@latchkey/client'))) await installClient(folder)
  const steps = stepsOf(fences)
  const script = steps
    .map(({ command, output }) => (output === undefined ? strictly(command) : command))
    .map((command) => `${command}\nprintf '\\n--- next\\n'\n`)
    .join('')
  // The output goes to files. A pipe would stay open after the time limit, as long as any process that the shell has
  // started runs.
  const [out, err] = [join(folder, '.out'), join(folder, '.err')]
  const files = [openSync(out, 'w'), openSync(err, 'w')]
  const { status } = spawnSync('sh', ['-e', '-c', `${latchkey}\n${grpcurl}\n${adapt(script)}`], {
    cwd: folder,
    env: cleanEnvironment(environment),
    stdio: ['ignore', ...files],
    timeout: 200_000,
  })
  for (const file of files) closeSync(file)
  const [stdout, stderr] = [readFileSync(out, 'utf8'), readFileSync(err, 'utf8')]
  // The services are stopped before the outputs are compared: if a comparison failed first, they would keep the test process
  // from ending.
  assert.equal(await started.end('SIGTERM'), 0)
  const outputs = stdout.split('\n--- next\n').map((output) => output.trim())
  for (const [at, { command, output }] of steps.entries()) {
    assert.ok(at < outputs.length - 1, `The page ends here, with ${status}: ${command}\n${stderr}`)
    if (output !== undefined) assert.equal(mask(outputs[at] ?? ''), mask(output), `${command}\n${stderr}`)
  }
  assert.equal(status, 0, stderr)
  rmSync(folder, { recursive: true })
}
