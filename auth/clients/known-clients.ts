import type { Database } from '#runtime/database/database.ts'
import { rememberRows } from '#runtime/database/remembered-rows.ts'
import type { Client } from './client.ts'
import { findClient, isAnyClientEnabled } from './client-store.ts'

/**
 * The clients, for the code that answers their requests. A disabled client is not found, so that no caller can forget to check
 * it.
 */
export interface KnownClients {
  /** Finds an enabled client by its `client_id`, which is compared letter by letter. */
  find(id: string): Promise<Client | undefined>
  /** Says whether there is an enabled client. */
  any(): Promise<boolean>
}

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Opens the known clients. On SQLite a client is read once, and again after a commit has changed it; on PostgreSQL it is read
 * each time.
 */
export function openKnownClients(db: Database): KnownClients {
  const rows = rememberRows(db, { table: 'oidc_clients', besides: [], max: 1_000 }, (id) =>
    findClient(db, id),
  )
  const enabled = (client: Client | undefined) => (client?.isEnabled ? client : undefined)
  return {
    async find(id) {
      if (!idForm.test(id)) return undefined
      return enabled(rows.remembered(id) ?? (await rows.find(id)))
    },
    any: () => isAnyClientEnabled(db),
  }
}
