import { Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { Failure } from '#contract/failures.ts'
import type { Users } from '../core/users.ts'

/** Where webhooks may lead. */
export interface Targets {
  /** Also http, and addresses that are not public. */
  allowPrivate: boolean
  /** The addresses of a host name. */
  resolve(hostname: string): Promise<string[]>
}

export const targetsOf = ({ policy }: Pick<Users, 'policy'>): Targets => ({
  allowPrivate: policy.allowsPrivateTargets,
  resolve: resolveHost,
})

/** Nothing is sent there; `message` says why. */
export class TargetRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** @throws {Failure} `invalid_request` with the reason */
export async function requireTarget(targets: Targets, url: string): Promise<void> {
  try {
    await addressesOf(targets, url)
  } catch (cause) {
    if (!(cause instanceof TargetRefused)) throw cause
    const errors = [{ pointer: '/url', code: cause.code, detail: cause.message }]
    throw new Failure('invalid_request', { cause, errors })
  }
}

/**
 * The addresses that a URL leads to right now, each of them allowed. Whoever connects uses these, and does not look the
 * name up again: its owner may say something else the next time.
 */
export async function addressesOf(targets: Targets, text: string): Promise<string[]> {
  // The parser also settles how IPv4 addresses can be written: 0x7f.1 and 2130706433 are 127.0.0.1 from here on.
  if (!URL.canParse(text)) throw new TargetRefused('invalid_format', 'This is not a URL.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(targets.allowPrivate && url.protocol === 'http:'))
    throw new TargetRefused('not_allowed', 'This is not an https URL.')
  if (url.username !== '' || url.password !== '')
    throw new TargetRefused('not_allowed', 'The URL must not hold a username or a password.')
  if (url.port === '0') throw new TargetRefused('not_allowed', 'Nobody listens on port 0.')
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
/** RFC 6052 section 2.1. */
const nat64 = ipaddr.parseCIDR('64:ff9b::/96')

/** An address of the internet at large: no network of somebody's own, no machine itself, nothing reserved. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  const range = address.range()
  if (address.kind() === 'ipv4') return range === 'unicast'
  // How networks without IPv4 reach it: what it leads to decides.
  if (address.match(nat64)) return isPublicAddress(address.toByteArray().slice(12).join('.'))
  return range === 'unicast' && address.match(globalUnicast)
}

const resolving = { timeout: 2_000, tries: 2 }

/**
 * Asks name servers itself. The resolver of the system would occupy a thread for as long as one of them is silent, and
 * passwords are hashed on the same few threads.
 */
export async function resolveHost(hostname: string): Promise<string[]> {
  // RFC 6761 section 6.3: no name server is asked for it.
  if (hostname === 'localhost') return ['127.0.0.1', '::1']
  const resolver = new Resolver(resolving)
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
