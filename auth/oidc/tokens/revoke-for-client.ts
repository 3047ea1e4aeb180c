import type { Client } from '../../clients/index.ts'
import type { Auth } from '../../core/auth.ts'
import { revokeProviderToken } from './provider-tokens.ts'

/**
 * Revokes a token for the OpenID client that it was given to (RFC 7009 section 2.1). Any other text changes nothing, and gets
 * the same reply.
 * @throws {Failure} `unsupported_token_type`
 */
export async function revokeForClient(auth: Auth, input: { token: string; client: Client }): Promise<void> {
  await revokeProviderToken(auth, input)
}
