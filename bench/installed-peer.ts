import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const longestMs = 300_000

/**
 * The folder into which the systems that Latchkey is compared with (peers) are installed. Git, types, lint
 * and tests ignore it, and `npm ci` of Latchkey installs nothing into it.
 */
const cache = fileURLToPath(new URL('../.cache/bench-peers/', import.meta.url))

/**
 * Returns the path of the server script of a peer (a system that Latchkey is compared with), with the
 * packages of the peer beside it. The first call installs the packages from the peer's own lock file. An
 * interrupted installation stays under another name, so that it is never used.
 */
export function installedPeer(name: string, folder = cache, install = installInto): string {
  const source = fileURLToPath(new URL(`peers/${name}/`, import.meta.url))
  const lock = readFileSync(`${source}package-lock.json`)
  const installed = `${folder}${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}/`
  if (!existsSync(installed)) {
    const unfinished = `${installed.slice(0, -1)}.unfinished/`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
    cpSync(source, unfinished, { recursive: true })
    install(unfinished)
    renameSync(unfinished, installed)
  }
  // The server script may have changed since the installation.
  copyFileSync(`${source}server.js`, `${installed}server.js`)
  return `${installed}server.js`
}

function installInto(folder: string): void {
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']
  const { status, stderr, error } = spawnSync('npm', args, { encoding: 'utf8', timeout: longestMs })
  if (status !== 0) throw new Error(`The peer could not be installed: ${error?.message ?? stderr}`)
}
