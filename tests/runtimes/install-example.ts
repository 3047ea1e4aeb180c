import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installClient } from '#tests/support/client-package.ts'
import { repository, runProgram } from '#tests/support/run-program.ts'

/**
 * Installs the packages of an example into a folder of `.cache` (only the first time), and the current client library
 * (each time). `more` are packages that only the trial needs. Returns the folder.
 */
export async function installExample(name: string, more: Record<string, string> = {}): Promise<string> {
  const folder = join(repository, '.cache', name)
  mkdirSync(folder, { recursive: true })
  const manifest = JSON.parse(readFileSync(join(repository, 'examples', name, 'package.json'), 'utf8'))
  delete manifest.dependencies['@latchkey/client']
  Object.assign(manifest.dependencies, more)
  const wanted = JSON.stringify(manifest)
  const path = join(folder, 'package.json')
  const isInstalled = existsSync(join(folder, 'node_modules')) && readFileSync(path, 'utf8') === wanted
  if (!isInstalled) {
    writeFileSync(path, wanted)
    runProgram('npm', ['install', '--no-audit', '--no-fund'], folder)
  }
  rmSync(join(folder, 'node_modules/@latchkey'), { recursive: true, force: true })
  await installClient(folder)
  return folder
}
