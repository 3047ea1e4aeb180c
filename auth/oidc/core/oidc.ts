import type { IncomingMessage } from 'node:http'
import type { Auth } from '../../core/auth.ts'
import type { KnownClients } from '../../oidc-clients/known-clients.ts'

/** The context of the OpenID provider and of the pages that people see on the way through it. */
export interface Oidc extends Auth {
  clients: KnownClients
  /** The master keys. The first one encrypts, each of them can decrypt. */
  masterKeys: readonly Buffer[]
}

/** The context of what the pages of people do with a request of a client. */
export type InteractionContext = Pick<Oidc, 'db' | 'clock' | 'policy' | 'clients' | 'masterKeys'>

/** Returns the address of a path at the provider. It is below the issuer, which the operator has set, and never from a header (I132). */
export const addressOf = ({ policy: { issuer } }: Pick<Oidc, 'policy'>, path: string): string =>
  `${issuer.replace(/\/$/, '')}${path}`

/** The network addresses of the clients that have sent requests. The library does not know which proxies are trusted. */
export const addresses = new WeakMap<IncomingMessage, string>()

/** The page of ours on which people sign in and give their consent. */
export const interactionPage = '/account/authorize'
