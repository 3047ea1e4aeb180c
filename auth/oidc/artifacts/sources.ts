import type { KoaContextWithOIDC } from 'oidc-provider'
import { networkBuckets } from '#runtime/network.ts'
import { addresses } from '../core/oidc.ts'

/** Who causes an artifact, and how many artifacts of its kind may exist of this source. */
export interface Source {
  key: string
  max: number
}

/** The limit on the artifacts of one kind that callers without credentials cause from one address. */
const maxOfAddress = 500
/** All requests of a client come from one server, whichever person they are for, so it has more. */
const maxOfClient = 5_000

/** The kinds of artifacts that a caller can cause without the consent of a person. */
const bounded = ['Interaction', 'Session', 'PushedAuthorizationRequest', 'DeviceCode']

/**
 * Returns the source of an artifact that a request causes; undefined for one that only a person can cause. A client that has
 * authenticated is a source of its own. Everybody else is the network that the request comes from: an IPv4 address, or the /48 of
 * an IPv6 address with ten times the limit, because its owner has 65,536 networks of size /64.
 */
export function sourceOf(model: string, ctx: KoaContextWithOIDC | undefined): Source | undefined {
  if (!ctx || !bounded.includes(model)) return undefined
  const { client } = ctx.oidc
  const isByClient = model === 'PushedAuthorizationRequest' || model === 'DeviceCode'
  if (isByClient && client && client.clientAuthMethod !== 'none')
    return { key: `${model} of client ${client.clientId}`, max: maxOfClient }
  const { key, room } = networkBuckets(addresses.get(ctx.req) ?? '').at(-1) ?? { key: 'none', room: 1 }
  return { key: `${model} of network ${key}`, max: maxOfAddress * room }
}
