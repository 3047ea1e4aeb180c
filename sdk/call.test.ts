import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { validateTokenEndpoint } from '#contract/tokens.ts'
import { call } from './call.ts'
import { ServiceUnreachable } from './send-request.ts'

test('a redirect carries no credential anywhere, and is no answer', async (t) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(Number(request.headers['x-status']), { location: '/elsewhere' }).end()
  })
  server.listen(0, '127.0.0.1')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const status of ['301', '302', '303', '307', '308']) {
    const asking = call(
      validateTokenEndpoint,
      {},
      { baseUrl, bearer: 'secret', headers: { 'x-status': status } },
    )
    await assert.rejects(asking, ServiceUnreachable)
  }
  assert.deepEqual(asked, Array(5).fill('/auth/validate'))
})
