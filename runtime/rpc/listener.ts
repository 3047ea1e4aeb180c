import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { boundConnections } from '../http/connections.ts'
import { type Address, open, type ServerTls, stopListening, tlsOptions } from '../http/listener.ts'

/**
 * A port for gRPC. It is bound at the beginning of a start, so that a port in use is noticed before anything is changed. The gRPC
 * library takes long to load, so it is loaded with the first connection. Connections wait until it is loaded.
 */
export interface RpcListener {
  port: number
  /** The address to connect to, such as `127.0.0.1:50051`. */
  address: string
  /**
   * Starts to listen on a port that is shared with other processes. Any other port listens from the start.
   */
  listen(): Promise<void>
  /** Calls `whenOneWaits` for each connection that comes before `serve` is called, and at once if some wait already. */
  wait(whenOneWaits: () => void): void
  /** Passes the waiting connections, and every later one, to `take`. */
  serve(take: (connection: Socket) => void): void
  /** Closes the connections that wait. */
  refuseWaiting(): void
  /** Accepts no new connections. */
  stopListening(): Promise<void>
  close(): Promise<void>
}

/** The maximum number of connections that wait for the library to be loaded. */
const maxWaiting = 1_000

const options = { noDelay: true, pauseOnConnect: true }

/** Binds a port for gRPC. @throws {StartFault} when it cannot be bound, as when it is in use */
export async function bindRpc(at: Address): Promise<RpcListener> {
  const waiting: Socket[] = []
  const connected = new Set<Socket>()
  let tell = (): void => {}
  let take = (socket: Socket): void => {
    if (waiting.length >= maxWaiting) return void socket.destroy()
    waiting.push(socket)
    tell()
  }
  const admit = (socket: Socket) => {
    // The limit on connections may have closed the socket already.
    if (socket.destroyed) return
    // Without this handler a connection that breaks before it is served would end the process.
    socket.on('error', () => {})
    take(socket)
  }
  const server = at.tls ? secureServer(at.tls, admit) : createServer(options, admit)
  server.on('connection', (socket) => {
    connected.add(socket)
    socket.once('close', () => connected.delete(socket))
  })
  boundConnections(server, at.connections)
  const { port, host, listen } = await open(server, at)
  return {
    port,
    address: `${host}:${port}`,
    listen,
    wait(whenOneWaits) {
      tell = whenOneWaits
      if (waiting.length > 0) tell()
    },
    refuseWaiting() {
      for (const socket of waiting.splice(0)) socket.destroy()
    },
    serve(serve) {
      take = serve
      for (const socket of waiting.splice(0)) serve(socket)
    },
    stopListening: () => stopListening(server),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of connected) socket.destroy()
      await closed
    },
  }
}

/** Creates the TLS server. The gRPC library does not serve TLS itself, because it cannot take a new certificate while it runs. */
function secureServer(tls: ServerTls, admit: (socket: Socket) => void): Server {
  const server = createTlsServer({ ...options, ...tlsOptions(tls, 'h2') }, admit)
  tls.certificates.secure(server)
  return server
}
