import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validateTokenEndpoint } from '#contract/sessions/tokens.ts'
import { startLocalServer } from '#tests/support/local-server.ts'
import { call } from './call.ts'
import { ServiceUnreachable, sendRequest } from './send-request.ts'

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

test('the timeout of a file ends with its head, and that of a refusal when it was read', async () => {
  await using server = await startLocalServer((request, response) => {
    response.writeHead(request.url === '/file' ? 200 : 503).write('{')
  })
  const ask = (path: string) =>
    sendRequest(
      { name: 'file', method: 'GET', path, isFile: true },
      { baseUrl: server.url, timeoutMs: 3_000, signal: AbortSignal.timeout(60_000) },
    )
  const { body } = await ask('/file')
  await assert.rejects(ask('/refused'), ServiceUnreachable)
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  assert.equal(new TextDecoder().decode((await reader.read()).value), '{', 'the older call still goes on')
  await reader.cancel()
})
