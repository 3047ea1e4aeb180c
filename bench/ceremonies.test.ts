import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startLocalServer } from '#tests/support/local-server.ts'
import { ceremonyLoad } from './ceremonies.ts'

/** Starts a server that replies with the body of the request, and with the status that this body asks for. */
const echo = () =>
  startLocalServer(async (request, response) => {
    const body = await text(request)
    response.writeHead(JSON.parse(body).status, { 'content-type': 'application/json' }).end(body)
  })

test('a ceremony with two requests is counted and timed as one', async () => {
  await using server = await echo()
  const seen: number[] = []
  const sample = await ceremonyLoad([process], {
    url: server.url,
    connections: 4,
    until: { count: 30 },
    async ceremony(ask, number) {
      const first = await ask('/first', { body: { status: 401, number }, expect: 401 })
      const second = await ask('/second', { body: { status: 200, number: first.number }, expect: 200 })
      seen.push(second.number)
    },
  })
  const numbers = Array.from({ length: 30 }, (_, number) => number)
  assert.deepEqual(
    seen.toSorted((a, b) => a - b),
    numbers,
  )
  assert.ok((sample.perSecond ?? 0) > 0 && (sample.p99Ms ?? 0) >= (sample.p50Ms ?? Number.NaN))
})

test('a reply with another status makes the scenario fail, and says which', async () => {
  await using server = await echo()
  const failing = ceremonyLoad([process], {
    url: server.url,
    connections: 2,
    until: { seconds: 60 },
    async ceremony(ask, number) {
      await ask('/step', { body: { status: number === 7 ? 503 : 200 }, expect: 200 })
    },
  })
  await assert.rejects(failing, /POST \/step was answered 503/)
})
