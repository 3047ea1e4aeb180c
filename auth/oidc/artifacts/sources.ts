import type { KoaContextWithOIDC } from 'oidc-provider'
import { networkBuckets } from '#runtime/network.ts'
import { addresses } from '../core/oidc.ts'

/**
 * The source of an artifact (a client, a grant or a network), and the number of artifacts of this kind that it may
 * have.
 */
export interface Source {
  key: string
  max: number
  /**
   * True when only one in sixteen insertions removes the artifacts beyond `max`, so that a few dozen more may be stored
   * for a while. A sign-in to an application stores three artifacts and perhaps a proof of a key. With a removal after
   * each of them, it would wait for as many further statements, each of which reads all index entries of the source.
   */
  isRarelyCut?: true
}

/** The limit on the artifacts of one kind that callers without credentials cause from one address. */
const maxOfAddress = 500
const maxProofsOfAddress = 5_000
/** The limit of a client is higher, because all of its requests come from one server, for all of its users. */
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
  const client = authenticatedClient(ctx)
  if (client && ofClients.includes(model)) {
    const source: Source = { key: `${model} of client ${client.clientId}`, max: maxOfClient }
    return model === 'ClientCredentials' ? { ...source, isRarelyCut: true } : source
  }
  return ctx && bounded.includes(model) ? networkOf(model, ctx, maxOfAddress) : undefined
}

/**
 * Returns the source of a proof of a key, or of an assertion, that counts once. A caller without credentials makes keys and proofs
 * as it likes. It has more of them than of requests that wait, because an office with one address sends one with each refresh.
 */
export function proofSourceOf(ctx: KoaContextWithOIDC | undefined): Source | undefined {
  if (!ctx || authenticatedClient(ctx)) return undefined
  return { ...networkOf('ReplayDetection', ctx, maxProofsOfAddress), isRarelyCut: true }
}

function authenticatedClient(ctx: KoaContextWithOIDC | undefined) {
  const client = ctx?.oidc.client
  return client?.clientAuthMethod === 'none' ? undefined : client
}

function networkOf(model: string, { req }: KoaContextWithOIDC, max: number): Source {
  const { key, room } = networkBuckets(addresses.get(req) ?? '').at(-1) ?? { key: 'none', room: 1 }
  return { key: `${model} of network ${key}`, max: max * room }
}
