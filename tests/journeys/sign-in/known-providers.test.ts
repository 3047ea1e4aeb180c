import assert from 'node:assert/strict'
import { generateKeyPairSync, verify } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fencesOf, readPage } from '#tests/documents/markdown.ts'
import { application, beginLogin, logInAt } from '#tests/support/federated.ts'
import {
  type Bent,
  type IdentityProvider,
  providerSettings,
  startProvider,
} from '#tests/support/identity-provider.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

interface Scene extends AsyncDisposable {
  provider: IdentityProvider
  system: System
}

/** The replies of GitHub, which uses OAuth 2: they contain neither the issuer nor an ID token. */
const likeGitHub: Bent = {
  response: (response) => response.delete('iss'),
  tokens: ({ id_token: _none, ...reply }) => reply,
}

/** Starts a system with an identity provider of one kind. A stub answers in place of the real provider. */
async function open(
  entry: (url: string, folder: string) => { name: string } & Record<string, unknown>,
): Promise<Scene> {
  const folder = temporaryFolder()
  const provider = await startProvider()
  const settings = providerSettings(folder, [entry(provider.url, folder)])
  const system = await startSystem({ settings: { ...settings, LATCHKEY_RETURN_ORIGINS: application } })
  return {
    provider,
    system,
    async [Symbol.asyncDispose]() {
      await system[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

const identitiesOf = async ({ system }: Scene, token: string) =>
  (await system.send('GET', `${system.usersUrl}/api/v1/users/me/identities`, { token })).body.data

test('GitHub: the number of the account says who it is, and its primary address counts if it is verified', async () => {
  await using scene = await open((issuer) => ({ name: 'github', kind: 'github', issuer }))
  const { system, provider } = scene
  provider.bent = likeGitHub
  provider.person = { id: 583_231, login: 'ada', name: 'Ada', email: 'public@example.com', sub: 'x' }
  for (const emails of [
    [{ email: 'ada@example.com', primary: true, verified: false }],
    [{ email: 'ada@example.com', primary: true, verified: 'true' }],
    [{ email: 'ada@example.com', primary: false, verified: true }],
    [],
    { email: 'ada@example.com', primary: true, verified: true },
  ]) {
    provider.emails = emails
    assert.equal((await logInAt(system, provider, 'github')).body.code, 'identity_unlinked')
  }
  provider.emails = [
    { email: 'old@example.com', primary: false, verified: true },
    { email: 'ada@example.com', primary: true, verified: true },
  ]
  const made = await logInAt(system, provider, 'github')
  assert.equal(made.body.user.email, 'ada@example.com')
  // A username at GitHub may later belong to somebody else, so it must not identify a person.
  provider.person = { id: 583_232, login: 'ada' }
  provider.emails = [{ email: 'eve@example.com', primary: true, verified: true }]
  const eve = await logInAt(system, provider, 'github')
  assert.notEqual(eve.body.user.id, made.body.user.id)
  const [identity] = await identitiesOf(scene, made.body.access_token)
  assert.equal(identity.subject, '583231')
  for (const id of ['583231', 0, -1, 1.5, null, undefined, [583_231], { id: 1 }]) {
    provider.person = { id }
    assert.equal((await logInAt(system, provider, 'github')).status, 503, JSON.stringify(id))
  }
  const { url } = await beginLogin(system, 'github')
  const query = new URL(url).searchParams
  assert.deepEqual([query.get('scope'), query.get('code_challenge_method')], ['read:user user:email', 'S256'])
})

test('GitHub: an answer that is no person, or says no, lets nobody in', async () => {
  await using scene = await open((issuer) => ({ name: 'github', kind: 'github', issuer }))
  const { system, provider } = scene
  const bents: [string, number, unknown, number?][] = [
    ['/api/v3/user', 401, { message: 'Bad credentials' }],
    ['/api/v3/user', 200, []],
    ['/api/v3/user/emails', 500, {}],
    ['/login/oauth/access_token', 200, { error: 'bad_verification_code' }, 401],
    ['/login/oauth/access_token', 200, { error: 'something_else' }],
  ]
  for (const [path, status, body, expected = 503] of bents) {
    provider.person = { id: 1 }
    const answer: Bent['answer'] = (asked, response) => {
      if (asked !== path) return false
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return true
    }
    provider.bent = { ...likeGitHub, answer }
    assert.equal((await logInAt(system, provider, 'github')).status, expected, `${path} ${status}`)
  }
})

const tenant = '72f988bf-86f1-41af-91ab-2d7cd011db47'

test('Microsoft: the tenant stands in the issuer, and an address counts by xms_edov alone', async () => {
  await using scene = await open((url) => ({
    name: 'microsoft',
    kind: 'microsoft',
    tenant,
    issuer: `${url}/${tenant}/v2.0`,
  }))
  const { system, provider } = scene
  const iss = `${provider.url}/${tenant}/v2.0`
  const known = { sub: 'pairwise', email: 'ada@example.com', iss, tid: tenant }
  provider.person = { ...known, email_verified: true }
  assert.equal((await logInAt(system, provider, 'microsoft')).body.code, 'identity_unlinked', 'nOAuth')
  for (const tid of ['9188040d-6c67-4c5b-b112-36a304b66dad', undefined, '', 'v2.0', [tenant]]) {
    provider.person = { ...known, xms_edov: true, tid }
    assert.equal((await logInAt(system, provider, 'microsoft')).status, 503, String(tid))
  }
  provider.person = { ...known, sub: 'pairwise-2', xms_edov: '0' }
  assert.equal((await logInAt(system, provider, 'microsoft')).body.code, 'identity_unlinked')
  provider.person = { ...known, sub: 'pairwise-3', email: 'grace@example.com', xms_edov: true }
  const made = await logInAt(system, provider, 'microsoft')
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const [identity] = await identitiesOf(scene, made.body.access_token)
  assert.equal(identity.issuer, iss)
})

test('Google: a person outside of Gmail and Workspace signs in with a linked account only', async () => {
  await using scene = await open((issuer) => ({ name: 'google', kind: 'google', issuer }))
  const { system, provider } = scene
  provider.person = { sub: '1', email: 'ada@example.com', email_verified: true }
  assert.equal((await logInAt(system, provider, 'google')).body.code, 'identity_unlinked')
  provider.person = { sub: '1', email: 'ada@example.com', email_verified: true, hd: 'example.com' }
  assert.equal((await logInAt(system, provider, 'google')).status, 200)
  provider.person = { sub: '2', email: 'grace@gmail.com', email_verified: true }
  assert.equal((await logInAt(system, provider, 'google')).status, 200)
  const { url } = await beginLogin(system, 'google')
  assert.equal(new URL(url).searchParams.get('prompt'), 'select_account')
})

test('Apple: its form is taken from another site, bound by a cookie of its own, with a secret that our key signs', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await using scene = await open((issuer, folder) => {
    writeFileSync(join(folder, 'key.p8'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const key = { team_id: 'TEAM', key_id: 'KEY', private_key_file: 'key.p8', client_secret: undefined }
    return { name: 'apple', kind: 'apple', issuer, ...key }
  })
  const { system, provider } = scene
  provider.person = { sub: '001.ada', email: 'x7@privaterelay.appleid.com', email_verified: true }
  const begun = await fetch(`${system.authUrl}/account/sign-in-apple`, { redirect: 'manual' })
  const cookies = begun.headers.getSetCookie()
  const ofForm = cookies.find((one) => one.startsWith('__Secure-latchkey-fed='))
  assert.match(ofForm ?? '', /; Secure; HttpOnly; SameSite=None; Max-Age=600$/)
  assert.match(cookies.find((one) => one.startsWith('__Host-latchkey-fed=')) ?? '', /SameSite=Lax/)
  const authorization = begun.headers.get('location') ?? ''
  assert.equal(new URL(authorization).searchParams.get('response_mode'), 'form_post')
  const html = await (await fetch(authorization)).text()
  const form = new URLSearchParams()
  for (const [, name = '', value = ''] of html.matchAll(/name="(\w+)" value="([^"]*)"/g))
    form.set(name, value)
  form.set('user', JSON.stringify({ name: { firstName: '<b>' }, email: 'admin@example.com' }))
  const send = (cookie: string) =>
    fetch(`${system.authUrl}/account/callback-apple`, {
      method: 'POST',
      redirect: 'manual',
      body: form,
      headers: { cookie, origin: provider.url, 'sec-fetch-site': 'cross-site' },
    })
  assert.equal((await send('')).status, 401, 'I142 a form without the cookie')
  const signedIn = await send(ofForm?.split(';')[0] ?? '')
  assert.equal(signedIn.status, 303, await signedIn.text())
  const set = signedIn.headers.getSetCookie()
  assert.ok(set.some((one) => one.startsWith('__Host-latchkey=')))
  const removed = set.filter((one) => one.endsWith('Max-Age=0')).map((one) => one.split('=')[0])
  assert.deepEqual(removed.sort(), ['__Host-latchkey-fed', '__Secure-latchkey-fed'])
  const users = await system.database('users')
  const rows = await users.query<{ email: string; name: string | null }>`
      SELECT email, name FROM users WHERE email LIKE '%appleid.com'`
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [{ email: 'x7@privaterelay.appleid.com', name: null }],
  )
  const [header = '', claims = '', signature = ''] = (
    provider.exchanged[0]?.get('client_secret') ?? ''
  ).split('.')
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  assert.ok(verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url')))
  assert.deepEqual(JSON.parse(Buffer.from(claims, 'base64url').toString()).sub, 'latchkey')
})

interface Entry {
  name: string
  kind: string
  client_id: string
  tenant?: string
  client_secret_file?: string
  private_key_file?: string
}

/** Returns the settings that the guide shows: those in shell blocks, and the entries of the file. */
function settingsInGuide() {
  const page = readPage('docs/guide/federated-login.md')
  const shown = fencesOf(page)
  const lines = shown.filter(({ language }) => language === 'sh').map(({ content }) => content.trim())
  const settings = Object.fromEntries(
    lines.flatMap((text) => text.split('\n')).map((line) => line.split('=') as [string, string]),
  )
  const file = shown.find(({ language }) => language === 'json')?.content ?? '{}'
  const addresses = [...page.matchAll(/^\| [\w `]+ \| `(https:\S+callback-(\w+))` \|$/gm)]
  return {
    settings,
    entries: JSON.parse(file).providers as Entry[],
    addresses: new Map(addresses.map(([, address = '', name = '']) => [name, address])),
  }
}

test('a start takes the settings of the guide, and people come back to the addresses that it says to register', async () => {
  const { settings, entries, addresses } = settingsInGuide()
  const folder = temporaryFolder()
  await using provider = await startProvider()
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  for (const { client_secret_file, private_key_file } of entries)
    write(client_secret_file ?? private_key_file ?? '', private_key_file ? pem : 'a secret\n')
  const google: Entry = {
    name: 'google',
    kind: 'google',
    client_id: settings.LATCHKEY_GOOGLE_CLIENT_ID ?? '',
    client_secret_file: write('google', 'a secret\n'),
  }
  // A stub answers in place of all providers but GitHub, which gets no request before people are redirected to it.
  const atStub = [...entries, google].map((entry) => ({
    ...entry,
    issuer: entry.kind === 'microsoft' ? `${provider.url}/${entry.tenant}/v2.0` : provider.url,
    allows_private_addresses: true,
  }))
  await using system = await startSystem({
    settings: {
      LATCHKEY_PUBLIC_URL: settings.LATCHKEY_PUBLIC_URL ?? '',
      LATCHKEY_GITHUB_CLIENT_ID: settings.LATCHKEY_GITHUB_CLIENT_ID ?? '',
      LATCHKEY_GITHUB_CLIENT_SECRET_FILE: write('github', 'a secret\n'),
      LATCHKEY_FEDERATION_FILE: write('providers.json', JSON.stringify({ providers: atStub })),
      LATCHKEY_RETURN_ORIGINS: application,
    },
  })
  const ids = new Map(atStub.map(({ name, client_id }) => [name, client_id]))
  ids.set('github', settings.LATCHKEY_GITHUB_CLIENT_ID ?? '')
  assert.deepEqual([...addresses.keys()].sort(), [...ids.keys()].sort())
  for (const [name, id] of ids) {
    const { searchParams } = new URL((await beginLogin(system, name)).url)
    const led = [searchParams.get('redirect_uri'), searchParams.get('client_id')]
    assert.deepEqual(led, [addresses.get(name), id], name)
  }
})
