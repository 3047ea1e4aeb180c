import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { extract } from 'tar'
import { runFolder } from './run-folder.ts'
import { repository, runProgram } from './run-program.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface PackedClient {
  tarball: string
  /** The paths of all files that npm packed. */
  files: string[]
}

let packed: PackedClient | undefined

/**
 * Builds and packs the client library, once for all test files of a run. Two test files that begin at the same time may
 * build one each.
 */
export function packClient(): PackedClient {
  const shared = runFolder()
  const note = shared && join(shared, 'client.json')
  if (note && existsSync(note)) packed ??= JSON.parse(readFileSync(note, 'utf8')) as PackedClient
  if (packed) return packed
  const folder = shared ? mkdtempSync(join(shared, 'client-')) : temporaryFolder()
  const built = join(folder, 'built')
  runProgram(process.execPath, ['build/build-client.ts', built])
  const output = runProgram('npm', ['pack', built, '--json', '--pack-destination', folder])
  const [{ filename, files }] = Object.values(JSON.parse(output)) as [
    { filename: string; files: { path: string }[] },
  ]
  packed = { tarball: join(folder, filename), files: files.map(({ path }) => path) }
  if (note) {
    // The file with the path of the tarball is renamed into place last, so that another test file never reads a part of
    // it or finds it before the tarball.
    writeFileSync(join(folder, 'note'), JSON.stringify(packed))
    renameSync(join(folder, 'note'), note)
  }
  return packed
}

/**
 * Installs the packed client library into a folder, as npm would. Its dependencies and `packages` are linked
 * beside it from this repository, because a real installation would need the registry.
 */
export async function installClient(folder: string, packages: readonly string[] = []): Promise<void> {
  const modules = join(folder, 'node_modules')
  const client = join(modules, '@latchkey/client')
  mkdirSync(client, { recursive: true })
  await extract({ file: packClient().tarball, cwd: client, strip: 1 })
  const { dependencies } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'))
  for (const name of new Set([...Object.keys(dependencies), ...packages])) link(name, modules)
}

/**
 * Links a package. For a scoped package (`@scope/name`), all packages of the scope are linked, because the linked folder
 * of the scope contains them all.
 */
function link(name: string, modules: string): void {
  if (!name.startsWith('@')) {
    // A folder of `.cache` has the link of an earlier run.
    rmSync(join(modules, name), { recursive: true, force: true })
    symlinkSync(join(repository, 'node_modules', name), join(modules, name))
  } else {
    mkdirSync(join(modules, name))
    for (const one of readdirSync(join(repository, 'node_modules', name)))
      symlinkSync(join(repository, 'node_modules', name, one), join(modules, name, one))
  }
}
