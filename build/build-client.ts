import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
/** The folder of the built package. Its former content is removed. */
const folder = resolve(process.argv[2] ?? join(root, 'dist/client'))

/** The entry points of `@latchkey/client`, and their source files. */
const entryPoints = {
  '.': 'sdk/client.ts',
  './session': 'sdk/session.ts',
  './validator': 'sdk/token-validator.ts',
  './webhooks': 'sdk/webhooks.ts',
  './server': 'sdk/server.ts',
  './express': 'sdk/adapters/express.ts',
  './fastify': 'sdk/adapters/fastify.ts',
  './hono': 'sdk/adapters/hono.ts',
  './next': 'sdk/adapters/next.ts',
  './node': 'sdk/adapters/node.ts',
  './sveltekit': 'sdk/adapters/sveltekit.ts',
  './react': 'sdk/adapters/react.ts',
  './testing': 'sdk/testing.ts',
}

/**
 * The frameworks that entry points import, each with the versions that work. They are optional peer dependencies: only the types
 * of Hono are imported, and the hook for React must use the same copy of React that renders the page.
 */
const frameworks = { hono: '>=4', react: '>=18' }

/** The only dependency. It is loaded when the first sign-in through the hosted pages begins, and never in a browser. */
const dependencies = ['oauth4webapi']

const compilerOptions = {
  // Browsers and runtimes of the last three years run ES2022 as it is.
  target: 'es2022',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: ['node'],
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  declaration: true,
  rootDir: '.',
}

const sources = sourcesOf(Object.values(entryPoints))
rmSync(folder, { recursive: true, force: true })
mkdirSync(dirname(folder), { recursive: true })
compile(sources)
cpSync(join(root, 'sdk/README.md'), join(folder, 'README.md'))
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
writeManifest()

/** Returns the text of each file that the entry points reach, by its path in the repository. */
function sourcesOf(paths: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  const follow = (path: string): void => {
    if (found.has(path)) return
    const imported: string[] = []
    const text = readFileSync(join(root, path), 'utf8').replace(
      /(\bfrom |\bimport\()'(#|\.)([^']+)\.ts'/g,
      (_, before: string, kind: string, name: string) => {
        const target = kind === '#' ? `${name}.ts` : join(dirname(path), `.${name}.ts`)
        imported.push(target)
        return `${before}'${specifier(path, target)}'`
      },
    )
    found.set(path, text)
    imported.forEach(follow)
  }
  paths.forEach(follow)
  return found
}

/**
 * Returns the name by which one file of the package imports another: a relative path with the extension of compiled files. The
 * names with `#` work in the repository only.
 */
function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to).replace(/\.ts$/, '.js')
  return path.startsWith('.') ? path : `./${path}`
}

/** Compiles the sources to JavaScript and declarations. Comments stay, so that an editor shows them. */
function compile(texts: Map<string, string>): void {
  // The folder lies in the repository, where the compiler finds the types of Node that `testing` needs.
  mkdirSync(join(root, '.cache'), { recursive: true })
  const work = mkdtempSync(join(root, '.cache/client-'))
  try {
    for (const [path, text] of texts) {
      mkdirSync(dirname(join(work, path)), { recursive: true })
      writeFileSync(join(work, path), text)
    }
    writeFileSync(join(work, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [...texts.keys()] }))
    const compiler = join(root, 'node_modules/.bin/tsc')
    const run = spawnSync(compiler, ['-p', work, '--outDir', folder], { encoding: 'utf8' })
    if (run.status !== 0) throw new Error(`The client does not compile.\n${run.stdout}${run.stderr}`)
  } finally {
    rmSync(work, { recursive: true })
  }
}

function writeManifest(): void {
  const { version, license, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const exported = Object.entries(entryPoints).map(([name, source]) => {
    const path = `./${source.replace(/\.ts$/, '')}`
    return [name, { types: `${path}.d.ts`, default: `${path}.js` }]
  })
  const manifest = {
    name: '@latchkey/client',
    version,
    description: 'The client library of Latchkey: calls, token checks, webhooks and tests.',
    license,
    type: 'module',
    sideEffects: false,
    // Node 20.19 is the first version in which `require` loads ES modules too.
    engines: { node: '>=20.19' },
    // The version with which the tests run, exactly.
    dependencies: Object.fromEntries(dependencies.map((name) => [name, devDependencies[name]])),
    peerDependencies: frameworks,
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(frameworks).map((name) => [name, { optional: true }]),
    ),
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
}
