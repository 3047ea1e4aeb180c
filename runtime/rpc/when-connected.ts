import type { Log } from '../log/log.ts'
import type { RpcListener } from './listener.ts'
import type { RpcServer } from './server.ts'

/**
 * Starts the gRPC server with the first connection: `serve` loads and starts the server. When it fails, the connections that wait
 * are closed, and the next connection tries again.
 */
export function serveWhenConnected(
  listener: RpcListener,
  serve: () => Promise<RpcServer>,
  log: Log,
): RpcServer {
  let serving: Promise<RpcServer | undefined> | undefined
  listener.wait(() => {
    serving ??= serve().catch((error: unknown) => {
      log.error({ err: error }, 'cannot serve gRPC')
      serving = undefined
      listener.refuseWaiting()
      return undefined
    })
  })
  return {
    async drain(withinMs) {
      if (serving === undefined) await listener.stopListening()
      // A connection that was accepted at the last moment is served and drained like any other.
      const server = await serving
      if (server) await server.drain(withinMs)
    },
  }
}
