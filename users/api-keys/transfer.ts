import { scopesIn } from '#contract/declaration/endpoint.ts'
import { KeyName } from '#contract/declaration/fields.ts'
import { literal, nullable, object, type Static, string } from '#contract/declaration/schema.ts'
import { ApiKeyScopes } from '#contract/integrations/api-keys.ts'
import { sql } from '#runtime/database/sql.ts'
import { EpochMs, importRows, RowId, type Transfer } from '#runtime/database/transfer.ts'
import { checker } from '#runtime/requests/validation.ts'
import { requireEnd } from './create-api-key.ts'

/** A line of an export file holds one valid API key. Revoked and expired keys are left out, because nobody can call with them. */
const ApiKeyLine = object(
  {
    type: literal('api_key'),
    id: RowId,
    // The last of the 43 characters carries only four bits of the 256, so 16 characters are allowed there. Each digest has one
    // spelling.
    digest: string({
      pattern: '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$',
      description: 'SHA-256 of the key, in base64url. The key cannot be derived from it.',
    }),
    name: KeyName,
    scopes: ApiKeyScopes,
    created_by: nullable({ ...RowId, description: 'A user or an API key.' }),
    created_at: EpochMs,
    expires_at: EpochMs,
    last_used_at: nullable(EpochMs),
  },
  { description: 'An API key that is neither revoked nor expired.' },
)
type ApiKeyLine = Static<typeof ApiKeyLine>

const lineColumns = sql`id, digest, name, scopes, created_by, created_at, expires_at, last_used_at`

const readFields = checker(ApiKeyLine)

/** Parses a line of an export file and requires it to be an API key that this service could have made. */
function readApiKeyLine(line: unknown): ApiKeyLine {
  const apiKey = readFields(line)
  requireEnd(apiKey.expires_at, apiKey.created_at)
  return apiKey
}

export const apiKeyTransfer: Transfer<ApiKeyLine> = {
  type: 'api_key',
  line: ApiKeyLine,
  key: 'id',
  async page(db, { after, limit, now }) {
    const rows = await db.query<{ scopes: string }>`
      SELECT ${lineColumns} FROM api_keys WHERE id > ${after} AND revoked_at IS NULL AND expires_at > ${now} ORDER BY id LIMIT ${limit}`
    return rows.map((row) => ({ ...row, scopes: scopesIn(row.scopes) }))
  },
  read: readApiKeyLine,
  /**
   * Imports keys. A key whose id exists already is left as it is, so that a key that was revoked in this
   * installation does not become valid again.
   */
  write: (db, lines, { now }) =>
    importRows(db, lines, async (tx, line) => {
      if (line.expires_at <= now) return 'left_out'
      const inserted = await tx.query`
        INSERT INTO api_keys (${lineColumns})
        VALUES (${line.id}, ${line.digest}, ${line.name}, ${line.scopes.join(' ')}, ${line.created_by},
          ${line.created_at}, ${line.expires_at}, ${line.last_used_at})
        ON CONFLICT DO NOTHING RETURNING id`
      if (inserted.length > 0) return 'imported'
      const [same] = await tx.query`SELECT id FROM api_keys WHERE id = ${line.id}`
      if (same) return 'already_there'
      return { pointer: '/digest', code: 'not_allowed', detail: 'This key is here under another id.' }
    }),
}
