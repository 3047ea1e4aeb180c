import { KeyName } from '#contract/declaration/fields.ts'
import {
  array,
  boolean,
  literal,
  nullable,
  object,
  type Static,
  string,
} from '#contract/declaration/schema.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import {
  CountFrom0,
  EpochMs,
  type ImportContext,
  importRows,
  type Outcome,
  RowId,
  type Transfer,
} from '#runtime/database/transfer.ts'
import { checker } from '#runtime/requests/validation.ts'
import { importSignInMethod } from '../../core/import-sign-in-method.ts'
import { passkeyColumns, wordsIn } from './passkey-store.ts'

const base64url = (maxLength: number) => string({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })

/** A line of an export holds one passkey. It works only in an installation with the same domain for passkeys. */
const PasskeyLine = object(
  {
    type: literal('passkey'),
    id: RowId,
    credential_id: { ...base64url(1364), description: 'The WebAuthn credential id, in base64url.' },
    user_id: RowId,
    public_key: { ...base64url(1366), description: 'The public key as COSE (RFC 9052), in base64url.' },
    counter: { ...CountFrom0, description: 'The signature counter. 0 if the authenticator has none.' },
    is_synced: boolean({ description: 'Whether the authenticator can sync the passkey to other devices.' }),
    aaguid: string({
      maxLength: 36,
      pattern: '^[0-9a-f-]+$',
      description: 'The model of the authenticator. Zeros if unknown.',
    }),
    transports: array(string({ minLength: 1, maxLength: 32, pattern: '^[a-z-]+$' }), {
      maxItems: 10,
      description: 'The WebAuthn transports of the authenticator.',
    }),
    name: KeyName,
    added_at: EpochMs,
    added_by_session: string({ maxLength: 100, description: 'The session in which it was added.' }),
    last_used_at: nullable({ ...EpochMs, description: 'The last use, accurate to a day.' }),
    suspect_at: nullable({
      ...EpochMs,
      description: 'When the passkey was blocked because its counter went back.',
    }),
  },
  { description: 'A passkey. It works if `LATCHKEY_PASSKEY_DOMAIN` is the same.' },
)
type PasskeyLine = Static<typeof PasskeyLine>

export const passkeyTransfer: Transfer<PasskeyLine> = {
  type: 'passkey',
  line: PasskeyLine,
  key: 'id',
  async page(db, { after, limit }) {
    const rows = await db.query<{ is_synced: number; transports: string }>`
      SELECT ${passkeyColumns} FROM passkeys WHERE id > ${after} ORDER BY id LIMIT ${limit}`
    return rows.map((row) => ({
      ...row,
      is_synced: row.is_synced === 1,
      transports: wordsIn(row.transports),
    }))
  },
  read: checker(PasskeyLine),
  write: (db, lines, context) => importRows(db, lines, (tx, line) => importPasskey(tx, line, context)),
}

/** Imports a passkey. A passkey that exists already stays as it is, so that its signature counter is not lowered (I110). */
const importPasskey = (tx: Sql, line: PasskeyLine, context: ImportContext): Promise<Outcome> =>
  importSignInMethod(tx, line, {
    context,
    table: sql`passkeys`,
    async insert() {
      const inserted = await tx.query`
        INSERT INTO passkeys (${passkeyColumns})
        VALUES (${line.id}, ${line.credential_id}, ${line.user_id}, ${line.public_key}, ${line.counter}, ${line.is_synced ? 1 : 0},
          ${line.aaguid}, ${line.transports.join(' ')}, ${line.name}, ${line.added_at}, ${line.added_by_session}, ${line.last_used_at},
          ${line.suspect_at})
        ON CONFLICT DO NOTHING RETURNING id`
      return inserted.length > 0
    },
    taken: {
      pointer: '/credential_id',
      code: 'not_allowed',
      detail: 'This passkey is here under another id.',
    },
  })
