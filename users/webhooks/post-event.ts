import { request as requestTls } from 'node:https'
import { request as requestClear } from '#runtime/http/node-http.ts'
import { addressesOf, lookUpAlways, TargetRefused, type Targets } from '#runtime/targets/targets.ts'
import { codeOf, toError } from '#runtime/thrown.ts'
import type { Within } from '#runtime/traces/open-span.ts'

export interface Posted {
  /** The status of the response; null when there was none. */
  status: number | null
  /** The reason why the event does not count as received; null when it does. */
  fault: string | null
  retryAfterMs: number
}

const timeoutMs = 15_000
const maxAnswerBytes = 4 * 1024

/**
 * Posts an event once, over a connection of its own to an address that was checked. It does not follow
 * redirects, because they could lead to an address that was not checked. An abort counts as a failed attempt.
 */
export async function postEvent(
  targets: Targets,
  request: { url: string; headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<Posted> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([request.signal, timeout])
  try {
    const addresses = await unlessAborted(addressesOf(targets, request.url), signal)
    const { status, retryAfter } = await unlessAborted(post({ ...request, signal }, addresses), signal)
    const fault = status >= 200 && status < 300 ? null : `It answered ${status}.`
    return { status, fault, retryAfterMs: toMs(retryAfter) }
  } catch (error) {
    const fault = timeout.aborted ? `It did not answer within ${timeoutMs / 1000} seconds.` : faultOf(error)
    return { status: null, fault, retryAfterMs: 0 }
  }
}

/**
 * Makes a span of one attempt to deliver an event to a webhook. It names the host alone: path and query of a webhook can be
 * secrets. The receiver is not told the trace.
 */
export function traceDelivery(
  within: Within,
  { url, eventType }: { url: string; eventType: string },
  post: () => Promise<Posted>,
): Promise<Posted> {
  const { hostname, port, protocol } = new URL(url)
  const attributes = {
    'http.request.method': 'POST',
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    'latchkey.event.type': eventType,
  }
  return within({ name: 'POST webhook', kind: 'client', attributes }, async (span) => {
    const posted = await post()
    const { status, fault } = posted
    if (status !== null) span.set('http.response.status_code', status)
    if (fault !== null) span.fail(status === null ? '_OTHER' : String(status))
    return posted
  })
}

interface Answer {
  status: number
  retryAfter: string | undefined
}

const post = (
  {
    url,
    headers,
    body,
    signal,
  }: { url: string; headers: Record<string, string>; body: string; signal: AbortSignal },
  addresses: string[],
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = new URL(url).protocol === 'https:' ? requestTls : requestClear
    const options = { method: 'POST', headers, signal, agent: false, lookup: lookUpAlways(addresses) }
    const outgoing = request(url, options, (incoming) => {
      const answer = { status: incoming.statusCode ?? 0, retryAfter: incoming.headers['retry-after'] }
      let bytes = 0
      incoming.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes <= maxAnswerBytes) return
        resolve(answer)
        outgoing.destroy()
      })
      incoming.on('end', () => resolve(answer))
      incoming.on('error', reject)
    })
    // An upgrade must be handled: without a listener Node closes the socket with neither a response nor an error.
    outgoing.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy()
      resolve({ status: statusCode ?? 0, retryAfter: undefined })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Describes a connection error for the managers of the webhook and the log. The error's code is enough, and unlike the message it
 * names no address.
 */
function faultOf(error: unknown): string {
  if (error instanceof TargetRefused) return error.message
  return `The connection failed: ${codeOf(error) ?? toError(error).name}.`
}

/** Parses Retry-After (RFC 9110 section 10.2.3). Dates are ignored, because they require that both clocks agree. */
const toMs = (retryAfter: string | undefined): number =>
  /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : 0
