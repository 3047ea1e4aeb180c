import type { Auth } from '../core/auth.ts'
import type { ApiKeys } from './remembered-api-keys.ts'

/** The context of the use cases that check a bearer credential. */
export interface Tokens extends Auth {
  apiKeys: ApiKeys
}
