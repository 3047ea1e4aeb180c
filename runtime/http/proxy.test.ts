import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Metadata } from '@grpc/grpc-js'
import type { FastifyInstance } from 'fastify'
import { endpoint } from '#contract/declaration/endpoint.ts'
import { object, string } from '#contract/declaration/schema.ts'
import { borderDocuments } from '#tests/support/border-documents.ts'
import { gatewayNames } from '#tests/support/gateways.ts'
import { createLog, type Log } from '../log/log.ts'
import { route } from '../requests/route.ts'
import { clientOf } from '../rpc/client-address.ts'
import type { Mount } from '../server/mount.ts'
import { serveHttp } from '../server/server.ts'
import { bind } from './listener.ts'
import { warnOfProxy } from './proxy.ts'

const whoAsks = endpoint({
  name: 'whoAsks',
  method: 'GET',
  paths: ['/who-asks'],
  access: 'anyone',
  tag: 'test',
  summary: 'Which client and which proxy sent this?',
  success: 200,
  reply: object({ passed_on_by: string(), address: string() }, { title: 'WhoAsks' }),
  failures: [],
})

interface Seen {
  passed_on_by: string
  address: string
}
type Headers = Record<string, string>

interface Asking {
  method?: string
  log?: Log
}

const seenAt = async (path: string, trustedProxies: string[], headers: Headers): Promise<Seen> =>
  JSON.parse(await ask(path, trustedProxies, headers))

/** Sends a request to a new server that has a route, a mounted part and a page. */
async function ask(
  path: string,
  trustedProxies: string[],
  headers: Headers,
  { method = 'GET', log = createLog('silent') }: Asking = {},
): Promise<string> {
  const listener = await bind({ host: '127.0.0.1', port: 0 })
  const mount: Mount = {
    templateOf: (asked) => (asked === '/mounted' ? '/mounted' : undefined),
    async answer(_, response, address) {
      response.end(JSON.stringify({ address }))
      return true
    },
  }
  try {
    const answer = route(whoAsks, ({ passedOnBy, address }) => ({ passed_on_by: passedOnBy, address }))
    const pages = (app: FastifyInstance) => void app.post('/account/page', async () => 'a page')
    const common = { title: 'test', serviceTokens: [], log }
    await serveHttp(listener, { ...common, mount, pages, trustedProxies, routes: [answer] })
    const reply = await fetch(new URL(path, listener.url), { method, headers })
    assert.equal(reply.status, 200)
    return await reply.text()
  } finally {
    await listener.close()
  }
}

const seenByHttp = (trustedProxies: string[], headers: Headers) =>
  seenAt('/who-asks', trustedProxies, headers)

const seenByMount = (trustedProxies: string[], headers: Headers) =>
  seenAt('/mounted', trustedProxies, headers)

async function seenByRpc(trustedProxies: string[], headers: Headers): Promise<Seen> {
  const metadata = Metadata.fromHttp2Headers(headers)
  const call = { metadata, getPeer: () => '127.0.0.1:4711' }
  const { address, passedOnBy } = clientOf(trustedProxies)(call, metadata.getMap() as Headers)
  return { address, passed_on_by: passedOnBy }
}

/** Headers X-Forwarded-For as proxies send them, and the address that the client has by each. */
const sentByProxies: [what: string, header: string, address: string][] = [
  ['nginx, one proxy', '203.0.113.9', '203.0.113.9'],
  ['two proxies in a row', '203.0.113.9, 10.1.2.3', '203.0.113.9'],
  ['without spaces', '203.0.113.9,10.1.2.3', '203.0.113.9'],
  ['an empty element', '203.0.113.9, , 10.1.2.3,', '203.0.113.9'],
  ['Azure Application Gateway', '203.0.113.9:50123', '203.0.113.9'],
  [
    'Azure Application Gateway, then a proxy that adds its port',
    '203.0.113.9:1234, 127.0.0.1:9',
    '203.0.113.9',
  ],
  ['Azure Application Gateway behind Azure Front Door', '203.0.113.9, 10.1.2.3:44312', '203.0.113.9'],
  ['IPv6', '2001:db8::7', '2001:db8::7'],
  ['IPv6 without a compressed part', '2001:db8:0:1:2:3:4:5', '2001:db8:0:1:2:3:4:5'],
  ['IPv6 in brackets', '[2001:db8::7]', '2001:db8::7'],
  ['IPv6 in brackets with a port', '[2001:db8::7]:50123', '2001:db8::7'],
  ['IPv6 behind a proxy in brackets', '2001:db8::7, [fd00::1]:443', '2001:db8::7'],
  ['an IPv4 address in an IPv6 one', '203.0.113.9, ::ffff:10.1.2.3', '203.0.113.9'],
  ['a forged address before that of the client', '198.51.100.7:80, 203.0.113.9:1234', '203.0.113.9'],
  ['Squid with forwarded_for off', 'unknown', '127.0.0.1'],
  ['an unknown client behind another proxy', 'unknown, 10.1.2.3', '10.1.2.3'],
  ['an identifier that hides the address (RFC 7239 section 6.3)', '_SEVKISEK', '127.0.0.1'],
  ['such an identifier with a port', '_gazonk:_443, 10.1.2.3:443', '10.1.2.3'],
  ['nothing beyond what is no address is believed', '198.51.100.7, unknown, 10.1.2.3', '10.1.2.3'],
  ['a number', '2130706433', '127.0.0.1'],
  ['a host name', 'localhost', '127.0.0.1'],
  ['a port alone', ':1234', '127.0.0.1'],
  ['brackets that are not closed', '[2001:db8::7', '127.0.0.1'],
  ['an IPv4 address in brackets', '[203.0.113.9]:1', '127.0.0.1'],
  ['a port that is none', '203.0.113.9:http', '127.0.0.1'],
]

