import type { Sql } from '#runtime/database/database.ts'
import type { Auth, TokenPolicy } from '../core/auth.ts'
import type { Client } from './client.ts'

/** The context of the use cases about OpenID clients. */
export interface OidcClients extends Pick<Auth, 'db' | 'clock'> {
  users: Pick<Auth['users'], 'ask'>
  /**
   * The rules for clients. `issuer` is undefined on the command line if no setting gives it: the issuer is then the URL
   * of the running service, which the command line does not know.
   */
  policy: Pick<TokenPolicy, 'audience'> & { issuer: string | undefined }
  /** Ends all access that people have given to a client, in the transaction that deletes the client. */
  endGrants(tx: Sql, client: Client, at: number): Promise<void>
  /** The key of the fingerprints by which repeated requests are recognized. */
  fingerprintKey: Buffer
}
