import type { IncomingMessage } from 'node:http'
import type { KnownClients } from '../../clients/index.ts'
import type { Auth } from '../../core/auth.ts'

/** The context of the OpenID provider, and of the pages on which people sign in to an application. */
export interface Oidc extends Auth {
  clients: KnownClients
  /** The master keys. The first one encrypts, each of them can decrypt. */
  masterKeys: readonly Buffer[]
}

/** The context of the functions by which the pages read and answer a request of a client. */
export type InteractionContext = Pick<Oidc, 'db' | 'clock' | 'policy' | 'clients' | 'masterKeys'>

/** The network address that each request came from. The library does not know which proxies are trusted, so it cannot say. */
export const addresses = new WeakMap<IncomingMessage, string>()

/** The path of our page on which people sign in to an application and give their consent. */
export const interactionPage = '/account/authorize'
