import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { build } from 'esbuild'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { installClient, packClient } from '#tests/support/client-package.ts'
import { cleanEnvironment, startProcess } from '#tests/support/process.ts'
import { repository } from '#tests/support/run-program.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const folder = temporaryFolder()
const client = join(folder, 'node_modules/@latchkey/client')
let manifest: { exports: Record<string, unknown> } & Record<string, unknown>
before(async () => {
  // Two entry points of the package need a framework: one needs the types of Hono, the other a hook of React.
  await installClient(folder, ['hono', 'react'])
  manifest = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'))
})
after(() => rmSync(folder, { recursive: true }))

const textOf = (file: string) => readFileSync(join(client, file), 'utf8')
const entryPoints = () => Object.keys(manifest.exports).filter((name) => name !== './package.json')
const importName = (entryPoint: string) => `@latchkey/client${entryPoint.slice(1)}`

/** The files that may import from outside of the package. */
const withImports = [
  'README.md',
  'sdk/testing.js',
  'sdk/adapters/hono.d.ts',
  'sdk/adapters/react.js',
  'sdk/server/hosted/provider-requests.js',
]

test('the client package is compiled code, its types and what people read, and nothing else', () => {
  const { files } = packClient()
  const expected = /^(package\.json|README\.md|LICENSE|(sdk|contract)\/([a-z]+\/)*[a-z-]+\.(js|d\.ts))$/
  assert.deepEqual(
    files.filter((file) => !expected.test(file)),
    [],
  )
  for (const file of files) {
    const text = textOf(file)
    assert.ok(!text.includes(repository) && !text.includes(folder), `${file} has a path of this machine`)
    assert.doesNotMatch(text, /(from|import\()\s*'#/, file)
    if (!withImports.includes(file))
      assert.doesNotMatch(text, /(from|import\()\s*'[^.']/, `${file} has a dependency`)
  }
  const { dependencies, type, sideEffects, engines } = manifest
  assert.deepEqual(
    { dependencies, type, sideEffects, engines },
    {
      dependencies: { oauth4webapi: '3.8.8' },
      type: 'module',
      sideEffects: false,
      engines: { node: '>=20.19' },
    },
  )
})

test('the types of the client package name no typed array as generic, which TypeScript before 5.7 refuses', () => {
  const { files } = packClient()
  const declared = files.filter((file) => file.endsWith('.d.ts'))
  assert.ok(declared.length > 20, 'the check has something to look at')
  for (const file of declared)
    assert.doesNotMatch(textOf(file), /\b(\w+Array|Buffer|DataView)<ArrayBuffer/, file)
})

test('publint and arethetypeswrong find nothing to say about the client package', async () => {
  const data = readFileSync(packClient().tarball)
  const tarball = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg ?? {})),
    [],
  )
  const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)))
  assert.ok(checked.types)
  // Selects two kinds of problems that are accepted: `require` of an ES module works from Node 20.19 on, and TypeScript
  // before 4.7 does not understand `exports`.
  const isForOthers = ({ kind, resolutionKind }: { kind: string; resolutionKind?: string }) =>
    resolutionKind === 'node10' || kind === 'CJSResolvesToESM'
  assert.deepEqual(
    checked.problems.filter((problem) => !isForOthers(problem)),
    [],
  )
  assert.deepEqual(
    Object.keys(checked.entrypoints).toSorted(),
    [...entryPoints(), './package.json'].toSorted(),
  )
})

/** Compiles TypeScript files of an application that has the package installed, and returns the output of the compiler. */
function compile(files: Record<string, string>, options: Record<string, unknown>): string {
  const app = mkdtempSync(join(folder, 'app-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(app, name), text)
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }')
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    types: [],
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    ...options,
  }
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(files) }))
  return spawnSync(join(repository, 'node_modules/.bin/tsc'), ['-p', app], { encoding: 'utf8' }).stdout
}

for (const module of [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
])
  test(`each example of its page compiles, and each entry point, with ${module.moduleResolution}`, () => {
    const examples = [...textOf('README.md').matchAll(/```ts\n(.*?)```/gs)].map(([, text = '']) => text)
    const all = entryPoints().map(
      (name, at) => `import * as part${at} from '${importName(name)}'\nexport { part${at} }`,
    )
    const wrong = `import { createClient } from '@latchkey/client'
const user = await createClient({ baseUrl: 'x' }).getUser({ id: 'me' })
export const wrong: number = user.username`
    const files = Object.fromEntries(
      [...examples, all.join('\n')].map((text, at) => [`example-${at}.ts`, text]),
    )
    assert.ok(examples.length > 4)
    assert.equal(compile(files, module), '')
    assert.match(compile({ 'wrong.ts': wrong }, module), /Type 'string' is not assignable to type 'number'/)
  })

/** The maximum size in compressed bytes that each entry point may add to a page. */
const budgets: Record<string, number> = {
  // Most of this size is the table of all operations, which grows with each new operation.
  'createClient from @latchkey/client': 5 * 1024,
  'isFailure from @latchkey/client': 512,
  'followStream from ./node_modules/@latchkey/client/sdk/streams/follow-stream.js': 2 * 1024,
  'createSession from @latchkey/client/session': 5 * 1024,
  'createTokenVerifier from ./node_modules/@latchkey/client/sdk/verify-token.js': 4 * 1024,
  'createTokenValidator from @latchkey/client/validator': 9 * 1024,
  'verifyWebhook from @latchkey/client/webhooks': 2 * 1024,
}

for (const [what, limit] of Object.entries(budgets))
  test(`${what} costs a page at most ${limit} bytes`, async (t) => {
    const [name, , from = ''] = what.split(' ')
    // The client library loads the code for streams only when a stream is read, so that this code has a budget of its
    // own.
    const external = from.startsWith('@') ? ['*/streams/follow-stream.js'] : []
    const { outputFiles } = await build({
      stdin: { contents: `import { ${name} } from '${from}'; globalThis.x = ${name}`, resolveDir: folder },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      write: false,
      external,
    })
    const [{ contents } = assert.fail()] = outputFiles
    const size = gzipSync(contents, { level: 9 }).length
    t.diagnostic(`${what}: ${contents.length} bytes, compressed ${size}`)
    assert.ok(size <= limit, `${size} bytes`)
  })

test('an application in an empty folder signs up, logs in, checks tokens and receives webhooks', async () => {
  const data = join(folder, 'data')
  const settings = { LATCHKEY_DATA: data, LATCHKEY_USERS_PORT: '0', LATCHKEY_AUTH_PORT: '0' }
  await using latchkey = await startProcess([], settings)
  copyFileSync(join(repository, 'tests/runtimes/program.js'), join(folder, 'program.mjs'))
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['program.mjs'], {
    cwd: folder,
    env: cleanEnvironment({
      LATCHKEY_URL: latchkey.users,
      LATCHKEY_ADMIN_PASSWORD: readFileSync(join(data, 'admin-password'), 'utf8').trim(),
    }),
    timeout: 240_000,
  })
  assert.deepEqual([stdout, stderr], ['ok\n', ''])
})
