import type { IntrospectionResource } from '#contract/tokens.ts'
import type { Auth } from '../core/auth.ts'
import type { Client } from '../oidc-clients/client.ts'
import type { KnownClients } from '../oidc-clients/known-clients.ts'
import type { ApiKeys } from './remembered-api-keys.ts'

/** The context of the use cases that check a bearer credential, or answer a client about a token. */
export interface Tokens extends Auth {
  apiKeys: ApiKeys
  clients: KnownClients
  ofClients: ClientTokens
  /** Says whether the OpenID provider answers: where there are account pages and a client. */
  isProviderOn(): Promise<boolean>
}

/** What the provider says of the tokens that it has given to clients. */
export interface ClientTokens {
  introspect(input: { token: string; client: Client }): Promise<IntrospectionResource>
  revoke(input: { token: string; client: Client }): Promise<void>
}
