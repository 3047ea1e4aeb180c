import type { Sql } from '#runtime/database/database.ts'
import type { Client } from '../../clients/index.ts'
import { queueLogouts } from '../logout/queue-logouts.ts'
import { removeGrantsOfClient } from './grant-store.ts'

/**
 * Ends all access that people have given to a client, which is deleted in the same transaction, and queues a message to the
 * client for each session.
 */
export async function endGrants(tx: Sql, client: Client, at: number): Promise<void> {
  await queueLogouts(tx, { client, of: { kind: 'client', id: client.id }, at })
  await removeGrantsOfClient(tx, client.id)
}
