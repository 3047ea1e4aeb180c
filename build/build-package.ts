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
import { build, type Plugin } from 'esbuild'

const root = fileURLToPath(new URL('../', import.meta.url))
/** The folder of the built package. Its former content is removed. */
const folder = resolve(process.argv[2] ?? join(root, 'dist/package'))

/**
 * The packages that every start loads, directly or through another package. As one file they load in a third
 * of the time.
 */
const bundled = ['@fastify/proxy-addr', 'fastify', 'ipaddr.js', 'pino']
/** The files that the running product loads by their names. In the package all of them lie in `cli/`. */
const entryPoints = [
  'cli/main.ts',
  'cli/commands/start.ts',
  'cli/workers/worker.ts',
  'runtime/database/sqlite/checkpoint-thread.ts',
  'runtime/lazily.ts',
]
const packedName = (entryPoint: string): string => `cli/${basename(entryPoint, '.ts')}`
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
      const here = `new URL('../${relative(root, path)}', import.meta.url)`
      const text = readFileSync(path, 'utf8')
        .replace(/new URL\('([^']+)\.ts', import\.meta\.url\)/g, (_, name: string) => {
          const entry = relative(root, join(dirname(path), `${name}.ts`))
          if (!entryPoints.includes(entry)) throw new Error(`${entry} would not be in the package.`)
          const packed = relative(dirname(path), join(root, packedName(entry)))
          return `new URL('${packed}.js', import.meta.url)`
        })
        .replaceAll('import.meta.url', here)
      return { contents: withLazyFiles(text), loader: 'ts', resolveDir: dirname(path) }
    })
  },
}

/**
 * Turns the imports inside `lazily(…)` into static imports, so that the bundler puts the files of a feature together with the
 * file that loads them. Otherwise each would be a file of its own, and the code that they share with others would be split
 * into a hundred more files, which load slowly.
 */
function withLazyFiles(text: string): string {
  const imports: string[] = []
  const kept = text.replace(/lazily\(\(\) => import\('(\.[^']+)'\)\)/g, (_, name: string) => {
    imports.push(`import * as lazy${imports.length} from '${name}'; `)
    return `lazily(async () => lazy${imports.length - 1})`
  })
  // The imports are added to the first line, so that the line numbers in stack traces stay those of the source.
  return `${imports.join('')}${kept}`
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

/** Builds the bundle, and returns the files that it was made of. */
async function bundle(): Promise<string[]> {
  const external = Object.keys(source.dependencies).filter((name) => !bundled.includes(name))
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entryPoints.map((path) => [packedName(path), path])),
    outdir: folder,
    chunkNames: 'cli/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: [...external, ...unused],
    // The bundled dependencies load Node's modules with `require`, which an ES module does not have.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    sourcemap: true,
    sourcesContent: false,
    plugins: [besideItsSource],
    metafile: true,
    logLevel: 'warning',
  })
  for (const file of Object.keys(metafile.outputs)) if (file.endsWith('.map')) nameSources(join(root, file))
  return Object.keys(metafile.inputs)
}

/** Names the sources in a source map by their paths in the package, instead of those where it was built. */
function nameSources(path: string): void {
  const map = JSON.parse(readFileSync(path, 'utf8')) as { sources: string[] }
  const sources = map.sources.map((name) => `../${relative(root, join(dirname(path), name))}`)
  writeFileSync(path, JSON.stringify({ ...map, sources }))
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
