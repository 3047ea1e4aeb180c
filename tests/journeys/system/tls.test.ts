import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import tls, {
  type ConnectionOptions,
  connect,
  getCACertificates,
  setDefaultCACertificates,
  type TLSSocket,
} from 'node:tls'
import { credentials, status } from '@grpc/grpc-js'
import { type Authority, newAuthority, writeIdentity } from '#tests/support/certificates.ts'
import { runInHost } from '#tests/support/command-host.ts'
import { freePorts, startProcess } from '#tests/support/process.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

let authority: Authority
let folder: string
const known = getCACertificates('default')

before(() => {
  authority = newAuthority('authority of the test')
  setDefaultCACertificates([...known, authority.cert])
  folder = temporaryFolder()
})
after(() => {
  setDefaultCACertificates(known)
  rmSync(folder, { recursive: true })
})

const greeter = (system: System, own?: { cert: string; key: string }) =>
  rpcClient(
    system.usersGrpc,
    'latchkey.greeter.v1.GreeterService',
    credentials.createSsl(
      Buffer.from(authority.cert),
      own ? Buffer.from(own.key) : null,
      own ? Buffer.from(own.cert) : null,
    ),
  )

/** Connects to a port, and waits for the TLS handshake. */
async function handshake(address: string, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const { hostname, port } = new URL(address.includes('://') ? address : `tcp://${address}`)
  const socket = connect({ host: hostname, port: Number(port), ...options })
  await once(socket, 'secureConnect')
  return socket
}

/** Returns the status of a GET request by a client that shows this certificate. */
async function get(url: string, own: { cert?: string; key?: string } = {}): Promise<number | undefined> {
  const asked = request(url, { agent: new Agent(own), ca: authority.cert })
  asked.end()
  const [response] = await once(asked, 'response')
  await text(response)
  return response.statusCode
}

test('with a certificate every port speaks TLS, and the two services still find each other', async () => {
  await using system = await startSystem({ settings: writeIdentity(folder, authority.issue('latchkey')) })
  assert.match(system.usersUrl, /^https:/)
  assert.match(system.authUrl, /^https:/)
  const ada = await system.signUpAndLogIn('ada')
  const own = await system.send('GET', `${system.usersUrl}/users/username/ada`, { token: ada.access_token })
  assert.equal(own.body.id, ada.user.id)
  await system.send('DELETE', `${system.usersUrl}/users/${ada.user.id}`, { token: ada.access_token })
  const over = await system.send('GET', `${system.authUrl}/auth/validate`, { token: ada.access_token })
  assert.equal(over.body.code, 'session_ended')
  using client = greeter(system)
  assert.equal((await client.call('SayHello', { name: 'Ada' })).greeting, 'Hello, Ada!')
  for (const url of [system.usersOpsUrl, system.authOpsUrl]) {
    const { status, body } = await system.send('GET', `${url}/metrics`)
    assert.equal(status, 200, 'those for metrics stay as they are')
    const [, expiry] = /^latchkey_certificate_expiry_timestamp_seconds (\d+)$/m.exec(body) ?? []
    assert.ok(Number(expiry) * 1_000 > Date.now(), `the certificate expires at ${expiry}`)
  }
})

test('the services of one process find each other whatever their certificate is for', async () => {
  const unknown = newAuthority('not known to this process')
  await using system = await startSystem({ settings: writeIdentity(folder, unknown.issue('latchkey')) })
  await assert.rejects(system.send('GET', `${system.authUrl}/health`))
  const channel = credentials.createSsl(Buffer.from(unknown.cert))
  using auth = rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService', channel)
  const password = readFileSync(join(system.data, 'admin-password'), 'utf8').trim()
  const { tokens } = await auth.call('Login', { username: 'admin', password })
  assert.equal(tokens.user.username, 'admin')
})

