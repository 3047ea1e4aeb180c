import type { Socket } from 'node:net'
import { type GreeterBounds, greeterService } from '#greeter/rpc.ts'
import { createLog, type Log } from '#runtime/log/log.ts'
import type { Route } from '#runtime/requests/route.ts'
import { bindRpc, type RpcListener } from '#runtime/rpc/listener.ts'
import type { Rpc, RpcCall, RpcService } from '#runtime/rpc/rpc.ts'
import { type RpcBounds, serveRpc } from '#runtime/rpc/server.ts'
import { type RpcClient, rpcClient } from '#tests/support/rpc-client.ts'

export const greeterAt = (address: string): RpcClient =>
  rpcClient(address, 'latchkey.greeter.v1.GreeterService')

/**
 * Starts a greeter service on a gRPC server of its own. The test sets the bounds and may replace some rpcs.
 */
export async function startGreeter(
  bounds: Partial<RpcBounds> = {},
  {
    isHealthy = async () => true,
    rpcs = {},
    routes = [],
    log = createLog('silent'),
    // These bounds are higher than those of the example, because some tests need streams that last.
    greeterBounds = { maxGreetings: 1_000, maxNames: 1_000 },
  }: {
    isHealthy?: () => Promise<boolean>
    rpcs?: Record<string, Rpc>
    routes?: readonly Route[]
    log?: Log
    greeterBounds?: GreeterBounds
  } = {},
) {
  const listener = await bindRpc({ host: '127.0.0.1', port: 0 })
  const ended: string[] = []
  const service = greeterService(greeterBounds)
  const services = [{ ...service, rpcs: { ...watched(service, ended), ...rpcs } }]
  const connections: Socket[] = []
  const serve: RpcListener['serve'] = (take) =>
    listener.serve((connection) => {
      connections.push(connection)
      take(connection)
    })
  const server = serveRpc(
    { ...listener, serve },
    {
      services,
      routes,
      serviceTokens: [],
      trustedProxies: [],
      isHealthy,
      log,
      bounds,
    },
  )
  const greeter = greeterAt(listener.address)
  return {
    greeter,
    server,
    address: listener.address,
    /** All connections since the start, in order. */
    connections,
    /** The names of the rpcs whose handler has returned or was cancelled. */
    ended,
    async [Symbol.asyncDispose]() {
      greeter[Symbol.dispose]()
      await server.drain(0)
      await listener.close()
    },
  }
}

/** Wraps rpcs, so that each adds its name to `ended` when its work stops. */
function watched(service: RpcService, ended: string[]): Record<string, Rpc> {
  return Object.fromEntries(
    Object.entries(service.rpcs).map(([name, rpc]) => {
      if (rpc.kind === 'unary' || rpc.kind === 'client stream') {
        const answer = async (request: never, call: RpcCall) => {
          try {
            return await rpc.answer(request, call)
          } finally {
            ended.push(name)
          }
        }
        return [name, { ...rpc, answer }]
      }
      if (rpc.kind !== 'server stream' && rpc.kind !== 'both stream') return [name, rpc]
      const answer = async function* (request: never, call: RpcCall) {
        try {
          yield* rpc.answer(request, call)
        } finally {
          ended.push(name)
        }
      }
      return [name, { ...rpc, answer }]
    }),
  )
}
