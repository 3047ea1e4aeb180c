import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decode } from '@jridgewell/sourcemap-codec'
import { type BuildOptions, build, type Plugin } from 'esbuild'

const root = fileURLToPath(new URL('../', import.meta.url))
/** The folder of the built package. Its former content is removed. */
const folder = resolve(process.argv[2] ?? join(root, 'dist/package'))

/**
 * The packages that every start loads, directly or through another package. As one file they load in a third
 * of the time.
 */
const bundled = ['@fastify/proxy-addr', 'fastify', 'ipaddr.js', 'pino']
/**
 * The files that the running product loads by their names, and what each exports. In the package all of them lie in `cli/` and
 * take their exports from the bundle.
 */
const entryPoints: Record<string, readonly string[]> = {
  'cli/main.ts': ['main'],
  'cli/commands/start.ts': [],
  'cli/workers/worker.ts': [],
  'runtime/lazily.ts': ['loadLazyModules'],
}
/** A thread loads only this file: it needs little of the product, and the whole would slow its start. */
const threadEntryPoint = 'runtime/database/sqlite/checkpoint-thread.ts'
const bundleName = 'cli/product.cjs'
const packedName = (entryPoint: string): string =>
  `cli/${basename(entryPoint, '.ts')}.${entryPoint === threadEntryPoint ? 'cjs' : 'js'}`
/**
 * Packages that Fastify loads for features that Latchkey does not use: its own schema compilers, and requests
 * without a socket.
 */
const unused = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request']
/** The files that are copied unchanged, because the product or people read them. */
const files = [
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'docs/guide',
  'docs/reference',
  'docs/README.md',
  'docs/tutorials',
  'docs/explanation',
  'docs/pictures',
  'users/migrations',
  'users/passwords/common-passwords.txt',
  'auth/migrations',
  'contract/generated',
  'proto/google',
  'proto/grpc',
  'proto/envoy',
  'proto/latchkey',
  'proto/generated/descriptors.binpb',
  'proto/generated/descriptions.json',
  'runtime/docs/filter.js',
  'runtime/look/look.css',
  'runtime/look/generated/inter.woff2',
  'runtime/look/generated/mark.svg',
  'runtime/look/generated/inter-license.txt',
  'runtime/look/generated/icons-license.txt',
  'auth/pages/view/passkey.js',
  'console/styles.css',
  'console/islands',
]

interface Manifest {
  version: string
  dependencies: Record<string, string>
  [field: string]: unknown
}
const manifestIn = (path: string) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest
const source = manifestIn(root)

/**
 * A plugin of esbuild that lets a module find the files that lie beside its source. All code of the bundle lies in `cli/`, so a
 * URL relative to the module would name a file in the wrong folder.
 */
const besideItsSource: Plugin = {
  name: 'beside its source',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const here = `new URL('../${relative(root, path)}', bundleUrl)`
      const contents = readFileSync(path, 'utf8')
        .replace(/new URL\('([^']+)\.ts', import\.meta\.url\)/g, (_, name: string) => {
          const entry = relative(root, join(dirname(path), `${name}.ts`))
          if (!(entry in entryPoints) && entry !== threadEntryPoint)
            throw new Error(`${entry} would not be in the package.`)
          return `new URL('${basename(packedName(entry))}', bundleUrl)`
        })
        .replaceAll('import.meta.url', here)
      return { contents, loader: 'ts', resolveDir: dirname(path) }
    })
  },
}

rmSync(folder, { recursive: true, force: true })
for (const file of files) cpSync(join(root, file), join(folder, file), { recursive: true })
const inputs = await bundle()
writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), licensesOf(inputs))
writeFileSync(join(folder, 'revision.txt'), `${process.env.REVISION || checkedOutRevision() || 'unknown'}\n`)
writeCommand()
writeManifest()

