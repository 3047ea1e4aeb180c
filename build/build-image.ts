import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// This script makes the content of the image of `deploy/docker/Dockerfile` and of a release: the built package, and in its
// `node_modules` the packages that it loads, as npm has installed them in this repository. Node itself is not added, because it
// lies in another layer. Nothing is downloaded.

const root = fileURLToPath(new URL('../', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { package: { type: 'string' } },
})
const folder = resolve(positionals[0] ?? join(root, 'dist/image'))

interface Manifest {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
const manifestIn = (path: string) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest

if (values.package === undefined) {
  const build = join(root, 'build/build-package.ts')
  const { status } = spawnSync(process.execPath, [build, folder], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
} else cpSync(values.package, folder, { recursive: true })
for (const path of packagesBehind(Object.keys(manifestIn(folder).dependencies ?? {}))) {
  // A `node_modules` folder inside a package is left out. The packages in it that are needed are copied separately.
  const filter = (file: string) => basename(file) !== 'node_modules'
  cpSync(path, join(folder, relative(root, path)), { recursive: true, filter })
}

/** Returns the folders of the named packages and of all their dependencies, direct and indirect. */
function packagesBehind(names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (name: string, from: string, isOptional: boolean): void => {
    const path = findPackage(name, from)
    if (path === undefined && !isOptional) throw new Error(`${name}, which ${from} needs, is not installed.`)
    // protobufjs lists packages of TypeScript types as dependencies. They are left out, because nothing loads them at run
    // time.
    if (path === undefined || found.has(path) || name.startsWith('@types/')) return
    found.add(path)
    const { dependencies = {}, optionalDependencies = {} } = manifestIn(path)
    for (const one of Object.keys(dependencies)) visit(one, path, Object.hasOwn(optionalDependencies, one))
    for (const one of Object.keys(optionalDependencies)) visit(one, path, true)
  }
  for (const name of names) visit(name, root, false)
  return found
}

/**
 * Finds the folder of a package as Node does, in the `node_modules` of a folder or of one above it; undefined if it is not
 * installed.
 */
function findPackage(name: string, from: string): string | undefined {
  for (let at = from; at.startsWith(resolve(root)); at = dirname(at)) {
    const path = join(at, 'node_modules', name)
    if (existsSync(join(path, 'package.json'))) return path
  }
  return undefined
}
