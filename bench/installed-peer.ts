import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { installedFolder } from '#tests/support/installed-folder.ts'

/**
 * The folder into which the systems that Latchkey is compared with (peers) are installed. Git, types, lint
 * and tests ignore it, and `npm ci` of Latchkey installs nothing into it.
 */
const cache = fileURLToPath(new URL('../.cache/bench-peers/', import.meta.url))

/**
 * Returns the path of the server script of a peer (a system that Latchkey is compared with), with the
 * packages of the peer beside it. The first call installs the packages from the peer's own lock file.
 */
export function installedPeer(name: string, folder = cache, install?: (into: string) => void): string {
  const source = fileURLToPath(new URL(`peers/${name}/`, import.meta.url))
  const installed = installedFolder(source, { name, cache: folder, ...(install && { install }) })
  // The server script may have changed since the installation.
  copyFileSync(`${source}server.js`, `${installed}server.js`)
  return `${installed}server.js`
}
