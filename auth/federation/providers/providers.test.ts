import assert from 'node:assert/strict'
import { generateKeyPairSync, verify } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { StartFault } from '#runtime/start-fault.ts'
import { startLocalServer } from '#tests/support/local-server.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { appleSecret } from './apple-secret.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { personIn } from './claims.ts'
import type { Provider, ProviderKind } from './provider.ts'
import { readProviders } from './read-providers.ts'
import { remembering } from './remembering.ts'

const provider = (kind: ProviderKind, trustsEmail = false): Provider => ({
  name: 'one',
  title: 'One',
  kind,
  issuer: 'https://id.example.com',
  clientId: 'latchkey',
  trustsEmail,
  secret: { text: 'secret' },
  scopes: [],
  idTokenAlgorithm: 'RS256',
  trustedAcr: [],
  allowsPrivateAddresses: false,
  credentialsIn: '',
})

test('I144 an address is verified by the rule for its provider, and by the values that it documents alone', () => {
  const verified = (kind: ProviderKind, claims: object, trusts = false) =>
    personIn(provider(kind, trusts), {
      iss: 'https://id.example.com',
      sub: '1',
      email: 'a@example.com',
      ...claims,
    }).emailVerified
  const yes = { email_verified: true }
  assert.equal(verified('google', { ...yes, email: 'a@gmail.com' }), true)
  assert.equal(verified('google', { ...yes, hd: 'example.com' }), true)
  assert.equal(verified('google', yes), false, 'Google does not host it')
  assert.equal(verified('google', { email: 'a@gmail.com' }), false)
  assert.equal(verified('google', { ...yes, email: 'a@gmail.com.example.com' }), false)
  assert.equal(verified('microsoft', yes), false, 'Entra has no such claim of its own')
  assert.equal(verified('microsoft', { xms_edov: true }), true)
  assert.equal(verified('microsoft', {}, true), true)
  assert.equal(verified('apple', yes), true)
  assert.equal(verified('github', yes), true)
  assert.equal(verified('openid', yes), false)
  assert.equal(verified('openid', yes, true), true)
  for (const kind of ['google', 'microsoft', 'apple', 'github', 'openid'] as const)
    for (const no of ['false', '0', 0, 1, 'True', [true], ['true'], {}, null, undefined, false]) {
      const claims = { email: 'a@gmail.com', hd: 'example.com', email_verified: no, xms_edov: no }
      assert.equal(verified(kind, claims, kind === 'openid'), false, `${kind} ${JSON.stringify(no)}`)
    }
  const texts = { email_verified: 'true', xms_edov: '1', email: 'a@gmail.com' }
  const byText = (['google', 'microsoft', 'apple', 'github', 'openid'] as const).filter((kind) =>
    verified(kind, texts, kind === 'openid'),
  )
  assert.deepEqual(byText, ['google', 'microsoft', 'apple'])
  assert.equal(verified('microsoft', { xms_edov: 'true' }), false)
  for (const kind of ['google', 'apple'] as const)
    assert.equal(verified(kind, { ...texts, email_verified: '1' }), false, kind)
  for (const email of ['', 42, 'a\n@example.com', `${'a'.repeat(250)}@example.com`, ['a@example.com']])
    assert.equal(verified('openid', { ...yes, email }, true), false)
})

const anywhere = { allowPrivate: true, resolve: async () => ['127.0.0.1'] }
const nothing = { method: 'GET', headers: {} }
const fault = (message: RegExp) => ({ name: 'ProviderFault', message })

test('I149 a provider is asked by https at a public address that was checked, whatever its name leads to later', async () => {
  let asked = 0
  await using server = await startLocalServer((_request, response) => {
    asked++
    response.end('{}')
  })
  const { port } = new URL(server.url)
  const answers = [
    ['8.8.8.8', '10.0.0.1'],
    ['127.0.0.1'],
    ['::1'],
    ['169.254.169.254'],
    ['::ffff:127.0.0.1'],
    [],
  ]
  for (const addresses of answers) {
    const fetch = boundedFetch({ allowPrivate: false, resolve: async () => addresses })
    await assert.rejects(fetch(`https://id.example.com:${port}/`, nothing), fault(/may not be used/))
  }
  const outside = boundedFetch({ allowPrivate: false, resolve: async () => ['8.8.8.8'] })
  for (const url of [
    server.url,
    `https://127.0.0.1:${port}`,
    `https://[::1]:${port}`,
    'ftp://id.example.com/',
  ])
    await assert.rejects(outside(url, nothing), fault(/may not be used/))
  const inside = boundedFetch(anywhere)
  await assert.rejects(
    inside(`http://id.example.com:${port}/`, nothing),
    fault(/may not be used/),
    'clear text',
  )
  assert.equal(asked, 0)
  assert.equal((await inside(server.url, nothing)).status, 200)
})

test('I149 an answer is bounded in size and time, from the name to the last byte, and leads nowhere', async () => {
  await using server = await startLocalServer((request, response) => {
    if (request.url === '/big') return void response.end('x'.repeat(300 * 1024))
    if (request.url === '/moved') return void response.writeHead(301, { location: '/' }).end()
    if (request.url === '/drop') return void response.writeHead(200).write('{')
  })
  const patient = boundedFetch(anywhere, { timeoutMs: 60_000 })
  await assert.rejects(patient(`${server.url}/big`, nothing), fault(/more than 256 KiB/))
  await assert.rejects(patient(`${server.url}/moved`, nothing), fault(/leads elsewhere/))
  const fetch = boundedFetch(anywhere, { timeoutMs: 200 })
  await assert.rejects(fetch(`${server.url}/drop`, nothing), fault(/did not answer within/))
  await assert.rejects(fetch(`${server.url}/silent`, nothing), fault(/did not answer within/))
  const lost = boundedFetch({ ...anywhere, resolve: () => new Promise(() => {}) }, { timeoutMs: 50 })
  await assert.rejects(lost('https://id.example.com/', nothing), fault(/did not answer within/))
})