/** Returns the commit that is checked out; undefined without git, or if the repository is not this folder but one around it. */
function checkedOutRevision(): string | undefined {
  if (!existsSync(join(root, '.git'))) return undefined
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** Builds the bundles and the entry points, and returns the files that they were made of. */
async function bundle(): Promise<string[]> {
  const external = Object.keys(source.dependencies).filter((name) => !bundled.includes(name))
  const options = {
    absWorkingDir: root,
    bundle: true,
    // One file that Node reads and compiles at once. A module in it runs when it is first needed, as in the source: an `import()`
    // becomes a function in the same file.
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    external: [...external, ...unused],
    banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
    sourcemap: 'external',
    sourcesContent: false,
    plugins: [besideItsSource],
    metafile: true,
    logLevel: 'warning',
  } satisfies BuildOptions
  const loads = Object.keys(entryPoints).map((path) => `'${path}': () => import('./${path}')`)
  const product = await build({
    ...options,
    stdin: {
      contents: `module.exports = {${loads.join(', ')}}`,
      resolveDir: root,
      sourcefile: join(root, 'build/build-package.ts'),
      loader: 'js',
    },
    outfile: join(folder, bundleName),
  })
  const thread = await build({
    ...options,
    entryPoints: [threadEntryPoint],
    outfile: join(folder, packedName(threadEntryPoint)),
  })
  for (const { outputs } of [product.metafile, thread.metafile])
    for (const file of Object.keys(outputs)) if (file.endsWith('.map')) writeSourceLines(join(root, file))
  for (const [path, exports] of Object.entries(entryPoints)) {
    const load = `await createRequire(import.meta.url)('./${basename(bundleName)}')['${path}']()`
    const names = exports.length === 0 ? '' : `export const { ${exports.join(', ')} } = `
    writeFileSync(
      join(folder, packedName(path)),
      `import { createRequire } from 'node:module'\n${names}${load}\n`,
    )
  }
  return [product, thread].flatMap(({ metafile }) => Object.keys(metafile.inputs))
}

/**
 * Replaces the source map of a bundle by a table that the first stack trace reads in a tenth of the time and memory: of each
 * place in the bundle where another line of the source begins, its line and column, the index of the source and the line in it.
 */
function writeSourceLines(path: string): void {
  const map = JSON.parse(readFileSync(path, 'utf8')) as { sources: string[]; mappings: string }
  const places: number[] = []
  decode(map.mappings).forEach((segments, index) => {
    let last = ''
    for (const [column, source, line] of segments) {
      if (source === undefined || line === undefined || last === `${source}:${line}`) continue
      last = `${source}:${line}`
      places.push(index + 1, column + 1, source, line + 1)
    }
  })
  const sources = map.sources.map((name) => relative(root, join(dirname(path), name)))
  writeFileSync(path.replace(/\.map$/, '.lines.json'), JSON.stringify({ sources, places }))
  rmSync(path)
}

/** Collects the licences of the bundled packages, which require that their text is distributed with them. */
function licensesOf(inputs: readonly string[]): string {
  const packages = new Set(inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []))
  return [...packages]
    .sort()
    .map((path) => {
      const { name, version, license } = manifestIn(join(root, path))
      const [file] = readdirSync(join(root, path)).filter((entry) => /^licen[cs]e/i.test(entry))
      const text = file === undefined ? license : readFileSync(join(root, path, file), 'utf8').trim()
      if (!text) throw new Error(`${path} is bundled, and does not say under which licence.`)
      return `${name} ${version}\n\n${text}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function writeCommand(): void {
  mkdirSync(join(folder, 'cli'), { recursive: true })
  cpSync(join(root, 'build/source-lines.js'), join(folder, 'cli/source-lines.js'))
  for (const name of ['compile-cache.js', 'own-node.js'])
    cpSync(join(root, 'cli', name), join(folder, 'cli', name))
  for (const name of ['latchkey.js', 'compile-ahead.js']) {
    const text = readFileSync(join(root, 'cli', name), 'utf8')
      .replace(/'\.{1,2}\/(?:[\w-]+\/)*([^'/]+)\.ts'/g, "'./$1.js'")
      .replace('./source-imports.js', './source-lines.js')
    writeFileSync(join(folder, 'cli', name), text)
  }
  chmodSync(join(folder, 'cli/latchkey.js'), 0o755)
}

function writeManifest(): void {
  const { imports, devDependencies, scripts, allowScripts, dependencies, ...kept } = source
  const left = Object.entries(dependencies).filter(([name]) => !bundled.includes(name))
  const manifest = {
    ...kept,
    scripts: { postinstall: (scripts as Record<string, string>).postinstall },
    dependencies: Object.fromEntries(left),
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
}
