import { Failure } from '#contract/declaration/failures.ts'
import { isUuid } from '#contract/declaration/fields.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { Client } from './client.ts'
import { findClient, lockClient } from './client-store.ts'

/**
 * Reads a client, whether it is enabled or not.
 * @throws {Failure} `client_not_found`
 */
export const requireClient = async (db: Sql, id: string): Promise<Client> =>
  found(await findClient(db, idOf(id)))

/**
 * Reads a client and locks it until the end of the transaction.
 * @throws {Failure} `client_not_found`
 */
export const requireLockedClient = async (tx: Sql, id: string): Promise<Client> =>
  found(await lockClient(tx, idOf(id)))

function idOf(id: string): string {
  if (!isUuid(id)) throw new Failure('client_not_found')
  return id.toLowerCase()
}

function found(client: Client | undefined): Client {
  if (!client) throw new Failure('client_not_found')
  return client
}
