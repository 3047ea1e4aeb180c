import type { Auth } from '../core/auth.ts'
import type { KnownClients } from '../oidc-clients/known-clients.ts'
import type { ApiKeys } from './remembered-api-keys.ts'

/** The context of the use cases that check a bearer credential, or answer a client about a token. */
export interface Tokens extends Auth {
  apiKeys: ApiKeys
  clients: KnownClients
}
