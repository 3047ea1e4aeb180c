import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { installedFolder } from '#tests/support/installed-folder.ts'
import { startSystem } from '#tests/support/system.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const services = ['users', 'auth'] as const

/** The result of a program that uses a generated client. Each client gives it in this form, so that one test checks them all. */
interface Outcome {
  username: string
  codes: string[]
  sessions: number
}

/** Returns code that compares an error with a code that does not exist. It must not compile: the generated types list the codes. */
const noSuchCode = (error: string): string => `
  // @ts-expect-error There is no such code.
  if (${error} === 'no_such_code') throw new Error()`

const programWithFetch = `
import createClient from 'openapi-fetch'
import type { paths as AuthPaths } from "./auth.ts"
import type { paths as UserPaths } from "./users.ts"

export async function run(usersUrl: string, authUrl: string) {
  const users = createClient<UserPaths>({ baseUrl: usersUrl })
  const auth = createClient<AuthPaths>({ baseUrl: authUrl })
  const ada = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }
  const made = await users.POST('/users/create', { body: ada })
  if (made.error) throw new Error(made.error.detail ?? made.error.title)
  const again = await users.POST('/users/create', { body: ada })
  const taken = again.error?.code
  if (taken !== 'username_taken' && taken !== 'email_taken') throw new Error(taken)
  ${noSuchCode('again.error?.code')}
  const pair = await auth.POST('/auth/login', { body: { username: 'ada', password: ada.password } })
  if (pair.error) throw new Error(pair.error.code)
  const headers = { authorization: \`Bearer \${pair.data.access_token}\` }
  const list = await auth.GET('/api/v1/auth/sessions', { headers, params: { query: { limit: 5 } } })
  const refused = await users.GET('/api/v1/users', { headers })
  if (refused.error?.code !== 'forbidden') throw new Error(refused.error?.code)
  return { username: made.data.username, codes: [taken, refused.error.code], sessions: list.data?.data.length ?? 0 }
}
`

const programWithHeyApi = `
import { createClient } from './users/client'
import { createUser, listUsers } from './users'
import { createClient as createAuthClient } from './auth/client'
import { listOwnSessions, logIn } from './auth'

export async function run(usersUrl: string, authUrl: string) {
  const client = createClient({ baseUrl: usersUrl })
  const auth = createAuthClient({ baseUrl: authUrl })
  const ada = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }
  const made = await createUser({ client, body: ada })
  if (!made.data) throw new Error(made.error?.detail ?? made.error?.title)
  const again = await createUser({ client, body: ada })
  const taken = again.error?.code
  if (taken !== 'username_taken' && taken !== 'email_taken') throw new Error(taken)
  ${noSuchCode('again.error?.code')}
  const pair = await logIn({ client: auth, body: { username: 'ada', password: ada.password } })
  if (!pair.data) throw new Error(pair.error?.code)
  const token = pair.data.access_token
  const list = await listOwnSessions({ client: auth, auth: token, query: { limit: 5 } })
  const refused = await listUsers({ client, auth: token })
  if (refused.error?.code !== 'forbidden') throw new Error(refused.error?.code)
  return { username: made.data.username, codes: [taken, refused.error.code], sessions: list.data?.data.length ?? 0 }
}
`

const generators = {
  'openapi-typescript with openapi-fetch': {
    command: 'openapi-typescript',
    args: (document: string, service: string) => [document, '-o', `${service}.ts`],
    program: programWithFetch,
  },
  '@hey-api/openapi-ts': {
    command: 'openapi-ts',
    args: (document: string, service: string) => ['-i', document, '-o', service],
    program: programWithHeyApi,
  },
}

const { installed, unreachable } = install()

function install(): { installed: string; unreachable?: string } {
  try {
    const source = fileURLToPath(new URL('generators/', import.meta.url))
    return { installed: installedFolder(source, { name: 'generators', cache: `${root}.cache/` }) }
  } catch (error) {
    if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/.test(`${error}`)) throw error
    return { installed: '', unreachable: 'npm cannot reach a registry to install the generators' }
  }
}

describe('clients that others generate from the documents', () => {
  for (const [name, { command, args, program }] of Object.entries(generators))
    test(`${name}: it compiles, signs up, logs in, lists, and knows the codes of a failure`, {
      skip: unreachable ?? false,
    }, async (t) => {
      const folder = workFolder(t)
      for (const service of services) {
        const document = join(root, `contract/generated/${service}.openapi.json`)
        run(folder, `${installed}node_modules/.bin/${command}`, args(document, service))
      }
      writeFileSync(join(folder, 'program.ts'), program)
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
      run(folder, `${root}node_modules/.bin/tsc`, ['-p', '.'])
      const outfile = join(folder, 'program.mjs')
      await build({ entryPoints: [join(folder, 'program.ts')], bundle: true, format: 'esm', outfile })
      const made: { run(users: string, auth: string): Promise<Outcome> } = await import(
        pathToFileURL(outfile).href
      )
      await using system = await startSystem()
      assert.deepEqual(await made.run(system.usersUrl, system.authUrl), {
        username: 'ada',
        codes: ['username_taken', 'forbidden'],
        sessions: 1,
      })
    })

  test('the generators are no dependencies of the product, and come from whatever registry npm asks', () => {
    const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
    const { dependencies, devDependencies } = JSON.parse(read('../../package.json'))
    const wanted = Object.keys(JSON.parse(read('generators/package.json')).dependencies)
    const shared = wanted.filter((name) => name in dependencies || name in devDependencies)
    assert.deepEqual(shared, ['typescript'])
    assert.doesNotMatch(read('generators/package-lock.json'), /"resolved"/)
  })
})

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  types: [],
  noEmit: true,
}

/**
 * Creates a folder beside the packages of the client generators, so that the generated code can import these packages.
 */
function workFolder(t: TestContext): string {
  const folder = mkdtempSync(join(installed, 'work-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function run(cwd: string, command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 250_000 })
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`)
}
