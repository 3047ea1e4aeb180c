import type { FieldError } from '#contract/declaration/failures.ts'
import {
  array,
  integer,
  literal,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from '#contract/declaration/schema.ts'
import type { Sql } from '#runtime/database/database.ts'
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
import { hasOwnHistory, hasSecondFactor } from '../core/second-factor-store.ts'
import { lockUser, raiseFactorsVersion } from '../core/user-store.ts'
import { takeOver } from './core/factor-secrets.ts'
import { recoveryCodeColumns } from './recovery-codes/recovery-code-store.ts'
import { ownForm } from './totp/totp.ts'
import { totpColumns } from './totp/totp-store.ts'

export interface FactorImport extends ImportContext {
  /** The master keys of this installation. */
  masterKeys: readonly Buffer[]
}

/** The algorithms of authenticator apps, as `otpauth:` URIs name them. */
export const totpAlgorithms = ['SHA1', 'SHA256', 'SHA512'] as const

const Sealed = string({ pattern: '^v1\\.[^.]+\\.[^.]+\\.[^.]+$', maxLength: 1_000 })

/**
 * A line of an export holds one authenticator app. Its secret is encrypted with the master key. An app that is not confirmed
 * yet is not exported.
 */
const TotpLine = object(
  {
    type: literal('totp_factor'),
    user_id: RowId,
    secret: { ...Sealed, description: 'The secret of the app, encrypted with the master key.' },
    last_step: { ...CountFrom0, description: 'The time step of the last code that was accepted.' },
    added_at: EpochMs,
    digits: optional(
      integer({ minimum: 6, maximum: 8, description: 'The number of digits of a code. 6 if absent.' }),
    ),
    period: optional(
      integer({
        minimum: 10,
        maximum: 300,
        description: 'The number of seconds that a code is shown. 30 if absent.',
      }),
    ),
    algorithm: optional({ ...oneOf(totpAlgorithms), description: 'The hash algorithm. SHA1 if absent.' }),
  },
  { description: 'A confirmed authenticator app. An import needs the same master key.' },
)
type TotpLine = Static<typeof TotpLine>

/** A line of an export holds the unused recovery codes of one user as HMACs, and the key of these HMACs, which is encrypted. */
const RecoveryCodesLine = object(
  {
    type: literal('recovery_codes'),
    user_id: RowId,
    key: { ...Sealed, description: 'The key of the digests, encrypted with the master key.' },
    macs: array(string({ pattern: '^[\\w-]{43}$' }), {
      maxItems: 10,
      description: 'The digests of the unused codes.',
    }),
    made_at: EpochMs,
  },
  { description: 'The recovery codes of a user with a second factor. An import needs the same master key.' },
)
type RecoveryCodesLine = Static<typeof RecoveryCodesLine>

export const totpTransfer: Transfer<TotpLine, FactorImport> = {
  type: 'totp_factor',
  line: TotpLine,
  isSealedFactor: true,
  key: 'user_id',
  page: (db, { after, limit }) =>
    db.query`
      SELECT ${totpColumns} FROM totp_factors WHERE user_id > ${after} ORDER BY user_id LIMIT ${limit}`,
  read: checker(TotpLine),
  write: (db, lines, context) => importRows(db, lines, (tx, line) => importTotp(tx, line, context)),
}

/**
 * Imports an authenticator app, but only for a user who never had a second factor in this installation. Otherwise an app that was
 * removed could come back.
 */
async function importTotp(tx: Sql, line: TotpLine, context: FactorImport): Promise<Outcome> {
  const { user_id: userId, last_step: lastStep, added_at: addedAt } = line
  const { digits, period, algorithm } = { ...ownForm, ...line }
  const secret = takeOver({ secrets: context }, { kind: 'totp secret', userId }, line.secret)
  if (secret === undefined) return otherMasterKey('/secret')
  const user = await lockUser(tx, userId)
  if (!user) return isRehearsed(context, userId) ? 'imported' : 'left_out'
  if (user.factorsVersion > 0) return 'already_there'
  await tx.query`
    INSERT INTO totp_factors (${totpColumns})
    VALUES (${userId}, ${secret}, ${lastStep}, ${addedAt}, ${digits}, ${period}, ${algorithm})`
  await raiseFactorsVersion(tx, userId)
  return 'imported'
}

export const recoveryCodesTransfer: Transfer<RecoveryCodesLine, FactorImport> = {
  type: 'recovery_codes',
  line: RecoveryCodesLine,
  isSealedFactor: true,
  key: 'user_id',
  async page(db, { after, limit }) {
    const rows = await db.query<{ macs: string }>`
      SELECT ${recoveryCodeColumns} FROM recovery_codes WHERE user_id > ${after} ORDER BY user_id LIMIT ${limit}`
    return rows.map((row) => ({ ...row, macs: row.macs.split(' ').filter((mac) => mac !== '') }))
  },
  read: checker(RecoveryCodesLine),
  write: (db, lines, context) => importRows(db, lines, (tx, line) => importCodes(tx, line, context)),
}

/**
 * Imports recovery codes for a user who has another second factor, which the codes can replace at a login. Codes that were used
 * or replaced in this installation must not become valid again: nothing is imported if the user has codes already, or if a
 * factor was removed.
 */
async function importCodes(tx: Sql, line: RecoveryCodesLine, context: FactorImport): Promise<Outcome> {
  const { user_id: userId, macs, made_at: madeAt } = line
  const key = takeOver({ secrets: context }, { kind: 'recovery key', userId }, line.key)
  if (key === undefined) return otherMasterKey('/key')
  const user = await lockUser(tx, userId)
  if (!user) return isRehearsed(context, userId) ? 'imported' : 'left_out'
  if (!(await hasSecondFactor(tx, userId))) return 'left_out'
  if (await hasOwnHistory(tx, user)) return 'already_there'
  const inserted = await tx.query`
    INSERT INTO recovery_codes (${recoveryCodeColumns}) VALUES (${userId}, ${key}, ${macs.join(' ')}, ${madeAt})
    ON CONFLICT DO NOTHING RETURNING user_id`
  return inserted.length > 0 ? 'imported' : 'already_there'
}

/**
 * Returns the names of the master keys with which the second factors in a database are encrypted. They are in the first line of
 * an export, so that an import without these keys is refused before it creates a user. Otherwise the users would be created
 * without their second factors, and could log in with the password alone.
 */
export async function findFactorKeyNames(db: Sql): Promise<string[]> {
  // A sealed secret begins with `v1.` and the name of its key, which has 16 digits.
  const rows = await db.query<{ name: string }>`
    SELECT SUBSTR(secret, 4, 16) AS name FROM totp_factors UNION SELECT SUBSTR(key, 4, 16) FROM recovery_codes`
  return rows.map(({ name }) => name).sort()
}

const otherMasterKey = (pointer: string): FieldError => ({
  pointer,
  code: 'not_allowed',
  detail:
    'The master key here does not open it. Import with the LATCHKEY_MASTER_KEY of the other place, or the user logs in without it.',
})

/** Returns whether an earlier row of the file has the user, in a dry run. In a real import the user would be stored by now. */
const isRehearsed = ({ rehearsedUsers }: FactorImport, userId: string): boolean =>
  rehearsedUsers?.has(userId) === true
