import ipaddr from 'ipaddr.js'

/** One bucket for all that one client can send from: whoever has one IPv6 address has a whole /64 of them. */
export function networkKey(forwarded: string): string {
  // Some proxies write the port too.
  const address = forwarded.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.+)\](:\d+)?$/, '$1')
  if (!ipaddr.isValid(address)) return 'none'
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64`
}

/** Also as it stands in a URL: `[::1]`. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback')
}
