import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extract } from 'tar'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Placed {
  folder: string
  /** The path of the JavaScript file of the `latchkey` command, which plain Node runs. */
  command: string
  /** The paths of all files that npm packed. */
  files: string[]
}

/**
 * Builds and packs the package, and installs it into a folder as npm would, beside its declared dependencies
 * only. The dependencies are links into this repository, so that no network is needed.
 */
export async function placeBuiltPackage(folder: string): Promise<Placed> {
  // Each build has its own folder, because another test that builds at the same time would replace the files
  // that are being packed.
  const built = join(folder, 'built')
  run(process.execPath, ['build/build-package.ts', built])
  const packed = run('npm', ['pack', built, '--json', '--pack-destination', folder])
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
  const isHere = (name: string) => existsSync(join(root, 'node_modules', name))
  for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies).filter(isHere)]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  run(process.execPath, ['--', join(placed, 'cli/compile-ahead.js')])
  const command = join(placed, 'cli/latchkey.js')
  return { folder: placed, command, files: files.map(({ path }) => path) }
}

function run(program: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stdout
}
