import type { ClientRequestArgs, IncomingMessage } from 'node:http'
import { request as requestTls, Agent as TlsAgent } from 'node:https'
import type { Certificates } from './certificates.ts'
import { Agent as PlainAgent, request } from './node-http.ts'

/** How long the other service may take for an answer: longer than the second that a request waits there to be hashed for. */
export const usualTimeoutMs = 1_500

interface PeerReply {
  status: number
  headers: { get(name: string): string | null }
  text(): Promise<string>
}

/**
 * As many as there are calls under way, which has its bounds at both ends. With a smaller number a flood of logins would wait here
 * instead of being refused by the queue of hashes, and every refresh behind it.
 */
const connections = { keepAlive: true }

/**
 * What `fetch` does for a call between the two services, at about half of its cost, which every login and every refresh bears;
 * and it can show the certificate of this service where it is asked for, which Node's own cannot.
 */
export function peerFetch(certificates?: Certificates): (url: URL, init: RequestInit) => Promise<PeerReply> {
  const plain = new PlainAgent(connections)
  const secure = new TlsAgent(connections)
  return (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:'
      const options: ClientRequestArgs = {
        agent: isSecure ? secure : plain,
        // Those of the moment: an open connection is used again for the same ones only.
        ...certificates?.own(),
        method,
        headers: {
          ...(headers as Record<string, string>),
          ...(body ? { 'content-length': Buffer.byteLength(body as string) } : {}),
        },
        ...(signal ? { signal } : {}),
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
