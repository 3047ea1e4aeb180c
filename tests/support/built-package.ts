import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { extract } from 'tar'
import { repository, runProgram } from './run-program.ts'

export interface Placed {
  folder: string
  /** The path of the JavaScript file of the `latchkey` command, which plain Node runs. */
  command: string
  /** The paths of all files that npm packed. */
  files: string[]
}

/**
 * Builds and packs the package, and installs it into a folder as npm would, with only its declared dependencies beside
 * it. These dependencies are links into this repository, so that no network is needed.
 */
export async function placeBuiltPackage(folder: string): Promise<Placed> {
  // Each build has its own folder, because another test that builds at the same time would replace the files
  // that are being packed.
  const built = join(folder, 'built')
  runProgram(process.execPath, ['build/build-package.ts', built])
  const packed = runProgram('npm', ['pack', built, '--json', '--pack-destination', folder])
  const [{ filename, files }] = Object.values(JSON.parse(packed)) as [
    { filename: string; files: { path: string }[] },
  ]
  const modules = join(folder, 'node_modules')
  const placed = join(modules, 'latchkey')
  mkdirSync(placed, { recursive: true })
  await extract({ file: join(folder, filename), cwd: placed, strip: 1 })
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(placed, 'package.json'), 'utf8'),
  ) as { dependencies: Record<string, string>; optionalDependencies: Record<string, string> }
  const isHere = (name: string) => existsSync(join(repository, 'node_modules', name))
  for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies).filter(isHere)]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(repository, 'node_modules', name), join(modules, name))
  }
  runProgram(process.execPath, ['--', join(placed, 'cli/compile-ahead.js')])
  const command = join(placed, 'cli/latchkey.js')
  return { folder: placed, command, files: files.map(({ path }) => path) }
}
