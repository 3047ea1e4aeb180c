import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint } from '#contract/declaration/endpoint.ts'
import { object, string } from '#contract/declaration/schema.ts'
import { createLog } from '../log/log.ts'
import type { Observed } from '../metrics/metrics.ts'
import { route } from '../requests/route.ts'
import { serveHttp } from '../server/server.ts'
import { bind } from './listener.ts'
import { createServerMetrics } from './server-metrics.ts'

const greetingEndpoint = endpoint({
  name: 'greeting',
  method: 'GET',
  paths: ['/greeting'],
  access: 'anyone',
  tag: 'test',
  summary: 'Greets',
  success: 200,
  reply: object({ text: string() }),
  failures: [],
})

/** Headers that differ between any two requests, or that `fetch` itself causes. */
const perRequest = new Set(['connection', 'date', 'keep-alive', 'x-request-id'])

test('HEAD gets what GET gets, without the body, and is counted as HEAD', async (t) => {
  const log = createLog('silent')
  const metrics = createServerMetrics(log)
  const listener = await bind({ host: '127.0.0.1', port: 0, metrics })
  t.after(() => listener.close())
  await serveHttp(listener, {
    title: 'test',
    routes: [route(greetingEndpoint, () => ({ text: 'Hello' }))],
    authenticate: () => {
      throw new Error('Nothing is asked for.')
    },
    serviceTokens: [],
    trustedProxies: [],
    log,
    requests: metrics.requests,
  })
  const get = await fetch(`${listener.url}/greeting`)
  const head = await fetch(`${listener.url}/greeting`, { method: 'HEAD' })
  assert.deepEqual([get.status, head.status], [200, 200])
  const comparable = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => !perRequest.has(name)))
  assert.deepEqual(comparable(head), comparable(get))
  assert.equal(head.headers.get('content-length'), String((await get.text()).length))
  assert.equal(await head.text(), '')
  assert.equal((await fetch(`${listener.url}/nothing`, { method: 'HEAD' })).status, 404)
  const counted = metrics.requests.metric.read() as Observed[]
  assert.deepEqual(
    counted.map(({ labels }) => [labels.http_request_method, labels.http_route]),
    [
      ['GET', '/greeting'],
      ['HEAD', '/greeting'],
      ['HEAD', ''],
    ],
  )
})
