import type { Sql } from '#runtime/database/database.ts'
import type { Auth, TokenPolicy } from '../core/auth.ts'

/** The context of the use cases about OpenID clients. */
export interface OidcClients extends Pick<Auth, 'db' | 'clock'> {
  users: Pick<Auth['users'], 'askForPerson'>
  policy: Pick<TokenPolicy, 'audience' | 'issuer'>
  /** Ends what people have given to a client, in the transaction that deletes it. */
  endGrants(tx: Sql, clientId: string): Promise<void>
  /** The key of the fingerprints by which repeated requests are recognized. */
  fingerprintKey: Buffer
}
