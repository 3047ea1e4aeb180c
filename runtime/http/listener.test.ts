import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { until } from '#tests/support/until.ts'
import { type Address, bind, type Listener } from './listener.ts'

/** Binds a listener that is closed when the test ends, also when it fails. */
async function bindForTest(address: Partial<Address> = {}): Promise<Listener & AsyncDisposable> {
  const listener = await bind({ host: '127.0.0.1', port: 0, ...address })
  return { ...listener, [Symbol.asyncDispose]: () => listener.close() }
}

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
  assert.deepEqual(
    [headers.get('cache-control'), headers.get('x-content-type-options')],
    ['no-store', 'nosniff'],
  )
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
  const drained = listener.drain(600_000).then(() => {
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

test('a request that lies unread when the port is closed is refused with an answer, and not lost', async () => {
  const listener = await bind({ host: '127.0.0.1', port: 0 })
  listener.serve((_, response) => void response.end('served'))
  const sockets = Array.from({ length: 20 }, () => connect(listener.port, '127.0.0.1'))
  const replies = Promise.allSettled(sockets.map((socket) => text(socket)))
  await once(sockets[0] as Socket, 'connect')
  // All requests are sent in one turn of the event loop, so that the server cannot have read any of them.
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await listener.drain(60_000)
  await listener.close()
  const answers = (await replies).map((reply) =>
    reply.status === 'fulfilled' ? reply.value.slice(0, 12) : String(reply.reason),
  )
  assert.deepEqual([...new Set(answers)], ['HTTP/1.1 503'])
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

/** Returns a port that was free a moment ago, for several listeners to share, as several processes do. */
async function freePort(): Promise<number> {
  const listener = await bind({ host: '127.0.0.1', port: 0 })
  await listener.close()
  return listener.port
}

test('on a shared port each listener gets some of the connections, once it has begun to listen', async () => {
  const at = { host: '127.0.0.1', port: await freePort(), isShared: true }
  const [one, two, unready] = [await bind(at), await bind(at), await bind(at)]
  one.serve((_, response) => void response.end('one'))
  two.serve((_, response) => void response.end('two'))
  await assert.rejects(get(unready.url))
  await one.listen()
  await two.listen()
  const bodies = await Promise.all(Array.from({ length: 60 }, async () => (await get(one.url)).body))
  assert.deepEqual([...new Set(bodies)].toSorted(), ['one', 'two'])
  await assert.rejects(bind({ ...at, isShared: false }), /Cannot listen on .* it is in use/)
  for (const listener of [one, two, unready]) await listener.close()
})

test('a drain of a shared port loses neither a connection that waits nor the next request of an open one', async () => {
  const bounds = { queueMs: 60_000, lingerMs: 60_000 }
  const listener = await bind({ host: '127.0.0.1', port: await freePort(), isShared: true, bounds })
  listener.serve((_, response) => void response.end('served'))
  await listener.listen()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const onOpenOne = async () => {
    const asked = request(listener.url, { agent }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    return { body: await text(response), connection: response.headers.connection, again: asked.reusedSocket }
  }
  assert.equal((await onOpenOne()).connection, 'keep-alive')
  // The operating system has accepted these connections, but the server has not.
  const waiting = Array.from({ length: 100 }, () => {
    const socket = connect(listener.port, '127.0.0.1')
    socket.end('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    return text(socket)
  })
  const drained = listener.drain(600_000)
  while (listener.server.listening) await new Promise((resolve) => setTimeout(resolve, 1))
  assert.deepEqual(await onOpenOne(), { body: 'served', connection: 'close', again: true })
  for (const reply of await Promise.all(waiting)) assert.match(reply, /^HTTP\/1\.1 200 /)
  await drained
  await assert.rejects(get(listener.url))
  await listener.close()
})

/** Opens a connection that does not read until it is resumed. */
function openPaused(url: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  return socket.pause()
}

const requests = (count: number): string => 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(count)

test('a connection on which more than sixteen requests wait for an answer is closed', async () => {
  await using listener = await bindForTest()
  const waiting: ServerResponse[] = []
  listener.serve((_, response) => void waiting.push(response))
  const greedy = openPaused(listener.url)
  const modest = openPaused(listener.url)
  greedy.resume().write(requests(1_000))
  await until('that it is closed', () => greedy.destroyed)
  assert.equal(waiting.length, 16, 'none behind them is begun')
  modest.write(requests(16))
  await until('the requests of the other', () => waiting.length === 32)
  for (const response of waiting.splice(0)) response.end('answered')
  modest.write(requests(16))
  await until('as many again once those are answered', () => waiting.length === 16)
  for (const response of waiting.splice(0)) response.end('answered')
  modest.destroy()
})

for (const [what, uncounted] of [
  ['behind one that is malformed', `GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n${requests(1_000)}`],
  ['that expect what no server knows', 'GET / HTTP/1.1\r\nhost: x\r\nexpect: x\r\n\r\n'.repeat(1_000)],
] as const) {
  test(`a connection is closed for too many requests ${what} too, while an answer before them is open`, async () => {
    await using listener = await bindForTest()
    const begun: ServerResponse[] = []
    listener.serve((_, response) => void begun.push(response))
    const greedy = openPaused(listener.url)
    greedy.resume().write(requests(1))
    await until('the request that stays open', () => begun.length === 1)
    greedy.write(uncounted)
    await until('that it is closed', () => greedy.destroyed)
    assert.equal(begun.length, 1, 'none behind it is begun')
  })
}

test('a malformed request is refused, and nothing that follows it is answered', async () => {
  await using listener = await bindForTest()
  const begun: ServerResponse[] = []
  listener.serve((_, response) => void begun.push(response))
  const socket = openPaused(listener.url)
  const reply = text(socket.resume())
  const expecting = 'GET / HTTP/1.1\r\nhost: x\r\nexpect: x\r\n\r\n'
  const malformed = 'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'
  socket.write(`${requests(1)}${expecting}${malformed}${requests(3)}${expecting}`)
  await until('the first', () => begun.length === 1)
  begun[0]?.end('first')
  const statuses = (await reply).match(/HTTP\/1\.1 \d+/g)
  assert.deepEqual(statuses, ['HTTP/1.1 200', 'HTTP/1.1 417', 'HTTP/1.1 400'])
  assert.equal(begun.length, 1)
})

test('a drain does not wait for what a closed connection has asked', async () => {
  await using listener = await bindForTest()
  let begun = 0
  listener.serve(() => void begun++)
  const gone = openPaused(listener.url)
  gone.write(requests(10))
  await until('its requests', () => begun === 10)
  gone.destroy()
  await listener.drain(60_000)
})

test('a client that reads nothing is cut, one that waits for its answer or between two requests is not', async () => {
  await using listener = await bindForTest({ stalledMs: 200 })
  const open: Socket[] = []
  listener.server.on('connection', (socket: Socket) => open.push(socket))
  const large = Buffer.alloc(32 * 1024 * 1024)
  const late: ServerResponse[] = []
  listener.serve((request, response) => {
    if (request.url === '/late') late.push(response)
    else response.end(request.method === 'GET' ? large : 'small')
  })
  const patient = openPaused(listener.url)
  patient.write('GET /late HTTP/1.1\r\nhost: x\r\n\r\n')
  const idle = openPaused(listener.url)
  idle.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n')
  await until('both', () => open.length === 2 && late.length === 1)
  const stalled = openPaused(listener.url)
  stalled.write(requests(1))
  await until('that it is cut', () => open[2]?.destroyed === true)
  late[0]?.end('late')
  assert.match(String((await once(patient.resume(), 'data'))[0]), /late$/)
  assert.deepEqual(
    open.map(({ destroyed }) => destroyed),
    [false, false, true],
  )
  for (const socket of [patient, idle, stalled]) socket.destroy()
})

test('what waited while the process stood still is refused when it changes something, and soon served again', async () => {
  await using listener = await bindForTest({ stalledLoopMs: 500 })
  listener.serve((_, response) => void response.end('served'))
  const socket = connect(listener.port, '127.0.0.1')
  await once(socket, 'connect')
  const said = text(socket)
  const request = (method: string) => `${method} / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n`
  socket.end(`${request('GET')}\r\n${request('POST')}connection: close\r\n\r\n`)
  // Nothing else of this process runs meanwhile, as in one that was stopped.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
  const [first, second = ''] = (await said).split(/(?=HTTP\/1\.1)/)
  assert.match(first ?? '', /^HTTP\/1\.1 200 /)
  assert.match(second, /^HTTP\/1\.1 503 [\s\S]*retry-after: [\s\S]*"code":"not_ready"/i)
  await until('that it serves again', async () => {
    const response = await fetch(listener.url, { method: 'POST' })
    return (await response.text()) === 'served'
  })
})
