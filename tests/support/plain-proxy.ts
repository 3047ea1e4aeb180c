import { type IncomingHttpHeaders, request } from 'node:http'
import { type LocalServer, startLocalServer } from './local-server.ts'

/**
 * Starts a reverse proxy in the simplest configuration: it connects from this machine, sends the address of the service
 * as `Host`, and adds no header about the client.
 */
export const startPlainProxy = (
  target: string,
  more: (headers: IncomingHttpHeaders) => Record<string, string> = () => ({}),
): Promise<LocalServer> =>
  startLocalServer((incoming, outgoing) => {
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
