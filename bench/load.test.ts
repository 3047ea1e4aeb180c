import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { httpLoad, requireReplies } from './load.ts'

const report = {
  requests: 10,
  seconds: 1,
  p50Ms: 1,
  p99Ms: 1,
  statuses: { 200: 10 },
  errors: 0,
  loadShare: 0,
}

test('refusals, missing replies and silence give no figure', () => {
  requireReplies(report, '200')
  for (const [bad, says] of [
    [{ ...report, statuses: { 200: 9, 503: 1 } }, /1 times 503/],
    [{ ...report, errors: 1 }, /1 times no reply/],
    [{ ...report, lacking: 2 }, /2 times one without what it must hold/],
    [{ ...report, requests: 0, statuses: {} }, /there was none/],
  ] as const)
    assert.throws(() => requireReplies(bad, '200'), says)
})

test('load can send each request once, over all its connections, and times the replies', async () => {
  const asked: string[] = []
  await using server = await listen((path) => {
    asked.push(path)
    return 200
  })
  const paths = Array.from({ length: 30 }, (_, number) => `/${number}`)
  const sample = await httpLoad([process], {
    url: server.url,
    connections: 4,
    requests: paths.map((path) => ({ path })),
    seconds: 'each once',
    expect: 200,
  })
  assert.deepEqual(asked.toSorted(), paths.toSorted())
  assert.ok((sample.perSecond ?? 0) > 0 && (sample.p99Ms ?? 0) >= (sample.p50Ms ?? Number.NaN))
})

test('a server that refuses makes the scenario fail, and says with what', async () => {
  await using server = await listen((path) => (path === '/bad' ? 503 : 200))
  const load = { url: server.url, connections: 1, requests: [{ path: '/' }, { path: '/bad' }], expect: 200 }
  await assert.rejects(
    httpLoad([process], { ...load, seconds: 'each once' }),
    /Not every reply was a 200: 1 times 503/,
  )
})

test('a 200 without what its body must hold is a refusal', async () => {
  await using server = await listen((path) => [200, path === '/bad' ? 'null' : '{"session":{}}'])
  const load = { url: server.url, connections: 2, seconds: 'each once' as const, expect: 200 }
  const holding = '"session":'
  await httpLoad([process], { ...load, requests: [{ path: '/' }, { path: '/other' }], holding })
  await assert.rejects(
    httpLoad([process], { ...load, requests: [{ path: '/' }, { path: '/bad' }], holding }),
    /1 times one without what it must hold/,
  )
})

test('a field of a reply becomes the body of the next request on that connection', async () => {
  const sent: string[] = []
  await using server = await listen((_path, body) => {
    sent.push(body)
    return [200, JSON.stringify({ token: `${JSON.parse(body).token}+`, more: 1 })]
  })
  const requests = ['a', 'b'].map((token) => ({ method: 'POST' as const, path: '/', body: { token } }))
  // A number of requests, which the connections share equally: in a time, a slow machine would send too few.
  const load = { url: server.url, connections: 2, requests, seconds: { requests: 12 }, expect: 200 }
  await httpLoad([process], { ...load, carry: 'token' })
  for (const first of ['a', 'b']) {
    const ofOne = sent.map((body) => JSON.parse(body)).filter(({ token }) => token.startsWith(first))
    assert.equal(ofOne.length, 6)
    assert.deepEqual(
      ofOne,
      ofOne.map((_, at) => ({ token: first + '+'.repeat(at) })),
    )
  }
})

async function listen(answer: (path: string, body: string) => number | [number, string]) {
  const server = createServer(async (request, response) => {
    const [status, body] = [answer(request.url ?? '', await text(request))].flat()
    response.writeHead(Number(status)).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
