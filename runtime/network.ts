import { isIP, isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Returns the smallest network that belongs to one client: an IPv4 address, or the /64 of an IPv6 address. */
export function networkKey(forwarded: string): string {
  return networkBuckets(forwarded)[0].key
}

/** A network in which the requests of a client are counted. */
export interface NetworkBucket {
  key: string
  /** The limit of this network, as a multiple of the limit of one client. */
  room: number
}

/**
 * Returns the buckets in which an address is counted, the narrowest first. An IPv4 address is its own bucket. An IPv6 address
 * counts in its /64, and in its /48 with a limit that is ten times as high, because the owner of a /48 has 65,536 networks of
 * size /64.
 * @example networkBuckets('2001:db8:1:2::3') // [{ key: '2001:db8:1:2::/64', room: 1 }, { key:
 * '2001:db8:1::/48', room: 10 }]
 */
export function networkBuckets(forwarded: string): [NetworkBucket, ...NetworkBucket[]] {
  const parsed = parse(forwarded)
  if (!parsed) return [{ key: 'none', room: 1 }]
  if (parsed.kind() === 'ipv4') return [{ key: parsed.toString(), room: 1 }]
  const prefix = (bits: number) => `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`
  return [
    { key: prefix(64), room: 1 },
    { key: prefix(48), room: 10 },
  ]
}

/**
 * Returns the address in a text that proxies send: `192.0.2.7`, `192.0.2.7:4711`, `2001:db8::7`, `[2001:db8::7]` or
 * `[2001:db8::7]:4711`. Undefined for any other text.
 */
export function addressIn(text: string): string | undefined {
  if (isIP(text) !== 0) return text
  const v4 = /^([\d.]+):\d{1,5}$/.exec(text)?.[1]
  if (v4 !== undefined) return isIPv4(v4) ? v4 : undefined
  const v6 = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1]
  return v6 !== undefined && isIPv6(v6) ? v6 : undefined
}

function parse(forwarded: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = addressIn(forwarded)
  return address === undefined ? undefined : ipaddr.process(address)
}

/**
 * Returns the network in which the same client is expected again: the /24 of an IPv4 address, the /48 of an
 * IPv6 address. Providers may assign another address of this network to the client each day. Undefined for a
 * text that is no address.
 */
export function siteKey(forwarded: string): string | undefined {
  const parsed = parse(forwarded)
  if (!parsed) return undefined
  const bits = parsed.kind() === 'ipv4' ? 24 : 48
  const network = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${network.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`
}

/** True for an address of this machine and for `localhost`, also in the form that URLs use: `[::1]`. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback')
}

/** Returns the host to connect to, for URLs: the loopback address of this machine when a port is bound on all interfaces. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
