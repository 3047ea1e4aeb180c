import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'

const longestMs = 300_000

/**
 * Returns a folder with installed packages that are not dependencies of Latchkey. The first call copies `source` and
 * installs the packages from its lock file, whose name is `lock`. The folder gets its final name only after the
 * installation is complete, so that an interrupted one is never used. All paths end with a slash.
 */
export function installedFolder(
  source: string,
  {
    name,
    cache,
    lock = 'package-lock.json',
    install = installInto,
  }: { name: string; cache: string; lock?: string; install?: typeof installInto },
): string {
  const locked = readFileSync(`${source}${lock}`)
  const installed = `${cache}${name}-${createHash('sha256').update(locked).digest('hex').slice(0, 12)}/`
  if (existsSync(installed)) return installed
  const unfinished = `${installed.slice(0, -1)}.unfinished/`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  cpSync(source, unfinished, { recursive: true })
  install(unfinished)
  renameSync(unfinished, installed)
  return installed
}

function installInto(folder: string): void {
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']
  const { status, stderr, error } = spawnSync('npm', args, { encoding: 'utf8', timeout: longestMs })
  if (status !== 0) throw new Error(`npm could not install into ${folder}: ${error?.message ?? stderr}`)
}
