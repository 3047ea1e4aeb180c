import type { IntrospectionResource } from '#contract/sessions/tokens.ts'
import type { RememberedRows } from '#runtime/database/remembered-rows.ts'
import type { TokenVerifier } from '#sdk/verify-token.ts'
import type { Client, KnownClients } from '../clients/index.ts'
import type { Auth } from '../core/auth.ts'
import type { Liveness } from '../core/session.ts'
import type { ApiKeys } from './remembered-api-keys.ts'

/** The context of the use cases that check an access token. */
export interface TokenCheckContext extends Auth {
  verifier: TokenVerifier
  /**
   * A cache of the fields that decide whether a session lives. On SQLite a row is remembered until a commit changes it; on
   * PostgreSQL no row is remembered.
   */
  liveness: RememberedRows<Liveness>
}

/** The context of the use cases that check a bearer credential, or answer a client about a token. */
export interface Tokens extends TokenCheckContext {
  apiKeys: ApiKeys
  clients: KnownClients
  ofClients: ClientTokens
  /** True when this installation can have OpenID clients: it serves the account pages, and its issuer is a URL. */
  hasProvider: boolean
}

/** The functions that introspect and revoke the tokens that the OpenID provider has given to clients. */
export interface ClientTokens {
  introspect(input: { token: string; client: Client }): Promise<IntrospectionResource>
  /** Introspects an access token for another API, for a caller who may read all sessions. */
  introspectForReader(input: { token: string }): Promise<IntrospectionResource>
  revoke(input: { token: string; client: Client }): Promise<void>
}
