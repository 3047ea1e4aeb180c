import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Metadata } from '@grpc/grpc-js'
import { endpoint } from '#contract/declaration/endpoint.ts'
import { object, string } from '#contract/declaration/schema.ts'
import { createLog } from '../log.ts'
import { route } from '../route.ts'
import { clientOf } from '../rpc/client-address.ts'
import { bind } from './listener.ts'
import { serveHttp } from './server.ts'

const whoPassedOn = endpoint({
  name: 'whoPassedOn',
  method: 'GET',
  paths: ['/who-passed-on'],
  access: 'anyone',
  tag: 'test',
  summary: 'Which proxy passed this on?',
  success: 200,
  reply: object({ passed_on_by: string() }, { title: 'WhoPassedOn' }),
  failures: [],
})

const seenByHttp = async (trustedProxies: string[], headers: Record<string, string>): Promise<string> => {
  const listener = await bind({ host: '127.0.0.1', port: 0 })
  try {
    const answer = route(whoPassedOn, ({ passedOnBy }) => ({ passed_on_by: passedOnBy }))
    const common = { title: 'test', serviceTokens: [], log: createLog('silent') }
    await serveHttp(listener, { ...common, trustedProxies, routes: [answer] })
    const reply = await fetch(new URL('/who-passed-on', listener.url), { headers })
    const { passed_on_by } = (await reply.json()) as { passed_on_by: string }
    return passed_on_by
  } finally {
    await listener.close()
  }
}

const seenByRpc = async (trustedProxies: string[], headers: Record<string, string>): Promise<string> => {
  const metadata = Metadata.fromHttp2Headers(headers)
  const call = { metadata, getPeer: () => '127.0.0.1:4711' }
  return clientOf(trustedProxies)(call, metadata.getMap() as Record<string, string>).passedOnBy
}

for (const [transport, seen] of [
  ['HTTP', seenByHttp],
  ['gRPC', seenByRpc],
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
