import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'

/** The purpose for which a person was sent to a provider. A response for one purpose does not count for another. */
export type Purpose = 'login' | 'link' | 'step_up'

/** A login at a provider that has begun, and waits for the response. */
export interface FederatedLogin {
  /** The digest of the parameter `state` of OAuth, which the response repeats. */
  digest: string
  /** The digest of the secret of the browser, or of the client of the API, that began it. */
  browser: string
  provider: string
  purpose: Purpose
  /** The user of the session in which a link or a step-up began; null for a login. */
  userId: string | null
  sessionId: string | null
  /** The nonce and the PKCE verifier, encrypted. */
  secrets: string
  /** The address that the person goes to after the login; null for the account page. */
  returnTo: string | null
  /** The URL at which the client of the API receives the response; null for a browser on the pages. */
  clientReturn: string | null
  createdAt: number
}

interface Row {
  digest: string
  browser: string
  provider: string
  purpose: Purpose
  user_id: string | null
  session_id: string | null
  secrets: string
  return_to: string | null
  client_return: string | null
  created_at: number
}

const columns = sql`
  digest, browser, provider, purpose, user_id, session_id, secrets, return_to, client_return, created_at`

const toLogin = (row: Row): FederatedLogin => ({
  digest: row.digest,
  browser: row.browser,
  provider: row.provider,
  purpose: row.purpose,
  userId: row.user_id,
  sessionId: row.session_id,
  secrets: row.secrets,
  returnTo: row.return_to,
  clientReturn: row.client_return,
  createdAt: row.created_at,
})

/**
 * The limit on waiting logins of one network. Beyond it the oldest logins of the same network are removed, and none of another.
 */
const maxOfNetwork = 500

export async function insertFederatedLogin(
  tx: Sql,
  one: FederatedLogin,
  { network, expiresAt }: { network: string; expiresAt: number },
): Promise<void> {
  await tx.query`
    INSERT INTO federated_logins (${columns}, network, expires_at)
    VALUES (${one.digest}, ${one.browser}, ${one.provider}, ${one.purpose}, ${one.userId}, ${one.sessionId}, ${one.secrets},
      ${one.returnTo}, ${one.clientReturn}, ${one.createdAt}, ${network}, ${expiresAt})`
  await tx.query`
    DELETE FROM federated_logins WHERE digest IN (
      SELECT digest FROM federated_logins WHERE network = ${network}
      ORDER BY created_at DESC, digest LIMIT 1000 OFFSET ${maxOfNetwork})`
}

interface Response {
  digest: string
  provider: string
  now: number
}

/**
 * Finds the URL at which a client of the API receives a response. The login is not removed, because the client completes it
 * later.
 */
export async function findReturn(db: Sql, { digest, provider, now }: Response): Promise<string | undefined> {
  const [row] = await db.query<{ client_return: string | null }>`
    SELECT client_return FROM federated_logins
    WHERE digest = ${digest} AND provider = ${provider} AND expires_at > ${now}`
  return row?.client_return ?? undefined
}

/**
 * Removes the login that a response belongs to, and returns it. Of several callers with the same response, on any node, exactly
 * one gets it, and only with the secret of the browser and the provider that it began with (I142).
 */
export async function takeFederatedLogin(
  db: Sql,
  { digest, provider, browser, now }: Response & { browser: string },
): Promise<FederatedLogin | undefined> {
  const [row] = await db.query<Row>`
    DELETE FROM federated_logins
    WHERE digest = ${digest} AND browser = ${browser} AND provider = ${provider} AND expires_at > ${now}
    RETURNING ${columns}`
  return row && toLogin(row)
}

export const removeFederatedLogins = async (tx: Sql, userId: string): Promise<void> => {
  await tx.query`DELETE FROM federated_logins WHERE user_id = ${userId}`
}

export const expiredFederatedLogins = expiring({
  table: sql`federated_logins`,
  key: sql`digest`,
  column: sql`expires_at`,
})
