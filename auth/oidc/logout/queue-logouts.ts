import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { outboxColumns, sink } from '#runtime/events/outbox.ts'
import type { Client } from '../../clients/index.ts'
import type { Logout, LogoutAddress } from './logout-token.ts'

/** The name under which the outbox keeps messages that tell clients of ended sessions. */
export const logouts = sink<Logout>('oidc_logout')

/** The column that selects which grants of a client end: those of one session, of one user, or of the client itself. */
const columns = { session: sql`session_id`, user: sql`user_id`, client: sql`client_id` }

/**
 * Queues a message for each session whose grant to a client ends, if the client has an address for such messages. Call it in
 * the transaction that removes the grants, before they are removed. It is one SQL statement, because a client may have very
 * many grants. The message has the id of the grant, so that a grant causes at most one message.
 */
export async function queueLogouts(
  tx: Sql,
  { client, of, at }: { client: Client; of: { kind: keyof typeof columns; id: string }; at: number },
): Promise<void> {
  const to = logoutAddressOf(client)
  if (!to) return
  // The message has the address too, for a client that is deleted before it was told.
  const address = JSON.stringify(to)
  // The ids are UUIDs, so that nothing in them must be escaped in JSON.
  await tx.query`
    INSERT INTO outbox (${outboxColumns})
    SELECT id, ${logouts}, 'logout', client_id || ' ' || session_id || ' ' || id, 1,
      '{"clientId":"' || client_id || '","userId":"' || user_id || '","sessionId":"' || session_id || '","address":'
        || ${address} || '}',
      ${at}, ${at}, 0, ${at}
    FROM oidc_grants WHERE client_id = ${client.id} AND ${columns[of.kind]} = ${of.id}
    ON CONFLICT (id) DO NOTHING`
}

/**
 * Returns the address and the algorithm with which a client is told of logouts; undefined when the client has registered no
 * address.
 */
export const logoutAddressOf = ({
  backchannelLogoutUri: url,
  idTokenAlgorithm: algorithm,
}: Client): LogoutAddress | undefined => (url === null ? undefined : { url, algorithm })
