import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { credentials } from '@grpc/grpc-js'
import { GrpcReflection } from 'grpc-js-reflection-client'
import { packageRevision } from '#runtime/package-revision.ts'
import { packageVersion } from '#runtime/package-version.ts'
import { type Placed, placeBuiltPackage } from '#tests/support/built-package.ts'
import { mailboxKey } from '#tests/support/mail.ts'
import { cleanEnvironment, startProcess } from '#tests/support/process.ts'
import { send } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const root = new URL('../../../', import.meta.url)
const folder = temporaryFolder()
let built: Placed
before(async () => {
  built = await placeBuiltPackage(folder)
})
after(() => rmSync(folder, { recursive: true }))

test('the built package is the product and what its operators read, and nothing else', () => {
  const { files } = built
  const expected =
    /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|THIRD-PARTY-LICENSES|revision\.txt|docs\/README\.md|docs\/(tutorials|explanation|guide|reference|pictures)\/.*\.(md|svg|png)|cli\/[\w.-]+\.(js|cjs|cjs\.lines\.json)|(users|auth)\/migrations\/.*\.sql|users\/passwords\/common-passwords\.txt|contract\/generated\/.*\.json|proto\/(google|grpc|envoy|latchkey)\/.*\.proto|proto\/generated\/(descriptors\.binpb|descriptions\.json)|runtime\/docs\/filter\.js|runtime\/look\/(look\.css|generated\/(inter\.woff2|mark\.svg|(icons|inter)-license\.txt))|auth\/pages\/view\/passkey\.js|console\/(styles\.css|islands\/[\w-]+\.js))$/
  assert.deepEqual(
    files.filter((file) => !expected.test(file)),
    [],
  )
  const from = (path: string) =>
    readdirSync(new URL(path, root), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(fileURLToPath(root), join(parentPath, name)))
  const needed = [
    'README.md',
    'LICENSE',
    'THIRD-PARTY-LICENSES',
    'revision.txt',
    'cli/latchkey.js',
    'auth/pages/view/passkey.js',
    'console/styles.css',
    'runtime/look/look.css',
    'runtime/look/generated/inter.woff2',
    'runtime/look/generated/mark.svg',
    ...from('console/islands/'),
    ...from('users/migrations/'),
    ...from('auth/migrations/'),
    ...from('contract/generated/'),
  ]
  assert.deepEqual(
    needed.filter((file) => !files.includes(file)),
    [],
  )
})

test('the built package states the revision that it was built from', () => {
  const { status, stdout } = spawnSync(process.execPath, ['--', built.command, 'version', '--json'], {
    encoding: 'utf8',
    env: cleanEnvironment({}),
  })
  const { latchkey, revision } = JSON.parse(stdout)
  assert.deepEqual([status, latchkey, revision], [0, packageVersion(), packageRevision()])
  assert.match(revision, /^[0-9a-f]{40}$/)
})

test('each dependency goes with the built package: within it with its licence, or beside it', () => {
  const dependenciesIn = (path: string | URL): [string, string][] =>
    Object.entries(JSON.parse(readFileSync(path, 'utf8')).dependencies)
  const beside = dependenciesIn(join(built.folder, 'package.json'))
  const within = readFileSync(join(built.folder, 'THIRD-PARTY-LICENSES'), 'utf8')
  const missing = dependenciesIn(new URL('package.json', root)).filter(
    ([name, version]) =>
      !beside.some((one) => one[0] === name && one[1] === version) &&
      !within.includes(`\n${name} ${version}\n\n`),
  )
  assert.deepEqual(missing, [])
})

test('the built package starts the same product', async (t) => {
  const environment = {
    LATCHKEY_DATA: join(folder, 'data'),
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
  }
  const started = await startProcess([], environment, built.command)
  t.after(() => started.end('SIGKILL'))
  const { users, auth } = started

  const ada = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }
  assert.equal((await send('POST', `${users}/users/create`, { body: ada })).status, 201)
  const common = { username: 'bob', email: 'bob@example.com', password: '1q2w3e4r5t6y' }
  const refused = await send('POST', `${users}/users/create`, { body: common })
  assert.equal(refused.body.errors?.[0].code, 'too_common')
  const credentialsOfAda = { username: 'ada', password: ada.password }
  const pair = await send('POST', `${auth}/auth/login`, { body: credentialsOfAda })
  const validated = await send('GET', `${auth}/auth/validate`, { token: pair.body.access_token })
  assert.deepEqual([validated.status, validated.body.username], [200, 'ada'])

  const contract = JSON.parse(readFileSync(new URL('contract/generated/auth.openapi.json', root), 'utf8'))
  const script = await send('GET', `${auth}/account/passkey.js`)
  assert.match(script.body, /navigator\.credentials/)
  const described = await send('GET', `${auth}/openapi.json`)
  assert.deepEqual(Object.keys(described.body.paths).sort(), Object.keys(contract.paths).sort())
  const mailbox = `dev/mail.json?key=${mailboxKey(environment.LATCHKEY_DATA)}`
  for (const page of [
    'docs',
    'docs/guide/webhooks',
    'docs/tutorials/first-login',
    'llms.txt',
    'problems/token_invalid',
    mailbox,
  ]) {
    assert.equal((await fetch(`${users}/${page}`)).status, 200, page)
  }
  const reflection = new GrpcReflection(started.authGrpc, credentials.createInsecure(), {}, 'v1')
  assert.ok((await reflection.listServices()).includes('latchkey.auth.v1.AuthService'))

  const faults = started.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
  assert.deepEqual(faults, [])
  assert.equal(await started.end('SIGTERM'), 0)
  const { out } = latchkey(['migrate'], environment)
  const migrations = ['users', 'auth'].flatMap((service) =>
    readdirSync(new URL(`${service}/migrations/`, root))
      .filter((name) => name.endsWith('.sql') && !name.endsWith('.postgres.sql'))
      .map((name) => `${service} ${name} applied before`),
  )
  assert.deepEqual(
    out
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().replace(/\s+/g, ' '))
      .sort(),
    migrations.sort((a, b) => (a < b ? -1 : 1)),
  )
})

test('a stack trace of the built package names the line of the source', () => {
  const breaking = `Object.defineProperty(process.stdout, 'isTTY', { get() { throw new Error('no terminal') } })`
  const { err, code } = latchkey(['start', '--data', join(folder, 'unused')], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(breaking)}`,
  })
  assert.equal(code, 1)
  const [, line] = /at cli.*\/latchkey\/cli\/start\/announce\.ts:(\d+)\)/.exec(err) ?? []
  const source = readFileSync(new URL('cli/start/announce.ts', root), 'utf8').split('\n')
  assert.match(source[Number(line) - 1] ?? '', /isTTY/, err)
  assert.match(err, /^latchkey: Error: no terminal\n/)
})

test('the built package says which version it is', () => {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  assert.match(latchkey(['--version']).out, new RegExp(`^latchkey ${version.replaceAll('.', '\\.')} `))
})

function latchkey(args: string[], environment: Record<string, string> = {}) {
  const run = spawnSync(process.execPath, ['--', built.command, ...args], {
    env: cleanEnvironment(environment),
    encoding: 'utf8',
    timeout: 90_000,
  })
  return { code: run.status, out: run.stdout, err: run.stderr }
}