test('a port with TLS takes nothing in clear text, nothing older than TLS 1.2 and no other protocol', async () => {
  const { DEFAULT_CIPHERS: ciphers, DEFAULT_MIN_VERSION: minVersion } = tls
  using restored = new DisposableStack()
  restored.defer(() => Object.assign(tls, { DEFAULT_CIPHERS: ciphers, DEFAULT_MIN_VERSION: minVersion }))
  // Sets the defaults of a process that accepts any protocol and cipher, so that the ports themselves must refuse the old ones.
  Object.assign(tls, { DEFAULT_CIPHERS: 'DEFAULT@SECLEVEL=0', DEFAULT_MIN_VERSION: 'TLSv1' })
  await using system = await startSystem({ settings: writeIdentity(folder, authority.issue('latchkey')) })
  for (const address of [
    new URL(system.usersUrl).host,
    new URL(system.authUrl).host,
    system.usersGrpc,
    system.authGrpc,
  ]) {
    const [host, port] = address.split(':')
    const plain = connectPlain(Number(port), host)
    plain.end('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n')
    plain.on('error', () => {})
    assert.doesNotMatch(await text(plain).catch(() => ''), /HTTP|\{/, 'an answer in clear text')
    await assert.rejects(
      handshake(address, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    )
    const is = (await handshake(address, { ALPNProtocols: ['h2', 'http/1.1'], maxVersion: 'TLSv1.2' })).end()
    assert.equal(
      is.alpnProtocol,
      address.startsWith(system.usersGrpc) || address === system.authGrpc ? 'h2' : 'http/1.1',
    )
    await assert.rejects(handshake(address, { ALPNProtocols: ['other'] }))
  }
  using insecure = rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')
  await assert.rejects(insecure.call('ValidateToken'), { code: status.UNAVAILABLE })
})

test('changed certificates are used for new connections, and cut none', async () => {
  const settings = writeIdentity(folder, authority.issue('the first'))
  await using system = await startSystem({ settings })
  const nameAt = async (address: string) => {
    const socket = await handshake(address, { ALPNProtocols: ['h2', 'http/1.1'] })
    socket.end()
    return socket.getPeerCertificate().subject.CN
  }
  assert.equal(await nameAt(system.authUrl), 'the first')
  using client = greeter(system)
  const stream = client.open('SayHelloStream', { name: 'Ada', count: 3, interval: { seconds: 2, nanos: 0 } })
  const heard: string[] = []
  const ended = stream.forEach(({ greeting }) => void heard.push(greeting))
  const kept = await handshake(system.authUrl)

  // Replaces the certificate only. The two files cannot be used together until the key is replaced too.
  const next = authority.issue('the second')
  writeFileSync(settings.LATCHKEY_TLS_CERT, next.cert)
  await until('a word about it', async () => system.logText().includes('changed certificates cannot be used'))
  assert.equal(await nameAt(system.authUrl), 'the first')
  assert.doesNotMatch(system.logText(), /PRIVATE KEY/)
  writeFileSync(settings.LATCHKEY_TLS_KEY, next.key)
  for (const address of [system.usersUrl, system.authUrl, system.usersGrpc, system.authGrpc])
    await until('the new certificate', async () => (await nameAt(address)) === 'the second')

  // The socket is not ended here: Node answers no request on a connection whose client has closed its half.
  kept.write('GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  assert.match(await text(kept), /^HTTP\/1.1 200 /)
  await ended
  assert.equal(heard.length, 3)
})

test('with mTLS the internal port answers to whoever shows a certificate of the authority', async () => {
  const internal = authority.issue('the other service')
  const stranger = newAuthority('authority of the test').issue('a stranger')
  const clientCa = join(folder, 'clients.crt')
  writeFileSync(clientCa, authority.cert)
  const settings = {
    ...writeIdentity(folder, authority.issue('latchkey')),
    LATCHKEY_TLS_CLIENT_CA: clientCa,
    LATCHKEY_INTERNAL_PORT: '0',
  }
  {
    await using system = await startSystem({ settings })
    await system.signUpAndLogIn('ada')
    assert.equal(await get(`${system.authUrl}/health`), 200, 'the public port asks for none')
    const url = `${system.internalUrl}/internal/validate-tokens`
    assert.equal(await get(url, internal), 405, 'it is let in, if with the wrong method')
    await assert.rejects(get(url))
    await assert.rejects(get(url, stranger))
  }
  await using system = await startSystem({ settings: { ...settings, LATCHKEY_TLS_CLIENT_CERTS: 'all' } })
  for (const url of [system.usersUrl, system.authUrl, system.internalUrl]) {
    assert.ok(await get(`${url}/health`, internal))
    await assert.rejects(get(`${url}/health`))
    await assert.rejects(get(`${url}/health`, stranger))
  }
  using shown = greeter(system, internal)
  assert.equal((await shown.call('SayHello', { name: 'Ada' })).greeting, 'Hello, Ada!')
  for (const client of [greeter(system), greeter(system, stranger)]) {
    await assert.rejects(client.call('SayHello', { name: 'Ada' }), { code: status.UNAVAILABLE })
    client[Symbol.dispose]()
  }
})

test('services on two machines show each other their certificates, and call nobody with another one', async () => {
  const clientCa = join(folder, 'clients.crt')
  writeFileSync(clientCa, authority.cert)
  const [usersPort, authPort] = (await freePorts(2)).map(String) as [string, string]
  const common = {
    ...writeIdentity(folder, authority.issue('either')),
    LATCHKEY_TLS_CLIENT_CA: clientCa,
    LATCHKEY_SERVICE_TOKEN: randomBytes(32).toString('base64'),
    LATCHKEY_MASTER_KEY: randomBytes(32).toString('base64'),
    LATCHKEY_USERS_URL: `https://localhost:${usersPort}`,
    LATCHKEY_AUTH_URL: `https://localhost:${authPort}`,
  }
  await using users = await startSystem({
    services: 'users',
    settings: { ...common, LATCHKEY_INTERNAL_PORT: usersPort },
  })
  await using auth = await startSystem({
    services: 'auth',
    settings: { ...common, LATCHKEY_INTERNAL_PORT: authPort },
  })
  const { id, password } = await users.signUp('ada')
  const { access_token: token } = await auth.logIn('ada', password)
  assert.equal((await users.send('DELETE', `${users.usersUrl}/users/${id}`, { token })).status, 200)
  const over = await auth.send('GET', `${auth.authUrl}/auth/validate`, { token })
  assert.equal(over.body.code, 'session_ended')

  const { password: next } = await users.signUp('eve')
  const logInAt = async (settings: Record<string, string>, trusted: string) => {
    await using other = await startSystem({
      services: 'auth',
      settings: { ...common, LATCHKEY_INTERNAL_PORT: '0', ...settings },
    })
    const channel = credentials.createSsl(Buffer.from(trusted))
    using client = rpcClient(other.authGrpc, 'latchkey.auth.v1.AuthService', channel)
    return await client.call('Login', { username: 'eve', password: next })
  }
  const refused = { code: status.UNAVAILABLE, reason: 'user_service_unavailable' }
  const stranger = newAuthority('authority of the test')
  mkdirSync(join(folder, 'stranger'))
  const strange = writeIdentity(join(folder, 'stranger'), stranger.issue('either'))
  await assert.rejects(logInAt(strange, stranger.cert), refused, 'the user service lets it in')
  setDefaultCACertificates(known)
  try {
    await assert.rejects(logInAt({}, authority.cert), refused, 'it trusts whoever answers')
  } finally {
    setDefaultCACertificates([...known, authority.cert])
  }
  assert.ok(await logInAt({}, authority.cert))
})

test('certificates that cannot be used stop the start with one line, and nothing is made', async () => {
  const good = writeIdentity(folder, authority.issue('latchkey'))
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const { key } = authority.issue('another')
  const empty = file('empty', '')
  const data = join(folder, 'data')
  for (const [fault, settings] of [
    [/is not that of the certificate/, { ...good, LATCHKEY_TLS_KEY: file('other.key', key) }],
    [/cannot be read: ENOENT/, { ...good, LATCHKEY_TLS_CERT: join(folder, 'nowhere') }],
    [/holds no certificate/, { ...good, LATCHKEY_TLS_CERT: empty }],
    [/holds no private key/, { ...good, LATCHKEY_TLS_KEY: empty }],
    [
      /holds a certificate that cannot be read/,
      {
        ...good,
        LATCHKEY_TLS_CERT: file('bad', `-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`),
      },
    ],
    [/must be set together/, { LATCHKEY_TLS_CERT: good.LATCHKEY_TLS_CERT }],
    [/must be set together/, { LATCHKEY_TLS_KEY: good.LATCHKEY_TLS_KEY }],
    [/is not the path of a file/, { ...good, LATCHKEY_TLS_KEY: key }],
    // With an empty list of authorities OpenSSL trusts all well-known public authorities, so an empty file must be refused.
    [/holds no certificate/, { ...good, LATCHKEY_TLS_CLIENT_CA: empty, LATCHKEY_TLS_CLIENT_CERTS: 'all' }],
    [/has no effect without/, { ...good, LATCHKEY_TLS_CLIENT_CA: good.LATCHKEY_TLS_CERT }],
    [
      /LATCHKEY_TLS_CLIENT_CA needs/,
      { LATCHKEY_TLS_CLIENT_CA: good.LATCHKEY_TLS_CERT, LATCHKEY_INTERNAL_PORT: '0' },
    ],
    [/LATCHKEY_TLS_CLIENT_CERTS needs/, { ...good, LATCHKEY_TLS_CLIENT_CERTS: 'all' }],
  ] as [RegExp, Record<string, string>][]) {
    const run = await runInHost(['start'], {
      LATCHKEY_DATA: data,
      LATCHKEY_USERS_PORT: '0',
      LATCHKEY_AUTH_PORT: '0',
      ...settings,
    })
    assert.equal(run.code, 2, run.err)
    assert.match(run.err, fault)
    assert.match(run.err, /^latchkey: [^\n]+\n$/, 'one line')
    assert.doesNotMatch(run.err, /PRIVATE KEY/)
    assert.ok(!readdirSync(folder).includes('data'), 'the data folder')
  }
})

test('the line of a start says https, and so does the issuer unless it is set', async () => {
  await using started = await startProcess([], {
    ...writeIdentity(folder, authority.issue('latchkey')),
    LATCHKEY_DATA: join(folder, 'data'),
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
  })
  assert.match(started.users, /^https:\/\/localhost:/)
  const metadata = await fetch(`${started.auth}/.well-known/oauth-authorization-server`)
  assert.equal(((await metadata.json()) as { issuer: string }).issuer, started.auth)
  assert.equal(await started.end('SIGTERM'), 0)
})
