import { record } from '#runtime/events/record.ts'
import { requireMatch } from '#runtime/requests/etag.ts'
import { removeClient } from './client-store.ts'
import { requireLockedClient } from './find-client.ts'
import type { OidcClients } from './oidc-clients.ts'

/**
 * Deletes a client, its secrets, and all access that people have given to it. The client is told that its sessions have ended.
 * `by` is null on the command line.
 * @throws {Failure} `client_not_found`, `precondition_failed`
 */
export async function deleteClient(
  { db, clock, endGrants }: Pick<OidcClients, 'db' | 'clock' | 'endGrants'>,
  input: { id: string; by: string | null; ifMatch?: string | undefined },
): Promise<void> {
  await db.transaction(async (tx) => {
    const client = await requireLockedClient(tx, input.id)
    requireMatch(client, input.ifMatch)
    const at = clock.now()
    await endGrants(tx, client, at)
    await removeClient(tx, client.id)
    const data = { client_id: client.id, name: client.name, by: input.by }
    await record(tx, { type: 'client.deleted', subject: null, data, at })
  })
}
