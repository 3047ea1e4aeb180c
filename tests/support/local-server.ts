import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalServer extends AsyncDisposable {
  /** The origin of the server, for example `http://127.0.0.1:41234`. */
  url: string
}

/**
 * Starts an HTTP server on this machine, on the given port or on any free one. Disposing of the server closes every open
 * connection at once.
 */
export async function startLocalServer(listener: RequestListener, port = 0): Promise<LocalServer> {
  const server = createServer(listener)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