test('what a provider says of itself is asked for once, and stays good while the provider is down', async () => {
  let now = 0
  let asked = 0
  let isDown = false
  const find = remembering(
    async () => {
      asked++
      if (isDown) throw new Error('down')
      return asked
    },
    { now: () => now },
  )
  assert.deepEqual(await Promise.all([find(), find(), find()]), [1, 1, 1])
  isDown = true
  now += 3_600_001
  assert.deepEqual([await find(), await find(), asked], [1, 1, 2])
  isDown = false
  now += 2_001
  assert.equal(await find(), 3)
  const never = remembering(() => Promise.reject(new Error('down')), { now: () => now })
  await assert.rejects(never())
})

test('a provider that was down is asked again two seconds later, also after the clock was set back', async () => {
  const hour = 3_600_000
  const clock = { at: 2 * hour, now: () => clock.at }
  let isDown = true
  let asked = 0
  const find = remembering(async () => {
    asked++
    if (isDown) throw new Error('down')
    return asked
  }, clock)
  await assert.rejects(find(), /down/)
  isDown = false
  await assert.rejects(find(), /down/)
  clock.at -= hour
  assert.equal(await find(), 2)
  clock.at += hour - 1
  assert.equal(await find(), 2, 'an answer is good for an hour')
  clock.at -= hour
  assert.equal(await find(), 3, 'and for no longer when the clock was set back')
})

test('the secret for Apple is a token for this client, which the key of the team signs', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const team = {
    teamId: 'TEAM',
    keyId: 'KEY',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  const secret = appleSecret(team, {
    clientId: 'com.example.app',
    audience: 'https://appleid.apple.com',
    now: 1_000_000,
  })
  const [header = '', claims = '', signature = ''] = secret.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  assert.deepEqual(read(header), { alg: 'ES256', kid: 'KEY', typ: 'JWT' })
  assert.deepEqual(read(claims), {
    iss: 'TEAM',
    iat: 1_000,
    exp: 1_300,
    aud: 'https://appleid.apple.com',
    sub: 'com.example.app',
  })
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  assert.ok(verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url')))
})

test('a provider that is set in a way that cannot work refuses the start, without showing a secret', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'providers.json')
  const none = {
    googleClientId: undefined,
    googleClientSecret: undefined,
    githubClientId: undefined,
    githubClientSecret: undefined,
  }
  const read = (entry: object) => {
    writeFileSync(file, JSON.stringify({ providers: [{ name: 'one', client_id: 'latchkey', ...entry }] }))
    return readProviders({ ...none, federationFile: file })
  }
  const client_secret = 'a secret of the client'
  for (const [entry, reason] of [
    [{ kind: 'openid', client_secret }, /needs an issuer/],
    [{ kind: 'openid', issuer: 'http://id.example.com', client_secret }, /not an https URL/],
    [{ kind: 'openid', issuer: 'http://127.0.0.1:1', client_secret }, /not an https URL/],
    [{ kind: 'openid', issuer: 'https://id.example.com' }, /one of client_secret/],
    [{ kind: 'openid', issuer: 'https://id.example.com', client_secret, client_secret_file: 'x' }, /one of/],
    [{ kind: 'openid', issuer: 'https://id.example.com', client_secret_file: 'nowhere' }, /cannot be read/],
    [{ kind: 'google', issuer: 'https://id.example.com', client_secret }, /an issuer of its own/],
    [{ kind: 'microsoft', client_secret }, /needs a tenant/],
    [{ kind: 'microsoft', tenant: 'common', client_secret, trusts_email: true }, /trusts_email/],
    [{ kind: 'google', client_secret, trusts_email: true }, /trusts_email/],
    [{ kind: 'apple', client_secret }, /needs team_id/],
    [
      { kind: 'openid', issuer: 'https://id.example.com', client_secret, id_token_algorithm: 'HS256' },
      /id_token_algorithm/,
    ],
    [{ kind: 'openid', issuer: 'https://id.example.com', client_secret, other: 1 }, /other/],
    [{ kind: 'openid', name: '../x', issuer: 'https://id.example.com', client_secret }, /name/],
  ] as const)
    assert.throws(
      () => read(entry),
      (error: unknown) => {
        assert.ok(error instanceof StartFault, String(error))
        const text = error.faults.join('\n')
        assert.match(text, reason)
        assert.ok(!text.includes(client_secret))
        return true
      },
    )
  writeFileSync(join(folder, 'secret'), 'from a file\n')
  const [one] = read({ kind: 'microsoft', tenant: 'contoso', client_secret_file: 'secret' })
  assert.deepEqual(
    [one?.issuer, one?.secret, one?.title],
    ['https://login.microsoftonline.com/contoso/v2.0', { text: 'from a file' }, 'Microsoft'],
  )
  const half = { ...none, googleClientId: 'id', federationFile: undefined }
  assert.throws(() => readProviders(half), /set together/)
  const google = readProviders({ ...half, googleClientSecret: client_secret })
  assert.deepEqual(
    google.map(({ name, issuer }) => [name, issuer]),
    [['google', 'https://accounts.google.com']],
  )
  read({ name: 'google', kind: 'openid', issuer: 'https://id.example.com', client_secret })
  const both = { ...half, googleClientSecret: client_secret, federationFile: file }
  assert.throws(() => readProviders(both), /two providers/)
})
