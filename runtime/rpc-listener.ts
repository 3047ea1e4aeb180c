import { createServer, type Server, type Socket } from 'node:net'
import { listenOn } from './listener.ts'

/**
 * A port for gRPC that is bound before anything else is done. The library comes later, when HTTP is served already: it takes
 * a while to load. Connections that come in the meantime wait.
 */
export interface RpcListener {
  port: number
  /** Where it can be reached: `127.0.0.1:50051`. */
  address: string
  serve(take: (connection: Socket) => void): void
  /** No new connections. */
  stopListening(): void
  close(): Promise<void>
}

const mostConnections = 10_000
const mostWaiting = 1_000

export async function bindRpc(at: { host: string; port: number }): Promise<RpcListener> {
  const waiting: Socket[] = []
  const open = new Set<Socket>()
  let take = (socket: Socket): void => {
    if (waiting.length >= mostWaiting) return void socket.destroy()
    waiting.push(socket)
  }
  const server: Server = createServer({ noDelay: true, pauseOnConnect: true }, (socket) => {
    open.add(socket)
    // A connection that breaks while nobody reads it yet.
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
    take(socket)
  })
  server.maxConnections = mostConnections
  const { port, host } = await listenOn(server, at)
  return {
    port,
    address: `${host}:${port}`,
    serve(serve) {
      take = serve
      for (const socket of waiting.splice(0)) serve(socket)
    },
    stopListening() {
      server.close()
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
