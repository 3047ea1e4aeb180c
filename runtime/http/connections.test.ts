import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { newAuthority, writeIdentity } from '#tests/support/certificates.ts'
import { until } from '#tests/support/until.ts'
import { createLog } from '../log/log.ts'
import { bindRpc } from '../rpc/listener.ts'
import { openCertificates } from './certificates.ts'
import { boundConnections, type ConnectionOptions } from './connections.ts'
import { bind, type ServerTls } from './listener.ts'

interface Port extends AsyncDisposable {
  /** Connects, from another address of this machine if `from` is given, and sends a request. */
  open(from?: string): Client
}

interface Client {
  socket: Socket
  /** Resolves with true when the server answers, and with false when it closes the connection. */
  taken(): Promise<boolean>
  isClosed(): boolean
}

interface Kind {
  open(connections: ConnectionOptions, tls: ServerTls | undefined): Promise<Port>
}

/**
 * An HTTP listener that answers every request with a word. Like the gRPC listener below, it lets the client
 * see whether its connection was accepted.
 */
const http: Kind = {
  async open(connections, tls) {
    const listener = await bind({ host: '127.0.0.1', port: 0, connections, tls })
    listener.serve((_, response) => void response.end('hello'))
    const open = (from?: string) => client(listener.port, { from, isSecure: tls !== undefined })
    return { open, [Symbol.asyncDispose]: () => listener.close() }
  },
}

const rpc: Kind = {
  async open(connections, tls) {
    const listener = await bindRpc({ host: '127.0.0.1', port: 0, connections, tls })
    listener.serve((socket) => {
      socket.resume().write('hello')
    })
    const open = (from?: string) => client(listener.port, { from, isSecure: tls !== undefined })
    return { open, [Symbol.asyncDispose]: () => listener.close() }
  },
}

function client(port: number, { from, isSecure }: { from: string | undefined; isSecure: boolean }): Client {
  const tcp = connect({ port, host: '127.0.0.1', ...(from ? { localAddress: from } : {}) })
  tcp.on('error', () => {})
  const socket = isSecure ? connectTls({ socket: tcp, rejectUnauthorized: false }) : tcp
  let isClosed = false
  let isTaken = false
  socket.on('error', () => {})
  socket.on('data', () => {
    isTaken = true
  })
  socket.on('close', () => {
    isClosed = true
  })
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  return {
    socket,
    isClosed: () => isClosed,
    async taken() {
      await until('an answer or the end', () => isTaken || isClosed)
      return isTaken && !isClosed
    },
  }
}

async function withTls(run: (tls: ServerTls) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  try {
    const files = writeIdentity(folder, newAuthority('test').issue('localhost'))
    const named = { cert: files.LATCHKEY_TLS_CERT, key: files.LATCHKEY_TLS_KEY, clientCa: undefined }
    const certificates = await openCertificates(named, createLog('silent'))
    try {
      await run({ certificates, mutual: false })
    } finally {
      certificates.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens connections one after the other, so that their order is known. */
async function openMany(
  port: Port,
  count: number,
  from?: string,
): Promise<{ all: Client[]; taken: boolean[] }> {
  const all: Client[] = []
  const taken: boolean[] = []
  for (let at = 0; at < count; at++) {
    const one = port.open(from)
    all.push(one)
    taken.push(await one.taken())
  }
  return { all, taken }
}

async function oneAddressIsBounded(kind: Kind, tls?: ServerTls): Promise<void> {
  await using port = await kind.open({ bounds: { max: 100, maxOfNetwork: 3 } }, tls)
  const { all, taken } = await openMany(port, 5, '127.0.0.1')
  assert.deepEqual(taken, [true, true, true, false, false])
  assert.equal(await port.open('127.0.0.2').taken(), true, 'another address still gets in')
  const [first] = all
  first?.socket.destroy()
  await until('that one may come again', () => port.open('127.0.0.1').taken())
}

for (const [name, kind] of [
  ['HTTP', http],
  ['gRPC', rpc],
] as const) {
  test(`one address cannot hold every connection: ${name}`, () => oneAddressIsBounded(kind))

  test(`one address cannot hold every connection: ${name} with TLS`, () =>
    withTls((tls) => oneAddressIsBounded(kind, tls)))

  test(`when all connections are in use, the address with the most loses its oldest: ${name}`, async () => {
    const told: string[] = []
    const onBound = (bound: string) => void told.push(bound)
    await using port = await kind.open({ bounds: { max: 5, maxOfNetwork: 3 }, onBound }, undefined)
    const few = await openMany(port, 2, '127.0.0.2')
    const many = await openMany(port, 3, '127.0.0.1')
    assert.deepEqual([...few.taken, ...many.taken], Array(5).fill(true))
    assert.equal(await port.open('127.0.0.3').taken(), true, 'a third address gets in')
    await until('the end of the oldest', () => many.all[0]?.isClosed() === true)
    assert.deepEqual(
      [few, many].flatMap(({ all }) => all.map((one) => one.isClosed())),
      [false, false, true, false, false],
    )
    assert.equal(await port.open('127.0.0.2').taken(), false, 'whoever would have the most takes from nobody')
    assert.deepEqual(told, ['all', 'all'])
  })

  test(`a proxy is not counted, and leaves a reserve to others: ${name}`, async () => {
    const isUncounted = (address: string) => address === '127.0.0.1'
    const bounds = { max: 6, maxOfNetwork: 2, reserved: 2 }
    await using port = await kind.open({ bounds, isUncounted }, undefined)
    const { all, taken } = await openMany(port, 5, '127.0.0.1')
    assert.deepEqual(taken, [true, true, true, true, false])
    const others = await openMany(port, 3, '127.0.0.2')
    assert.deepEqual(others.taken, [true, true, false])
    assert.deepEqual(
      all.map((one) => one.isClosed()),
      [false, false, false, false, true],
    )
  })

  test(`strangers keep neither a proxy nor this machine out: ${name}`, async () => {
    const isUncounted = (address: string) => address === '127.0.0.1'
    const bounds = { max: 6, maxOfNetwork: 4, reserved: 2 }
    await using port = await kind.open({ bounds, isUncounted }, undefined)
    const strangers = [await openMany(port, 3, '127.0.0.2'), await openMany(port, 3, '127.0.0.3')]
    assert.deepEqual(
      strangers.flatMap(({ taken }) => taken),
      Array(6).fill(true),
    )
    const { taken } = await openMany(port, 5, '127.0.0.1')
    assert.deepEqual(taken, [true, true, true, true, false])
    const leftTo = () => strangers.flatMap(({ all }) => all.filter((one) => !one.isClosed())).length
    await until('the oldest of the strangers to end', () => leftTo() === 2)
  })
}

test('in a full house a newcomer of an IPv6 site takes the place of its neighbours, not of others', () => {
  const server = new EventEmitter()
  const bounds = { max: 4, maxOfNetwork: 4 }
  boundConnections(server as Server, { bounds })
  const arrive = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, isRefused: false, destroy: () => {} })
    socket.destroy = () => {
      socket.isRefused = true
      socket.emit('close')
    }
    server.emit('connection', socket)
    return socket
  }
  const other = arrive('192.0.2.1')
  const neighbours = [1, 1, 2].map((site) => arrive(`2001:db8:1:${site}::1`))
  const newcomer = arrive('2001:db8:1:3::1')
  assert.deepEqual(
    [newcomer, other, ...neighbours].map(({ isRefused }) => isRefused),
    [false, false, true, false, false],
  )
})
