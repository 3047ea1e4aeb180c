import { literal, nullable, object, oneOf, type Static, string } from '#contract/declaration/schema.ts'
import { keyPurposes } from '#contract/sessions/tokens.ts'
import { EpochMs, importRows, type Transfer } from '#runtime/database/transfer.ts'
import { checker } from '#runtime/requests/validation.ts'
import { signatureAlgorithms } from '#sdk/verification-key.ts'
import { keyColumns, raiseKeySetVersion } from './signing-key-store.ts'

/** A signing key in an export is encrypted with the master key, as it is in the database. */
const SigningKeyLine = object(
  {
    type: literal('signing_key'),
    kid: string({ minLength: 1, maxLength: 100 }),
    purpose: oneOf(keyPurposes, { description: 'Which tokens it signs.' }),
    algorithm: oneOf([...signatureAlgorithms, 'HS256']),
    status: oneOf(['next', 'active', 'retired', 'revoked']),
    public_jwk: nullable(string({ maxLength: 1_000, description: 'The public key as JSON (RFC 7517).' })),
    sealed_key: string({
      pattern: '^v1\\.[^.]+\\.[^.]+\\.[^.]+$',
      maxLength: 4_000,
      description: 'Encrypted with the master key.',
    }),
    created_at: EpochMs,
    activates_at: nullable(EpochMs),
    activated_at: nullable(EpochMs),
    removes_at: nullable(EpochMs),
  },
  { description: 'A signing key. Exported only with `--with-sessions`.' },
)
type SigningKeyLine = Static<typeof SigningKeyLine>

export const signingKeyTransfer: Transfer<SigningKeyLine> = {
  type: 'signing_key',
  line: SigningKeyLine,
  isOptional: true,
  key: 'kid',
  page: (db, { after, limit }) => db.query`
    SELECT ${keyColumns} FROM signing_keys WHERE kid > ${after} ORDER BY kid LIMIT ${limit}`,
  read: checker(SigningKeyLine),
  write: (db, lines) =>
    importRows(db, lines, async (tx, line) => {
      const inserted = await tx.query`
        INSERT INTO signing_keys (${keyColumns})
        VALUES (${line.kid}, ${line.purpose}, ${line.algorithm}, ${line.status}, ${line.public_jwk},
          ${line.sealed_key}, ${line.created_at}, ${line.activates_at}, ${line.activated_at}, ${line.removes_at})
        ON CONFLICT DO NOTHING RETURNING kid`
      if (inserted.length > 0) {
        await raiseKeySetVersion(tx)
        return 'imported'
      }
      const [same] = await tx.query`SELECT kid FROM signing_keys WHERE kid = ${line.kid}`
      if (same) return 'already_there'
      const detail = `Another ${line.purpose} key is in force here: import before the first start.`
      return { pointer: '/kid', code: 'not_allowed', detail }
    }),
}
