import { Resolver } from 'node:dns/promises'
import { isIPv6, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The rules about which addresses may be connected to when the host was named by somebody else than the operator. */
export interface Targets {
  /** True when http and addresses that are not public are allowed. */
  allowPrivate: boolean
  resolve(hostname: string): Promise<string[]>
}

/** The error for a URL that must not be connected to; `message` says why. */
export class TargetRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Resolves a URL to its current addresses and requires each to be allowed. The caller must connect to these without another
 * look-up, because the owner of the name could answer differently then (DNS rebinding).
 */
export async function addressesOf(targets: Targets, text: string): Promise<string[]> {
  // The parser also normalizes IPv4 addresses: 0x7f.1 and 2130706433 become 127.0.0.1.
  if (!URL.canParse(text)) throw new TargetRefused('invalid_format', 'This is not a URL.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(targets.allowPrivate && url.protocol === 'http:'))
    throw new TargetRefused('not_allowed', 'This is not an https URL.')
  if (/^\w+:\/\/[^/?#]*@/.test(url.href))
    throw new TargetRefused('not_allowed', 'The URL must not hold credentials.')
  if (url.port === '0') throw new TargetRefused('not_allowed', 'No server listens on port 0.')
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = ipaddr.isValid(hostname) ? [hostname] : await namedAddresses(targets, hostname)
  if (!targets.allowPrivate && !addresses.every(isPublicAddress))
    throw new TargetRefused('not_allowed', 'The host has an address that is not public.')
  return addresses
}

async function namedAddresses(targets: Targets, hostname: string): Promise<string[]> {
  const addresses = await targets.resolve(hostname).catch(() => [])
  if (addresses.length === 0) throw new TargetRefused('not_found', 'The host has no address.')
  return addresses
}

const globalUnicast = ipaddr.parseCIDR('2000::/3')
/** The NAT64 prefix (RFC 6052 section 2.1). */
const nat64 = ipaddr.parseCIDR('64:ff9b::/96')

/** Returns whether an address is on the public internet: not private, not loopback, not reserved. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  const range = address.range()
  if (address.kind() === 'ipv4') return range === 'unicast'
  // A NAT64 address leads to the IPv4 address in it, so the IPv4 address decides.
  if (address.match(nat64)) return isPublicAddress(address.toByteArray().slice(12).join('.'))
  return range === 'unicast' && address.match(globalUnicast)
}

const resolving = { timeout: 2_000, tries: 2 }

/**
 * Resolves a name by requests to the name servers. The resolver of the system would block a thread of Node's pool while a
 * server does not reply, and hashes are made in the same pool.
 */
export async function resolveHost(hostname: string): Promise<string[]> {
  // The name `localhost` is never sent to a name server (RFC 6761 section 6.3).
  if (hostname === 'localhost') return ['127.0.0.1', '::1']
  const resolver = new Resolver(resolving)
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** Makes a DNS lookup function that always returns the checked addresses, so that the connection cannot go elsewhere. */
export const lookUpAlways =
  (addresses: string[]): LookupFunction =>
  (_hostname, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
    if (all) done(null, found)
    else done(null, found[0]?.address ?? '', found[0]?.family)
  }
