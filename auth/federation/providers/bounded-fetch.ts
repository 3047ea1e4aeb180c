import type { ClientRequestArgs, IncomingMessage } from 'node:http'
import { request as requestTls } from 'node:https'
import { request as requestClear } from '#runtime/http/node-http.ts'
import { isLoopback } from '#runtime/network.ts'
import { addressesOf, lookUpAlways, TargetRefused, type Targets } from '#runtime/targets/targets.ts'
import { ProviderFault } from './provider.ts'

const usualTimeoutMs = 5_000
/** The limit on the size of a reply, in bytes. Key sets and discovery documents have only some kilobytes. */
const maxBytes = 256 * 1024

interface Asked {
  method: string
  headers: Record<string, string>
  body?: unknown
  signal?: AbortSignal | undefined
}

/**
 * Makes the function that fetches from a provider (I149): over https only, without redirects, and with limits on the size and
 * on the time from the look-up of the host name to the last byte. It connects to exactly the address that it has checked. A
 * loopback address needs no TLS where private addresses are allowed.
 */
export const boundedFetch =
  (targets: Targets, { timeoutMs = usualTimeoutMs }: { timeoutMs?: number } = {}) =>
  async (url: string, { method, headers, body, signal }: Asked): Promise<Response> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const aborted = signal ? AbortSignal.any([signal, timeout]) : timeout
    try {
      const addresses = await unlessAborted(checkedAddresses(targets, url), aborted)
      const sent = body === undefined || body === null ? undefined : String(body)
      return await request(url, { method, headers, body: sent, signal: aborted }, addresses)
    } catch (cause) {
      if (cause instanceof ProviderFault) throw cause
      const late = `did not answer within ${timeoutMs / 1_000} seconds`
      throw new ProviderFault(timeout.aborted ? late : reasonOf(cause), { cause })
    }
  }

async function checkedAddresses(targets: Targets, text: string): Promise<string[]> {
  const addresses = await addressesOf(targets, text)
  const { protocol, hostname } = new URL(text)
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw new TargetRefused('not_allowed', 'This is not an https URL.')
  return addresses
}

const reasonOf = (cause: unknown): string =>
  cause instanceof TargetRefused
    ? `has an address that may not be used: ${cause.message}`
    : 'could not be reached'

function request(
  url: string,
  {
    body,
    ...asked
  }: { method: string; headers: Record<string, string>; body: string | undefined; signal: AbortSignal },
  addresses: string[],
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? requestTls : requestClear
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options: ClientRequestArgs = {
      ...asked,
      headers: { ...asked.headers, ...length },
      agent: false,
      lookup: lookUpAlways(addresses),
    }
    const outgoing = send(url, options, (incoming) => {
      read(incoming).then(resolve, (error: unknown) => {
        outgoing.destroy()
        reject(error)
      })
    })
    // An upgrade must be handled: without a listener Node closes the socket with neither a response nor an error.
    outgoing.on('upgrade', (_incoming, socket) => {
      socket.destroy()
      reject(new ProviderFault('answered with another protocol'))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function read(incoming: IncomingMessage): Promise<Response> {
  const { statusCode: status = 0 } = incoming
  // A redirect could lead to an address that was not checked.
  if (status < 200 || (status >= 300 && status < 400))
    throw new ProviderFault(`answered with status ${status}, which leads elsewhere`)
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of incoming) {
    bytes += part.length
    if (bytes > maxBytes) throw new ProviderFault(`answered with more than ${maxBytes / 1024} KiB`)
    parts.push(part)
  }
  const type = incoming.headers['content-type']
  const headers = type === undefined ? {} : { 'content-type': type }
  const isEmpty = status === 204 || status === 205
  return new Response(isEmpty ? null : Buffer.concat(parts), { status, headers })
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
