import { request as requestTls } from 'node:https'
import { request as requestClear } from '../http/node-http.ts'
import { codeOf, toError } from '../log/thrown.ts'
import { addressesOf, lookUpAlways, TargetRefused, type Targets } from './targets.ts'

export interface Posted {
  /** The status of the response; null when there was none. */
  status: number | null
  /** The reason why the message does not count as received; null when it does. */
  fault: string | null
  retryAfterMs: number
}

const timeoutMs = 15_000
const maxAnswerBytes = 4 * 1024

/**
 * Posts a message once, over a connection of its own to an address that was checked. It does not follow
 * redirects, because they could lead to an address that was not checked. An abort counts as a failed attempt.
 */
export async function postOnce(
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
 * Describes a connection error for the log and for the people who manage the receiver. The error's code is enough, and unlike the
 * message it names no address.
 */
function faultOf(error: unknown): string {
  if (error instanceof TargetRefused) return error.message
  return `The connection failed: ${codeOf(error) ?? toError(error).name}.`
}

/** Parses Retry-After (RFC 9110 section 10.2.3). Dates are ignored, because they require that both clocks agree. */
const toMs = (retryAfter: string | undefined): number =>
  /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : 0
