import type { Auth, TokenPolicy } from '../core/auth.ts'

/** The context of the use cases about OpenID clients. */
export interface OidcClients extends Pick<Auth, 'db' | 'clock'> {
  users: Pick<Auth['users'], 'askForPerson'>
  policy: Pick<TokenPolicy, 'audience' | 'issuer'>
  /** The key of the fingerprints by which repeated requests are recognized. */
  fingerprintKey: Buffer
}
