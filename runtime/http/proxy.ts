import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Log } from '../log/log.ts'
import { addressIn } from '../network.ts'
import type { PassedOnBy } from '../requests/route.ts'

const headersOfProxies = [
  ...(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const),
  ...(['x-real-ip', 'via'] as const),
]

/** True when a request has a header that proxies add. */
export const isPassedOn = (headers: Record<string, unknown>): boolean =>
  headersOfProxies.some((name) => headers[name] !== undefined)

/** Returns a function that checks whether an address is that of a trusted proxy. */
export function proxyMatcher(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusts = proxyAddr.compile([...trustedProxies])
  return (address) => trusts(address, 0)
}

/**
 * Returns a function that tells which proxy passed a request on, from the headers and the address of the
 * connection.
 */
export function proxyFinder(
  trustedProxies: readonly string[],
): (headers: Record<string, unknown>, peerAddress: string) => PassedOnBy {
  const trusts = proxyMatcher(trustedProxies)
  return (headers, peerAddress) => {
    if (!isPassedOn(headers)) return 'nobody'
    return trusts(peerAddress) ? 'trusted_proxy' : 'unnamed_proxy'
  }
}

/**
 * Returns a function that finds the address of a client: the last one in X-Forwarded-For that is not a trusted proxy. Ports are
 * removed before trust is decided, because gateways such as Azure Application Gateway add them. An element that is no address
 * (`unknown`, or an identifier of RFC 7239 section 6.3) ends the search: what stands before it may come from anybody, so the
 * client counts as the proxy that sent it.
 * @example clientFinder(['127.0.0.1'])('203.0.113.9:1234, 127.0.0.1:9', '127.0.0.1') // '203.0.113.9'
 */
export function clientFinder(
  trustedProxies: readonly string[],
): (forwardedFor: string | undefined, peerAddress: string) => string {
  const trusts = proxyMatcher(trustedProxies)
  return (forwardedFor, peerAddress) => {
    let nearest = peerAddress
    const hops = forwardedFor?.split(',') ?? []
    while (trusts(nearest)) {
      const hop = hops.pop()?.trim()
      if (hop === '') continue
      const address = hop === undefined ? undefined : addressIn(hop)
      if (address === undefined) return nearest
      nearest = address
    }
    return nearest
  }
}

/**
 * Returns a function that replaces X-Forwarded-For of a trusted proxy by the address of the client, so that each library which
 * reads the header finds the same address. `rawHeaders` keeps the header as it arrived.
 */
export function forwardedForReplacer(trustedProxies: readonly string[]): (request: IncomingMessage) => void {
  const trusts = proxyMatcher(trustedProxies)
  const findClient = clientFinder(trustedProxies)
  return ({ headers, socket }) => {
    const sent = headers['x-forwarded-for']?.toString()
    const peerAddress = socket.remoteAddress ?? ''
    if (sent !== undefined && trusts(peerAddress)) headers['x-forwarded-for'] = findClient(sent, peerAddress)
  }
}

const warnEveryMs = 60 * 60 * 1000
const unnamed =
  'requests come by way of a proxy that LATCHKEY_TRUSTED_PROXIES does not name: all of its clients are limited as one'
const silent =
  'requests come without X-Forwarded-For by way of a proxy that LATCHKEY_TRUSTED_PROXIES names: all of its clients are limited as one. Forwarded and other headers are not read'
/** The time of the last warning of each text in each log. */
const warnedAt = new WeakMap<Log, Map<string, number>>()

/**
 * Logs a warning that all clients of a proxy share one rate limit: the settings do not name the proxy, or it does not send
 * `X-Forwarded-For`. The warning is logged once an hour at most, because any client can send the headers of a proxy.
 */
export function warnOfProxy(log: Log, passedOnBy: PassedOnBy, headers: Record<string, unknown>): void {
  if (passedOnBy === 'nobody') return
  if (passedOnBy === 'unnamed_proxy') warnOnceAnHour(log, unnamed)
  else if (headers['x-forwarded-for'] === undefined) warnOnceAnHour(log, silent)
}

function warnOnceAnHour(log: Log, text: string): void {
  const times = warnedAt.get(log) ?? new Map<string, number>()
  warnedAt.set(log, times)
  const now = performance.now()
  if (now - (times.get(text) ?? -warnEveryMs) < warnEveryMs) return
  times.set(text, now)
  log.warn({}, text)
}
