import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'

/** What a person was sent to a provider for. A response for one of them does not count for another. */
export type Purpose = 'login' | 'link' | 'step_up'

/** A login at a provider that was begun. */
export interface FederatedLogin {
  /** The digest of the state. */
  digest: string
  /** The digest of the secret of the browser, or of the client of the API, that began it. */
  browser: string
  provider: string
  purpose: Purpose
  /** Of the session in which it began; null for a login. */
  userId: string | null
  sessionId: string | null
  /** Nonce and PKCE verifier, encrypted. */
  secrets: string
  /** Where the person wanted to go. */
  returnTo: string | null
  /** Where the client of the API waits for the response; null for a browser on the pages. */
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

/** The limit on logins of a network that wait. Its own oldest make room, and none of another network. */
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

/** Finds where a client of the API waits for a response. The login goes on waiting for that client. */
export async function findClientReturn(
  db: Sql,
  { digest, provider, now }: Response,
): Promise<string | undefined> {
  const [row] = await db.query<{ client_return: string | null }>`
    SELECT client_return FROM federated_logins
    WHERE digest = ${digest} AND provider = ${provider} AND expires_at > ${now}`
  return row?.client_return ?? undefined
}

/**
 * Removes the login that a response belongs to. Of several who come with the same response, on any node, one gets it, and only in
 * the browser that began it, from the provider that it began with (I142).
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
