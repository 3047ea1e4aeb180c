import type { PkceRequirement } from '#contract/oidc/client.ts'
import type { Position } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import type { Client, ClientSettings } from './client.ts'

interface ClientRow {
  id: string
  name: string
  metadata: string
  require_pkce: PkceRequirement
  secrets: string
  created_by: string | null
  created_at: number
  updated_at: number
  disabled_at: number | null
  version: number
}

export const clientColumns = sql`
  id, name, metadata, require_pkce, secrets, created_by, created_at, updated_at, disabled_at, version`

const toClient = (row: ClientRow): Client => ({
  id: row.id,
  name: row.name,
  ...(JSON.parse(row.metadata) as Omit<ClientSettings, OwnColumn>),
  requirePkce: row.require_pkce,
  isEnabled: row.disabled_at === null,
  secrets: JSON.parse(row.secrets),
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
})

/** The settings that have columns of their own. */
type OwnColumn = 'name' | 'requirePkce'

/** Returns the settings that are stored as JSON. */
export const metadataText = (client: ClientSettings): string =>
  JSON.stringify({
    isFirstParty: client.isFirstParty,
    tokenEndpointAuthMethod: client.tokenEndpointAuthMethod,
    jwks: client.jwks,
    redirectUris: client.redirectUris,
    postLogoutRedirectUris: client.postLogoutRedirectUris,
    backchannelLogoutUri: client.backchannelLogoutUri,
    grantTypes: client.grantTypes,
    scopes: client.scopes,
    resources: client.resources,
    idTokenAlgorithm: client.idTokenAlgorithm,
    requiresPushedRequests: client.requiresPushedRequests,
    bindsAccessTokens: client.bindsAccessTokens,
  } satisfies Omit<ClientSettings, OwnColumn>)

/** Inserts a client. Returns false when there is one with its id. */
export async function insertClient(tx: Sql, client: Client): Promise<boolean> {
  const inserted = await tx.query`
    INSERT INTO oidc_clients (${clientColumns})
    VALUES (${client.id}, ${client.name}, ${metadataText(client)}, ${client.requirePkce}, ${JSON.stringify(client.secrets)}, ${client.createdBy},
      ${client.createdAt}, ${client.updatedAt}, ${client.isEnabled ? null : client.updatedAt}, ${client.version})
    ON CONFLICT (id) DO NOTHING RETURNING id`
  return inserted.length > 0
}

export async function findClient(db: Sql, id: string): Promise<Client | undefined> {
  const [row] = await db.query<ClientRow>`SELECT ${clientColumns} FROM oidc_clients WHERE id = ${id}`
  return row && toClient(row)
}

/** Reads a client and locks it until the end of the transaction. */
export async function lockClient(tx: Sql, id: string): Promise<Client | undefined> {
  const [row] = await tx.query<ClientRow>`
    UPDATE oidc_clients SET version = version WHERE id = ${id} RETURNING ${clientColumns}`
  return row && toClient(row)
}

/** Reads one page in order of `(created_at, id)`, by the index `oidc_clients_by_age`. */
export async function findClientsPage(db: Sql, after: Position, limit: number): Promise<Client[]> {
  const rows = await db.query<ClientRow>`
    SELECT ${clientColumns} FROM oidc_clients WHERE (created_at, id) > (${after.createdAt}, ${after.id})
    ORDER BY created_at, id LIMIT ${limit}`
  return rows.map(toClient)
}

/**
 * Finds the clients that were made or changed since a time, newest first, and locks none. It reads all clients, which are few.
 */
export async function findClientsChangedSince(db: Sql, since: number): Promise<Client[]> {
  const rows = await db.query<ClientRow>`
    SELECT ${clientColumns} FROM oidc_clients WHERE created_at >= 0 AND updated_at >= ${since}
    ORDER BY created_at DESC, id DESC LIMIT 1000`
  return rows.map(toClient)
}

/** Reads one page in the order of the ids, for an export. */
export async function findClientsAfter(db: Sql, id: string, limit: number): Promise<Client[]> {
  const rows = await db.query<ClientRow>`
    SELECT ${clientColumns} FROM oidc_clients WHERE id > ${id} ORDER BY id LIMIT ${limit}`
  return rows.map(toClient)
}

/** Says whether there is a client, enabled or not. */
export async function isAnyClient(db: Sql): Promise<boolean> {
  const found = await db.query`
    SELECT id FROM oidc_clients WHERE created_at >= 0 ORDER BY created_at LIMIT 1`
  return found.length > 0
}

export async function isAnyClientEnabled(db: Sql): Promise<boolean> {
  const found = await db.query`
    SELECT id FROM oidc_clients WHERE created_at >= 0 AND disabled_at IS NULL ORDER BY created_at LIMIT 1`
  return found.length > 0
}

export async function replaceClient(tx: Sql, client: Client): Promise<void> {
  await tx.query`
    UPDATE oidc_clients SET name = ${client.name}, metadata = ${metadataText(client)},
      require_pkce = ${client.requirePkce}, secrets = ${JSON.stringify(client.secrets)}, updated_at = ${client.updatedAt},
      disabled_at = ${client.isEnabled ? null : client.updatedAt}, version = ${client.version}
    WHERE id = ${client.id}`
}

export async function removeClient(tx: Sql, id: string): Promise<void> {
  await tx.query`DELETE FROM oidc_clients WHERE id = ${id}`
}
