import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { bind } from './listener.ts'

const get = async (url: string) => {
  const response = await fetch(url, { headers: { connection: 'close' } })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

test('before it serves, a port says that it is not ready, with the id of the request', async () => {
  const listener = await bind({ host: '127.0.0.1', port: 0 })
  const { status, headers, body } = await get(`${listener.url}/health`)
  assert.equal(status, 503)
  const problem = JSON.parse(body)
  assert.deepEqual([problem.code, problem.request_id], ['not_ready', headers.get('x-request-id')])
  assert.ok(headers.get('retry-after'))
  await listener.close()
})

test('while it drains, what is under way finishes, the other service is still answered, all else is refused', async () => {
  const listener = await bind({ host: '127.0.0.1', port: 0 })
  const slow: ServerResponse[] = []
  listener.serve((request, response) => {
    if (request.url === '/slow') slow.push(response)
    else response.end('served')
  })
  const underWay = get(`${listener.url}/slow`)
  while (slow.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  let isDrained = false
  const drained = listener.drain(10_000).then(() => {
    isDrained = true
  })
  assert.equal((await get(`${listener.url}/health`)).status, 503)
  assert.equal((await get(`${listener.url}/internal/x`)).body, 'served')
  assert.equal(isDrained, false)
  slow[0]?.end('finished')
  assert.equal((await underWay).body, 'finished')
  await drained
  await listener.close()
})

test('a drain does not wait for ever', async () => {
  const listener = await bind({ host: '127.0.0.1', port: 0 })
  let isUnderWay = false
  listener.serve(() => {
    isUnderWay = true
  })
  const never = get(`${listener.url}/slow`).catch((error: unknown) => error)
  while (!isUnderWay) await new Promise((resolve) => setTimeout(resolve, 1))
  await listener.drain(50)
  await listener.close()
  assert.ok((await never) instanceof Error)
})
