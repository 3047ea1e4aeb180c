import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as requestTls } from 'node:https'
import { request } from '#runtime/http/node-http.ts'
import type { AllSettings } from '../settings/all-settings.ts'

export interface Reply<Body = unknown> {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The body, if it is JSON. */
  json: Body | undefined
  /** The time in the middle between request and reply, in epoch milliseconds, to compare clocks by. */
  at: number
  /** The difference of the clocks that the round trip alone can explain, in milliseconds. */
  uncertainMs: number
}

const maxBytes = 1 << 20

/**
 * Sends a GET request and reads the reply, whatever certificate the server shows: a check of its own examines certificates, and
 * the other checks must also work with an expired one. Nothing secret is sent.
 */
export function ask<Body = unknown>(
  url: URL,
  options: { signal: AbortSignal; headers?: Record<string, string>; settings?: AllSettings },
): Promise<Reply<Body>> {
  const { signal, headers = {}, settings } = options
  const isSecure = url.protocol === 'https:'
  const send = isSecure ? requestTls : request
  const sentAt = Date.now()
  return new Promise((resolve, reject) => {
    const tls = isSecure ? { rejectUnauthorized: false, ...ownCertificate(settings) } : {}
    send(
      url,
      { signal, headers: { 'user-agent': 'latchkey doctor', ...headers }, agent: false, ...tls },
      (message) => readReply<Body>(message, sentAt).then(resolve, reject),
    )
      .on('error', reject)
      .end()
  })
}

/** Returns the certificate of this service, which the other service may ask for. */
function ownCertificate({ tlsCert, tlsKey }: Partial<AllSettings> = {}): { cert?: string; key?: string } {
  if (tlsCert === undefined || tlsKey === undefined) return {}
  return { cert: readFileSync(tlsCert, 'utf8'), key: readFileSync(tlsKey, 'utf8') }
}

async function readReply<Body>(message: IncomingMessage, sentAt: number): Promise<Reply<Body>> {
  const uncertainMs = (Date.now() - sentAt) / 2
  let text = ''
  message.setEncoding('utf8')
  for await (const part of message) {
    text += part
    // A longer reply than any of Latchkey comes from another program, which its beginning is enough to show.
    if (text.length > maxBytes) break
  }
  const { statusCode: status = 0, headers } = message
  return { status, headers, text, json: parseJson<Body>(text), at: sentAt + uncertainMs, uncertainMs }
}

function parseJson<Body>(text: string): Body | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the code of a problem document of Latchkey; undefined for a reply of any other program. */
export function problemCodeIn({ headers, json }: Reply): string | undefined {
  if (!headers['content-type']?.startsWith('application/problem+json')) return undefined
  return (json as { code?: string } | undefined)?.code
}
