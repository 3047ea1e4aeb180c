import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PlainProxy extends AsyncDisposable {
  url: string
}

/**
 * Starts a reverse proxy in the simplest configuration: it connects from this machine, sends its own upstream
 * address as `Host`, and adds no header about the client.
 */
export async function startPlainProxy(
  target: string,
  more: (headers: IncomingHttpHeaders) => Record<string, string> = () => ({}),
): Promise<PlainProxy> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming
    const onward = request(new URL(incoming.url ?? '/', target), {
      method,
      headers: { ...headers, host: new URL(target).host, ...more(headers) },
    })
    onward.on('response', (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    })
    onward.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
