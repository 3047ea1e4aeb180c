import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { peerFetch } from './peer-fetch.ts'

test('a call between the services waits for no others, however many are still to be answered', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const server = createServer(async (request, response) => {
    if (request.url === '/held') await released
    response.end(request.url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ask = peerFetch()
  const call = async (path: string) => {
    const init = { method: 'GET', headers: {}, body: null, signal: AbortSignal.timeout(60_000) }
    return (await ask(new URL(path, `http://127.0.0.1:${port}`), init)).text()
  }
  // These calls wait, as logins wait for their turn to be hashed. A refresh must not wait behind them.
  const waiting = Promise.allSettled(Array.from({ length: 300 }, () => call('/held')))
  try {
    assert.equal(await call('/quick'), '/quick')
    release()
    assert.ok((await waiting).every(({ status }) => status === 'fulfilled'))
  } finally {
    release()
    await waiting
    server.close().closeAllConnections()
  }
})