/** What a proxy sends by its own documentation, and the address that its client has. */
interface DocumentedProxy {
  proxy: string
  source: string
  trusted: string[]
  requests: { what: string; headers: Headers; client: string }[]
}

const parts = [
  ['a route', seenByHttp],
  ['the OpenID provider', seenByMount],
  ['an rpc', seenByRpc],
] as const

const documented = borderDocuments<DocumentedProxy>('proxies')

test('every proxy that has a file in deploy/gateways has the document of what it sends', () => {
  const names = documented.map(({ proxy }) => proxy.split(',')[0]?.toLowerCase())
  assert.deepEqual(
    gatewayNames.filter((name) => !names.includes(name)),
    [],
  )
})

for (const { proxy, trusted, requests } of documented)
  test(`${proxy}: the client has the address that the documentation of the proxy promises`, async () => {
    for (const { what, headers, client } of requests)
      for (const [part, seen] of parts) {
        assert.equal((await seen(trusted, headers)).address, client, `${what}, for ${part}`)
        assert.equal((await seen([], headers)).address, '127.0.0.1', `${what}, of a proxy that is not named`)
      }
  })

for (const [part, seen] of parts)
  describe(`the address of a client, for ${part}`, () => {
    const trusted = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']
    for (const [what, header, address] of sentByProxies)
      test(`${what}: ${header}`, async () => {
        const sent = { 'x-forwarded-for': header }
        assert.equal((await seen(trusted, sent)).address, address)
        assert.equal((await seen(['192.0.2.1'], sent)).address, '127.0.0.1', 'the proxy is not named')
        assert.equal((await seen([], sent)).address, '127.0.0.1', 'no proxy is named')
      })
  })

for (const [transport, seen] of [
  ['HTTP', async (trusted: string[], headers: Headers) => (await seenByHttp(trusted, headers)).passed_on_by],
  ['gRPC', async (trusted: string[], headers: Headers) => (await seenByRpc(trusted, headers)).passed_on_by],
] as const) {
  describe(`who passed a request on, by ${transport}`, () => {
    test('a request without a header of proxies came from its client', async () => {
      assert.equal(await seen([], {}), 'nobody')
      assert.equal(await seen(['127.0.0.1'], {}), 'nobody')
    })

    test('any header of proxies shows one, and the settings say whether it is named', async () => {
      const shown: Record<string, string>[] = [
        { 'x-forwarded-for': '203.0.113.9' },
        { 'x-forwarded-for': '127.0.0.1' },
        { forwarded: 'for=203.0.113.9' },
        { 'x-real-ip': '203.0.113.9' },
        { via: '1.1 proxy' },
      ]
      for (const headers of shown) {
        assert.equal(await seen([], headers), 'unnamed_proxy', JSON.stringify(headers))
        assert.equal(await seen(['192.0.2.0/24'], headers), 'unnamed_proxy', JSON.stringify(headers))
        assert.equal(await seen(['127.0.0.0/8'], headers), 'trusted_proxy', JSON.stringify(headers))
      }
    })
  })
}

describe('the log warns of a proxy whose clients have no address', () => {
  const forwarded = { forwarded: 'for=203.0.113.9' }
  const named = ['127.0.0.1']
  const cases: [what: string, trustedProxies: string[], headers: Headers, warning: RegExp | undefined][] = [
    ['a named proxy that sends Forwarded only', named, forwarded, /without X-Forwarded-For .* names:/],
    ['one that sends X-Real-IP only', named, { 'x-real-ip': '203.0.113.9' }, /without X-Forwarded-For/],
    ['one that sends both', named, { ...forwarded, 'x-forwarded-for': '203.0.113.9' }, undefined],
    ['a proxy that is not named', [], forwarded, /LATCHKEY_TRUSTED_PROXIES does not name/],
    ['no proxy', named, {}, undefined],
  ]
  const lines: { level: string; msg: string }[] = []
  const log = () => createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line)) })

  for (const [part, path, method] of [
    ['a route', '/who-asks', 'GET'],
    ['the OpenID provider', '/mounted', 'GET'],
    ['the form of a page', '/account/page', 'POST'],
  ] as const)
    test(`by ${part}`, async () => {
      for (const [what, trustedProxies, headers, warning] of cases) {
        lines.length = 0
        await ask(path, trustedProxies, headers, { method, log: log() })
        assert.equal(lines.length, warning ? 1 : 0, `${what}: ${JSON.stringify(lines)}`)
        if (warning) assert.match(lines[0]?.msg ?? '', warning, what)
      }
    })

  test('once an hour for each of both reasons, however many requests there are', (t) => {
    lines.length = 0
    let now = 1
    t.mock.method(performance, 'now', () => now)
    const one = log()
    for (let at = 0; at < 5; at++) {
      warnOfProxy(one, 'trusted_proxy', forwarded)
      warnOfProxy(one, 'unnamed_proxy', forwarded)
    }
    assert.equal(lines.length, 2)
    now += 60 * 60 * 1000
    warnOfProxy(one, 'trusted_proxy', forwarded)
    assert.equal(lines.length, 3)
  })
})
