import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { startProcess } from '#tests/support/process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

const root = new URL('../../../', import.meta.url)

test('what the first answer does not need is not loaded for it', () => {
  const script = `
    await import('#cli/main.ts')
    await import('#cli/commands/start.ts')
    const { Module } = await import('node:module')
    const files = Object.keys(Module._cache).map((file) => file.split('/node_modules/').at(-1))
    const packages = files.map((file) => file.split('/').slice(0, file.startsWith('@') ? 2 : 1).join('/'))
    const builtIn = process.moduleLoadList.filter((name) => name.startsWith('NativeModule internal/deps/undici'))
    process.stdout.write(JSON.stringify([...new Set(packages), ...builtIn]))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  })
  const loaded = new Set<string>(JSON.parse(stdout || stderr))
  assert.ok(loaded.has('fastify') && loaded.has('pino'))
  const later = [
    'NativeModule internal/deps/undici/undici',
    '@grpc/grpc-js',
    '@grpc/proto-loader',
    '@grpc/reflection',
    'grpc-health-check',
    'protobufjs',
    'ajv',
    'bowser',
    'nodemailer',
    'pg',
    'pino-pretty',
    '@prometheus-io/client',
    'tar',
    'intl-messageformat',
    '@nats-io/transport-node',
    '@nats-io/jetstream',
  ]
  assert.deepEqual(
    later.filter((name) => loaded.has(name)),
    [],
  )
})

/**
 * The files that no start may load before HTTP answers, because only a later request, gRPC or another command needs them.
 */
const laterFiles = [
  /^runtime\/(?:html|texts\/\w+|http\/page|components\/[\w-]+|docs\/(?!docs-pages|mailbox-pages)[\w-]+)\.ts$/,
  /^auth\/pages\/(?:account|factors|federated|oidc|passkeys|sign-in|texts|view)\//,
  /^auth\/(?:clients|federation|oidc\/apps|operations|sessions|sign-in)\/routes\.ts$/,
  /^auth\/sign-in\/(?:devices|links|passkeys|second-factors)\/routes\.ts$/,
  /^users\/(?:api-keys|credentials|events|factors|messages|operations|webhooks)\/routes\.ts$/,
  /^users\/foreign-hashes\//,
  /^users\/messages\/(?:texts\/|mail\/mail-words)/,
  /(?:^|\/|-)(?:rpcs?|transfers?)\.ts$/,
]

test('the files that only later requests need are not loaded before HTTP answers, nor gRPC before its first connection', async (t) => {
  const folder = temporaryFolder()
  t.after(() => rmSync(folder, { recursive: true }))
  const list = join(folder, 'loaded')
  await using started = await startProcess(
    ['--data', join(folder, 'data'), '--users-port', '0', '--auth-port', '0'],
    { NODE_OPTIONS: inOptions(writesWhatIsLoaded), LOADED: list },
  )
  const sources = globSync('{auth,users,runtime}/**/*.ts', { cwd: root })
  assert.deepEqual(
    laterFiles.filter((later) => !sources.some((file) => later.test(file))),
    [],
    'every pattern names files that are there',
  )
  const readLoaded = () => readFileSync(list, 'utf8').split('\n')
  assert.equal((await fetch(`${started.auth}/health`)).status, 200)
  const own = readLoaded()
    .flatMap((url) => (url.startsWith(root.href) ? [url.slice(root.href.length)] : []))
    .filter((file) => file.endsWith('.ts') && !file.startsWith('node_modules/'))
  assert.deepEqual(
    own.filter((file) => laterFiles.some((later) => later.test(file))),
    [],
  )
  assert.ok(own.includes('auth/sign-in/login/routes.ts'), 'the check has something to look at')
  assert.deepEqual(
    readLoaded().filter((url) => url.includes('/node_modules/marked/')),
    [],
  )
  const server = new URL('runtime/rpc/server.ts', root).href
  assert.equal(readLoaded().includes(server), false)
  const [host, port] = started.authGrpc.split(':')
  const socket = connect(Number(port), host)
  t.after(() => socket.destroy())
  await until('gRPC is loaded for the connection', () => readLoaded().includes(server))
})

const writesWhatIsLoaded = `
  import { appendFileSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      appendFileSync(process.env.LOADED, url + '\\n')
      return next(url, context)
    },
  })`

/** Returns the Node option that runs the given code before the main program. */
const inOptions = (program: string): string => `--import=data:text/javascript,${encodeURIComponent(program)}`
