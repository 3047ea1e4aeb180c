import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validateTokenEndpoint } from '#contract/tokens.ts'
import { startLocalServer } from '#tests/support/local-server.ts'
import { call } from './call.ts'
import { ServiceUnreachable } from './send-request.ts'

test('a redirect carries no credential anywhere, and is no answer', async () => {
  const asked: string[] = []
  await using server = await startLocalServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(Number(request.headers['x-status']), { location: '/elsewhere' }).end()
  })
  for (const status of ['301', '302', '303', '307', '308']) {
    const asking = call(
      validateTokenEndpoint,
      {},
      { baseUrl: server.url, bearer: 'secret', headers: { 'x-status': status } },
    )
    await assert.rejects(asking, ServiceUnreachable)
  }
  assert.deepEqual(asked, Array(5).fill('/auth/validate'))
})
