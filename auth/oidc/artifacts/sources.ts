import type { KoaContextWithOIDC } from 'oidc-provider'
import { networkBuckets } from '#runtime/network.ts'
import { addresses } from '../core/oidc.ts'

/** Who causes an artifact, and how many artifacts of its kind may exist of this source. */
export interface Source {
  key: string
  max: number
  /**
   * True where only one of sixteen insertions removes what is beyond `max`: a few dozen more may be stored for a while. A sign-in
   * to an application stores three artifacts, and would wait for as many statements more.
   */
  isRarelyCut?: true
}

/** The limit on the artifacts of one kind that callers without credentials cause from one address. */
const maxOfAddress = 500
/** All requests of a client come from one server, whichever person they are for, so it has more. */
const maxOfClient = 5_000

/**
 * The limit on the codes and tokens of one kind that a session causes at one client. A person who is signed in gets more of them
 * without being asked, as often as they like, and a refresh token stays for as long as the session.
 */
const maxOfGrant = 100

/** The kinds of artifacts that a caller can cause without the consent of a person. */
const bounded = ['Interaction', 'Session', 'PushedAuthorizationRequest', 'DeviceCode']
const ofClients = ['PushedAuthorizationRequest', 'DeviceCode', 'ClientCredentials']

/**
 * Returns the source of an artifact that a request causes. What is stored under a grant has that grant as its source, and a client
 * that has authenticated is one too. Everybody else is the network that the request comes from: an IPv4 address, or the /48 of an
 * IPv6 address with ten times the limit, because its owner has 65,536 networks of size /64.
 */
export function sourceOf(
  model: string,
  ctx: KoaContextWithOIDC | undefined,
  grantId?: string | undefined,
): Source | undefined {
  if (grantId !== undefined && !bounded.includes(model))
    return { key: `${model} of grant ${grantId}`, max: maxOfGrant, isRarelyCut: true }
  const client = ctx?.oidc.client
  if (client && ofClients.includes(model) && client.clientAuthMethod !== 'none')
    return { key: `${model} of client ${client.clientId}`, max: maxOfClient }
  if (!ctx || !bounded.includes(model)) return undefined
  const { key, room } = networkBuckets(addresses.get(ctx.req) ?? '').at(-1) ?? { key: 'none', room: 1 }
  return { key: `${model} of network ${key}`, max: maxOfAddress * room }
}
