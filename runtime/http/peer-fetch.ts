import type { ClientRequestArgs, IncomingMessage } from 'node:http'
import { request as requestTls, Agent as TlsAgent } from 'node:https'
import type { Certificates } from './certificates.ts'
import { Agent as PlainAgent, request } from './node-http.ts'

/**
 * The time that the other service of Latchkey may take for a reply. It is longer than the one second for which a request may wait
 * there for a hash to be made.
 */
export const usualTimeoutMs = 1_500

interface PeerRequest {
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | null
  signal: AbortSignal
}

interface PeerReply {
  status: number
  headers: { get(name: string): string | null }
  text(): Promise<string>
}

export type PeerFetch = (url: URL, init: PeerRequest) => Promise<PeerReply>

/**
 * The options of both agents. The number of connections is not limited, because calls are limited at both ends. With a limit, a
 * flood of logins would wait for connections instead of being refused by the queue of hashes, and every refresh would wait behind
 * it.
 */
const connections = { keepAlive: true }

/**
 * Calls the other service of Latchkey as `fetch` would, at about half of the cost, because every login and
 * every refresh makes such a call. Unlike Node's `fetch` it can present the certificate of this service.
 */
export function peerFetch(certificates?: Certificates): PeerFetch {
  const plain = new PlainAgent(connections)
  const secure = new TlsAgent(connections)
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:'
      const options: ClientRequestArgs = {
        agent: isSecure ? secure : plain,
        // The certificates are read for each call, because they may be rotated at any time. The agent does not reuse a
        // connection that was made with another certificate.
        ...certificates?.own(),
        method,
        headers: { ...headers, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) },
        signal,
      }
      const send = isSecure ? requestTls : request
      send(url, options, (message) => resolve(toReply(message)))
        .on('error', reject)
        .end(body)
    })
}

const toReply = (message: IncomingMessage): PeerReply => ({
  status: message.statusCode ?? 0,
  headers: { get: (name) => message.headers[name]?.toString() ?? null },
  text: () =>
    new Promise((resolve, reject) => {
      let text = ''
      message.setEncoding('utf8')
      message.on('data', (part: string) => {
        text += part
      })
      message.on('end', () => resolve(text))
      message.on('error', reject)
      message.on('close', () => reject(new Error('The reply was cut off.')))
    }),
})
