import ipaddr from 'ipaddr.js'

/** The network that one client has at least: an IPv4 address, or the /64 in which an IPv6 address is one of many. */
export function networkKey(forwarded: string): string {
  return networkBuckets(forwarded)[0].key
}

/** A network to count a client's requests in. */
export interface NetworkBucket {
  key: string
  /** How many times the limit of one client this network has. */
  room: number
}

/**
 * The buckets that a client's address is counted in, the narrowest first. For IPv4 that is the address. For IPv6 it is the
 * /64, and with ten times the room the /48 besides: whoever is given a /48 has 65,536 of the others.
 * @example networkBuckets('2001:db8:1:2::3') // [{ key: '2001:db8:1:2::/64', room: 1 }, { key: '2001:db8:1::/48', room: 10 }]
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

function parse(forwarded: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Some proxies write the port too.
  const address = forwarded.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.+)\](:\d+)?$/, '$1')
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined
}

/**
 * The network around an address in which the same people are found again: the /24 of an IPv4 address, the /48 of an IPv6
 * address. Providers give out another address of it each day. Undefined for what is no address.
 */
export function siteKey(forwarded: string): string | undefined {
  const parsed = parse(forwarded)
  if (!parsed) return undefined
  const bits = parsed.kind() === 'ipv4' ? 24 : 48
  const network = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${network.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`
}

/** Also as it stands in a URL: `[::1]`. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback')
}
