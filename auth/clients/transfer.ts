import {
  array,
  literal,
  nullable,
  object,
  optional,
  type Static,
  string,
} from '#contract/declaration/schema.ts'
import { settable } from '#contract/oidc/client.ts'
import { CountFrom1, EpochMs, importRows, RowId, type Transfer } from '#runtime/database/transfer.ts'
import { checker } from '#runtime/requests/validation.ts'
import { type Client, type ClientSettings, newSettings, toSettingFields, withRequested } from './client.ts'
import { maxSecrets } from './client-secret.ts'
import { findClientsAfter, insertClient } from './client-store.ts'
import { requireSoundClient } from './require-sound-client.ts'

const Secret = object({
  id: RowId,
  digest: string({
    pattern: '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$',
    description: 'SHA-256 of the secret, in base64url. The secret cannot be derived from it.',
  }),
  created_at: EpochMs,
  created_by: optional(nullable({ ...RowId, description: 'A user or an API key.' })),
})

/** A line of an export holds one client, whether it is enabled or not. */
const ClientLine = object(
  {
    type: literal('oidc_client'),
    id: RowId,
    ...settable,
    // Exports of earlier versions do not have this field.
    require_pkce: optional(settable.require_pkce),
    secrets: array(Secret, { maxItems: maxSecrets }),
    created_by: nullable({ ...RowId, description: 'A user or an API key.' }),
    created_at: EpochMs,
    updated_at: EpochMs,
    disabled_at: nullable(EpochMs),
    version: CountFrom1,
  },
  {
    description: 'An OpenID client, with the digests of its secrets: applications keep using their secrets.',
  },
)
type ClientLine = Static<typeof ClientLine>

const readFields = checker(ClientLine)

const settingsOf = (line: ClientLine): ClientSettings => withRequested(newSettings(line), line)

export const oidcClientTransfer: Transfer<ClientLine> = {
  type: 'oidc_client',
  line: ClientLine,
  key: 'id',
  page: async (db, { after, limit }) => (await findClientsAfter(db, after, limit)).map(toLine),
  /** Reads a line, with the same rules as a request. Otherwise a file could bring an address that nobody could register. */
  read(line) {
    const client = readFields(line)
    requireSoundClient(settingsOf(client), { audience: '', issuer: '' })
    return client
  },
  /**
   * Imports clients. A client whose id exists here stays unchanged, so that a secret that was revoked here does not become
   * valid again.
   */
  write: (db, lines) =>
    importRows(db, lines, async (tx, line) =>
      (await insertClient(tx, toClient(line))) ? 'imported' : 'already_there',
    ),
}

const toLine = (client: Client): Omit<ClientLine, 'type'> => ({
  id: client.id,
  ...toSettingFields(client),
  secrets: client.secrets.map(({ id, digest, createdAt, createdBy }) => ({
    id,
    digest,
    created_at: createdAt,
    ...(createdBy === undefined ? {} : { created_by: createdBy }),
  })),
  created_by: client.createdBy,
  created_at: client.createdAt,
  updated_at: client.updatedAt,
  disabled_at: client.isEnabled ? null : client.updatedAt,
  version: client.version,
})

const toClient = (line: ClientLine): Client => ({
  id: line.id,
  ...settingsOf(line),
  isEnabled: line.disabled_at === null,
  secrets: line.secrets.map(({ id, digest, created_at, created_by }) => ({
    id,
    digest,
    createdAt: created_at,
    ...(created_by === undefined ? {} : { createdBy: created_by }),
  })),
  createdBy: line.created_by,
  createdAt: line.created_at,
  updatedAt: line.updated_at,
  version: line.version,
})
