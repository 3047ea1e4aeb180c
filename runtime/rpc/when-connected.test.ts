import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { createLog } from '../log/log.ts'
import { bindRpc, type RpcListener } from './listener.ts'
import { serveWhenConnected } from './when-connected.ts'

const log = createLog('silent')

async function listen(t: { after(end: () => unknown): void }): Promise<RpcListener> {
  const listener = await bindRpc({ host: '127.0.0.1', port: 0 })
  t.after(() => listener.close())
  return listener
}

async function open(listener: RpcListener): Promise<Socket> {
  const socket = connect(listener.port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

test('gRPC is served from the first connection on, and once only', async (t) => {
  const listener = await listen(t)
  const loading = Promise.withResolvers<void>()
  const ended: number[] = []
  let loads = 0
  const server = serveWhenConnected(
    listener,
    async () => {
      loads += 1
      await loading.promise
      listener.serve((socket) => socket.end('served'))
      return { drain: async (withinMs) => void ended.push(withinMs) }
    },
    log,
  )
  assert.equal(loads, 0)
  const early = [await open(listener), await open(listener)]
  const answers = early.map(async (socket) => String((await once(socket, 'data'))[0]))
  loading.resolve()
  assert.deepEqual(await Promise.all(answers), ['served', 'served'])
  assert.equal(String((await once(await open(listener), 'data'))[0]), 'served')
  assert.equal(loads, 1)
  await server.drain(7)
  assert.deepEqual(ended, [7])
})

test('when gRPC cannot be loaded, nobody waits for it, and the next connection tries again', async (t) => {
  const listener = await listen(t)
  let isAway = true
  serveWhenConnected(
    listener,
    async () => {
      if (isAway) throw new Error('The disk is away.')
      listener.serve((socket) => socket.end('served'))
      return { drain: async () => {} }
    },
    log,
  )
  const refused = await open(listener)
  refused.resume()
  await once(refused, 'close')
  isAway = false
  assert.equal(String((await once(await open(listener), 'data'))[0]), 'served')
})

test('a port of gRPC that nobody connected to closes without loading anything', async (t) => {
  const listener = await listen(t)
  const server = serveWhenConnected(listener, () => assert.fail('it is loaded'), log)
  await server.drain(1_000)
  await assert.rejects(open(listener), { code: 'ECONNREFUSED' })
})
