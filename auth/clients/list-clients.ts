import { decodeCursor, defaultPageRows, encodeCursor, pageOf } from '#runtime/database/cursor.ts'
import type { Client } from './client.ts'
import { findClientsPage } from './client-store.ts'
import type { OidcClients } from './oidc-clients.ts'

export interface ClientPage {
  clients: Client[]
  nextCursor: string | null
}

export async function listClients(
  { db }: Pick<OidcClients, 'db'>,
  input: { limit?: number | undefined; cursor?: string | undefined },
): Promise<ClientPage> {
  const limit = input.limit ?? defaultPageRows
  const found = await findClientsPage(db, decodeCursor(input.cursor), limit + 1)
  const { page, nextCursor } = pageOf(found, limit, encodeCursor)
  return { clients: page, nextCursor }
}
