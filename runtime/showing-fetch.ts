import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import type { Certificates } from './certificates.ts'

/**
 * What `fetch` does for a call to another service, and shows the certificate of this one where it is asked for. Node's own
 * cannot do that without a package that replaces it.
 */
export function showingFetch(certificates: Certificates): (url: URL, init: RequestInit) => Promise<Response> {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  return (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const options = {
        agent,
        // Those of the moment: an open connection is used again for the same ones only.
        ...certificates.own(),
        method,
        headers: Object.fromEntries(new Headers(headers)),
        ...(signal ? { signal } : {}),
      }
      const asked = request(url, options, (response) => {
        toResponse(response).then(resolve, reject)
      })
      asked.on('error', reject)
      asked.end(body)
    })
}

async function toResponse(message: IncomingMessage): Promise<Response> {
  const { statusCode: status = 0, headers } = message
  const said = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string])
  return new Response((await text(message)) || null, { status, headers: said })
}
