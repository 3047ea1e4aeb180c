import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { after, before, describe, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type Authority, newAuthority } from '#tests/support/certificates.ts'
import { examineOne } from '#tests/support/examine.ts'
import {
  gatewayAuthority,
  gatewayHosts,
  gatewayNames,
  placeGateway,
  reachGateways,
  startGateway,
  whyNot,
} from '#tests/support/gateways.ts'
import { type LocalServer, startLocalServer } from '#tests/support/local-server.ts'
import { freePorts } from '#tests/support/process.ts'
import { type System, startSystem } from '#tests/support/system.ts'

/** A proxy in front of the system under test. Each test decides how it changes or refuses requests. */
let front: LocalServer
let passOn: (incoming: IncomingMessage) => Record<string, string | string[] | undefined>
let refuse: RegExp
let system: System
let environment: Record<string, string>

const keepAll = ({ headers }: IncomingMessage) => headers

before(async () => {
  passOn = keepAll
  refuse = /^$/
  front = await startLocalServer((incoming, outgoing) => {
    if (refuse.test(incoming.url ?? '')) return void outgoing.writeHead(404).end()
    const { hostname, port } = new URL(system.usersUrl)
    const { method, url } = incoming
    const onward = request({ hostname, port, method, path: url, headers: passOn(incoming), agent: false })
    onward.on('response', (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  system = await startSystem({
    settings: {
      LATCHKEY_ISSUER: front.url,
      LATCHKEY_PUBLIC_URL: front.url,
      LATCHKEY_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8',
    },
  })
  environment = {
    LATCHKEY_DATA: system.data,
    LATCHKEY_ISSUER: front.url,
    LATCHKEY_PUBLIC_URL: front.url,
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8',
    LATCHKEY_MAILBOX: 'on',
  }
})
after(async () => {
  await system.stop()
  await front[Symbol.asyncDispose]()
})

const seen = async (check: string, changes: Record<string, string> = {}, url = front.url) =>
  (await examineOne(check, { environment: { ...environment, ...changes }, url })).join('\n')

/** An address of this machine at which others may find it. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

/** Starts a server with these answers, and runs a check that looks for a deployment at its URL. */
async function at<T>(answer: RequestListener, look: (url: string) => Promise<T>): Promise<T> {
  await using server = await startLocalServer(answer)
  return await look(server.url)
}

describe('proxy headers', () => {
  const check = 'proxy headers'

  test('a proxy that adds the address of its client is well', async () => {
    passOn = ({ headers }) => ({
      ...headers,
      'x-forwarded-for': [headers['x-forwarded-for'], '203.0.113.9'].flat().filter(Boolean).join(', '),
    })
    assert.match(
      await seen(check),
      /^ok \| the IP address of this machine arrives as 203\.0\.113\.9, also with a forged header$/,
    )
  })

  test('a forged header that is believed, because the proxy passes it on as it came', async () => {
    passOn = keepAll
    assert.match(
      await seen(check),
      /^fail \| a forged X-Forwarded-For was believed[^|]*\| have the proxy add the IP address/,
    )
  })

  test('a forged header that is believed, because the network of clients is trusted', async () => {
    passOn = ({ headers }) => ({
      ...headers,
      'x-forwarded-for': [headers['x-forwarded-for'], '10.1.2.3'].flat().filter(Boolean).join(', '),
    })
    assert.match(await seen(check), /^warn \| a forged X-Forwarded-For is believed from 10\.1\.2\.3/)
  })

  test('a proxy that no setting names, and one that loses the host', async () => {
    await using other = await startSystem()
    const { host } = new URL(other.usersUrl)
    const plain = await startLocalServer((incoming, outgoing) => {
      const headers = { ...incoming.headers, host, 'x-forwarded-for': '203.0.113.9' }
      const onward = request(new URL(incoming.url ?? '/', other.usersUrl), { headers, agent: false })
      onward.on('response', (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(outgoing)
      })
      onward.end()
    })
    await using _ = plain
    const without = { LATCHKEY_DATA: other.data, LATCHKEY_ISSUER: plain.url, LATCHKEY_MAILBOX: 'on' }
    const found = await examineOne(check, { environment: without, url: plain.url })
    assert.match(
      found.join('\n'),
      /fail \| a proxy at 127\.0\.0\.1 forwards requests and is not trusted[^|]*\| LATCHKEY_TRUSTED_PROXIES=127\.0\.0\.1/,
    )
    assert.match(
      found.join('\n'),
      /fail \| \S+ arrives as \S+: the account pages reject their own forms \| LATCHKEY_PUBLIC_URL=/,
    )
  })

  test('a named proxy that sends the address of its client in Forwarded only', async () => {
    passOn = ({ headers: { 'x-forwarded-for': _, ...headers } }) => ({
      ...headers,
      forwarded: 'for=203.0.113.9',
    })
    assert.match(
      await seen(check),
      /^fail \| the proxy at 127\.0\.0\.1 forwards requests without X-Forwarded-For: all of its clients share one rate limit \| have the proxy add the IP address/,
    )
  })

  test('another deployment, whose service token differs, is left alone', async () => {
    passOn = keepAll
    assert.match(
      await seen(check, { LATCHKEY_SERVICE_TOKEN: 'Ea5vTq9Wn2mKx7RbLc1Yd8HsGf4Jp6ZuNoViX3tk' }),
      /^skipped \|/,
    )
  })
})

reachGateways()

for (const name of gatewayNames)
  test(`${name} as in the guide: each header is right, and nothing of the inside is there`, {
    skip: whyNot(name),
  }, async () => {
    const { host } = new URL(system.usersUrl)
    await using gateway = await startGateway(name, { users: host, auth: host, application: host })
    for (const check of ['reachable', 'proxy headers', 'pages', 'internal routes', 'metrics', 'clock'])
      assert.match(await seen(check, {}, gateway.latchkey), /^ok \|[^|]*(\nok \|[^|]*)*$/, check)
  })

describe('pages', () => {
  test('the account page and the console lead to the sign-in page', async () => {
    passOn = keepAll
    assert.equal(
      await seen('pages'),
      'ok | the account page leads to the sign-in page\nok | the console leads to the sign-in page',
    )
  })

  test('a console that is served as http, which a setting fixes', async () => {
    await using other = await startSystem()
    await using front = await startTlsFront(other)
    const found = await seen('pages', { LATCHKEY_DATA: other.data }, front.url)
    assert.match(found, /\nfail \| \S+\/console\/users is served as http, where browsers drop the cookies/)
    assert.match(found, new RegExp(` \\| LATCHKEY_PUBLIC_URL=${front.url}, or have the proxy`))
    const { ports, url } = await placeGateway()
    await using fixed = await startSystem({ settings: { LATCHKEY_PUBLIC_URL: url } })
    await using _ = await startTlsFront(fixed, ports.https)
    assert.match(await seen('pages', {}, url), /\nok \| the console leads to the sign-in page$/)
  })

  test('a proxy with TLS that sends no HSTS', async () => {
    await using front = await startTlsFront(system)
    assert.match(
      await seen('pages', {}, front.url),
      /warn \| https:\S+ sends no Strict-Transport-Security[^|]*\| have the proxy add/,
    )
  })

  test('pages that the proxy refuses, and that the settings turn off', async () => {
    passOn = keepAll
    refuse = /^\/console/
    try {
      const kept = await seen('pages')
      assert.match(kept, /^ok[^\n]*\nwarn \| \S+\/console\/users returns 404, but not from Latchkey/)
      assert.match(kept, /have the proxy forward \/console\/users, if this URL should serve it$/)
      for (const off of [
        ['LATCHKEY_CONSOLE', 'off'],
        ['LATCHKEY_CONSOLE_PORT', '8091'],
      ] as const)
        assert.match(await seen('pages', Object.fromEntries([off])), /^ok \| the account page[^\n]*$/)
      assert.match(await seen('pages', { LATCHKEY_PAGES: 'off' }), /^skipped \| the settings turn/)
    } finally {
      refuse = /^$/
    }
  })

  test('a proxy that rewrites where pages lead', async () => {
    const elsewhere = await at(
      (_, reply) => void reply.writeHead(303, { location: 'http://10.0.0.7:8080/account/sign-in' }).end(),
      (url) => seen('pages', {}, url),
    )
    assert.match(
      elsewhere,
      /^fail \| \S+\/account returns 303, and leads to http:\/\/10\.0\.0\.7:8080\/account/,
    )
  })
})

/** Starts a proxy with TLS at `id.example.com`, which tells the service nothing of it. */
async function startTlsFront({ usersUrl }: System, at = 0): Promise<LocalServer> {
  const { hostname, port } = new URL(usersUrl)
  const host = gatewayHosts.latchkey
  const server = createTlsServer(gatewayAuthority.issue(host, undefined, [host]), (incoming, outgoing) => {
    const { method, url, headers } = incoming
    const onward = request({ hostname, port, method, path: url, headers, agent: false })
    onward.on('response', (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  server.listen(at, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://${host}:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

test('internal routes: open, and refused by the proxy', async () => {
  passOn = keepAll
  assert.match(
    await seen('internal routes'),
    /^fail \| \S+\/internal is public[^|]*\| set LATCHKEY_INTERNAL_PORT/,
  )
  refuse = /^\/internal/
  try {
    assert.match(await seen('internal routes'), /^ok \| \/internal is not reachable: 404/)
  } finally {
    refuse = /^$/
  }
})

test('metrics: not there, and passed on by the proxy', async () => {
  assert.match(await seen('metrics'), /^ok/)
  const text = '# HELP latchkey_up Whether it runs.\n'
  const shown = await at(
    (_, reply) => void reply.end(text),
    (url) => seen('metrics', {}, url),
  )
  assert.match(shown, /^fail \| \S+\/metrics shows the metrics to everyone/)
})

test('metrics: the ports of this machine, which it reaches whatever a firewall does', {
  skip: ownAddress === undefined && 'this machine has no address but loopback',
}, async () => {
  const app = createServer((_, reply) => void reply.writeHead(404).end())
  const ports = createServer((_, reply) => void reply.end('# HELP latchkey_up Whether it runs.\n'))
  for (const server of [app, ports]) await once(server.listen(0, ownAddress), 'listening')
  const portOf = (server: Server) => (server.address() as AddressInfo).port
  try {
    const found = await seen(
      'metrics',
      { LATCHKEY_USERS_OPS_PORT: `${portOf(ports)}` },
      `http://${ownAddress}:${portOf(app)}`,
    )
    assert.match(found, /^ok \| \/metrics is not public; this machine can always reach the ports for metrics/)
  } finally {
    for (const server of [app, ports]) server.close()
  }
})

test('discovery: the issuer is where clients look for it; another one; none', async () => {
  assert.match(
    await seen('discovery'),
    /^ok \| the issuer is http:\/\/127\.0\.0\.1:\d+, and its key is there$/,
  )
  const elsewhere = await seen('discovery', {}, system.usersUrl)
  assert.match(
    elsewhere,
    /^fail \| tokens name the issuer \S+, but clients look for it at \S+ \| LATCHKEY_ISSUER=/,
  )
  assert.match(elsewhere, /\nwarn \| links in emails lead to /)
  assert.match(
    await seen('discovery', { LATCHKEY_ISSUER: 'https://other.example.com' }),
    /^fail \| the service there names the issuer/,
  )
  const nothing = await at(
    (_, reply) => void reply.writeHead(404).end(),
    (url) => seen('discovery', {}, url),
  )
  assert.match(nothing, /^fail \| \/\.well-known\/oauth-authorization-server returns 404/)
})

test('reachable: ready, something else, and nothing', async () => {
  assert.match(await seen('reachable'), /^ok/)
  const other = await at(
    (_, reply) => void reply.end('<h1>Welcome to nginx</h1>'),
    (url) => seen('reachable', {}, url),
  )
  assert.match(other, /^fail \| \S+ returns 200, but not from Latchkey/)
  for (const [status, checks, said] of [
    [503, { database: 'unavailable' }, /^fail \| \S+ reports that the service has no database/],
    [
      503,
      { database: 'unwritable' },
      /^fail \| \S+ reports that the database does not accept writes \| free up space on its disk/,
    ],
    [
      503,
      { database: 'ok', clock: 'skewed' },
      /^fail \| \S+ reports that the clocks .* differ by more than a minute/,
    ],
    [
      200,
      { database: 'ok', auth_service: 'unavailable' },
      /^warn \| \S+ reports that the authentication service rejects requests .* LATCHKEY_AUTH_URL/,
    ],
    [
      200,
      { database: 'ok', user_service: 'unavailable' },
      /^warn \| \S+ reports that the user service rejects/,
    ],
  ] as const) {
    const health = JSON.stringify({ status: status === 200 ? 'ok' : 'unavailable', checks })
    const found = await at(
      (_, reply) => void reply.writeHead(status).end(health),
      (url) => seen('reachable', {}, url),
    )
    assert.match(found, said)
  }
  const [port] = await freePorts(1)
  const nowhere = `http://127.0.0.1:${port}`
  assert.match(await seen('discovery', {}, nowhere), /^skipped \| the URL cannot be reached$/)
  assert.match(await seen('reachable', {}, nowhere), /^fail \| \S+ cannot be reached: ECONNREFUSED/)
})

test('clock: that of the server, by the Date header, is another one', async () => {
  const wrong = await at(
    (_, reply) => void reply.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString()).end(),
    (url) => examineOne('clock', { environment: { LATCHKEY_DATA: '/nowhere/latchkey' }, url }),
  )
  assert.match(wrong.join(), /^fail \| \d{4}\.\d s between this clock and the Date header of the response/)
})

test('from another machine, without a deployment, what clients see is checked all the same', async () => {
  const found = await examineOne('discovery', {
    environment: { LATCHKEY_DATA: '/nowhere/latchkey' },
    url: front.url,
  })
  assert.match(found.join(), /^ok/)
})

describe('tls', () => {
  let authority: Authority
  const known = getCACertificates('default')
  before(() => {
    authority = newAuthority('authority of the test')
    setDefaultCACertificates([...known, authority.cert])
  })
  after(() => setDefaultCACertificates(known))

  async function seenTls(options: ServerOptions, name = '127.0.0.1'): Promise<string> {
    const server = createTlsServer(options, (_, reply) => void reply.end())
    server.on('tlsClientError', () => {})
    server.listen(0, '0.0.0.0')
    await once(server, 'listening')
    try {
      return await seen('tls', {}, `https://${name}:${(server.address() as AddressInfo).port}`)
    } finally {
      server.close()
      server.closeAllConnections()
    }
  }
  const day = 86_400_000

  test('a certificate that is good, one that expires soon, and one that has expired', async () => {
    assert.match(
      await seenTls(authority.issue('a', 60 * day)),
      /^ok \| TLSv1\.3, the certificate is valid until /,
    )
    assert.match(await seenTls(authority.issue('a', 5 * day)), /^warn \| the certificate expires in 4 days/)
    assert.match(
      await seenTls(authority.issue('a', -day / 2)),
      /^fail \| the certificate expired 12 hours ago/,
    )
  })

  test('an authority that nobody knows, a missing part of the chain, and a version of old', async () => {
    const other = newAuthority('unknown')
    assert.match(
      await seenTls(other.issue('a', 60 * day)),
      /^fail \| the certificate chain of \S+ is incomplete, or its authority is unknown/,
    )
    const old = {
      ...authority.issue('a', 60 * day),
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    } as const
    assert.match(await seenTls(old), /warn \| \S+ still accepts TLSv1(\.1)?/)
  })

  test('a certificate for another name', async () => {
    const found = await seenTls(authority.issue('a', 60 * day), '127.1.2.3')
    assert.match(found, /^fail \| the certificate is not for the name 127\.1\.2\.3/)
  })

  test('clear text on an address of others, and a port that speaks no TLS', async () => {
    const found = await examineOne('tls', { environment, url: 'http://id.example.com' })
    assert.match(found.join(), /^fail \| http:\/\/id\.example\.com is clear text/)
    const { port } = new URL(front.url)
    assert.match(await seen('tls', {}, `https://127.0.0.1:${port}`), /^fail \| no TLS with /)
  })
})
