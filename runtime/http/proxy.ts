import proxyAddr from '@fastify/proxy-addr'
import type { Log } from '../log.ts'
import type { PassedOnBy } from '../route.ts'

const headersOfProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const

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

const warnEveryMs = 60 * 60 * 1000
/** The time of the last warning in each log. */
const warnedAt = new WeakMap<Log, number>()

/**
 * Warns that all clients of a proxy share one rate limit, because the settings do not name the proxy. It does so once an hour,
 * because anybody can send the headers of a proxy.
 */
export function warnOfUnnamedProxy(log: Log): void {
  const now = performance.now()
  if (now - (warnedAt.get(log) ?? -warnEveryMs) < warnEveryMs) return
  warnedAt.set(log, now)
  log.warn(
    {},
    'requests come by way of a proxy that LATCHKEY_TRUSTED_PROXIES does not name: all of its clients are limited as one',
  )
}
