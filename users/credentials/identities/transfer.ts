import { literal, nullable, object, type Static, string } from '#contract/declaration/schema.ts'
import { ProviderName } from '#contract/sign-in/identities.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import {
  EpochMs,
  type ImportContext,
  importRows,
  type Outcome,
  RowId,
  type Transfer,
} from '#runtime/database/transfer.ts'
import { checker } from '#runtime/requests/validation.ts'
import { importSignInMethod } from '../../core/import-sign-in-method.ts'
import { identityColumns } from './identity-store.ts'

/**
 * A line of an export holds one account at a provider. It works only in an installation that has the same provider with the
 * same client id.
 */
const IdentityLine = object(
  {
    type: literal('identity'),
    id: RowId,
    user_id: RowId,
    provider: ProviderName,
    issuer: string({ minLength: 1, maxLength: 500, description: 'The issuer of the provider.' }),
    subject: string({ minLength: 1, maxLength: 255, description: 'The id of the user at the provider.' }),
    email: nullable(string({ maxLength: 254, description: 'The email address that the provider sent.' })),
    added_at: EpochMs,
    added_by_session: string({ maxLength: 100, description: 'The session in which it was linked.' }),
    last_used_at: nullable({ ...EpochMs, description: 'The last use, accurate to a day.' }),
  },
  {
    description:
      'An account at an identity provider. It works if the provider is configured with the same client.',
  },
)
type IdentityLine = Static<typeof IdentityLine>

export const identityTransfer: Transfer<IdentityLine> = {
  type: 'identity',
  line: IdentityLine,
  key: 'id',
  page: (db, { after, limit }) =>
    db.query`
      SELECT ${identityColumns} FROM identities WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
  read: checker(IdentityLine),
  write: (db, lines, context) => importRows(db, lines, (tx, line) => importIdentity(tx, line, context)),
}

const importIdentity = (tx: Sql, line: IdentityLine, context: ImportContext): Promise<Outcome> =>
  importSignInMethod(tx, line, {
    context,
    table: sql`identities`,
    async insert() {
      const inserted = await tx.query`
        INSERT INTO identities (${identityColumns})
        VALUES (${line.issuer}, ${line.subject}, ${line.id}, ${line.user_id}, ${line.provider}, ${line.email}, ${line.added_at},
          ${line.added_by_session}, ${line.last_used_at})
        ON CONFLICT DO NOTHING RETURNING id`
      return inserted.length > 0
    },
    taken: {
      pointer: '/subject',
      code: 'not_allowed',
      detail: 'This account is linked here under another id.',
    },
  })
