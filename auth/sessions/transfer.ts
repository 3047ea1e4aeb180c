import { DeviceName } from '#contract/fields.ts'
import { literal, nullable, object, oneOf, type Static, string } from '#contract/schema.ts'
import type { Database, Sql } from '#runtime/database/database.ts'
import {
  allPages,
  CountFrom0,
  CountFrom1,
  EpochMs,
  importRows,
  lineReader,
  type Outcome,
  RowId,
} from '#runtime/database/import-rows.ts'
import { signatureAlgorithms } from '#sdk/verification-key.ts'
import { raiseKeySetVersion } from '../keys/signing-key-store.ts'
import { raiseEpoch } from './session-store.ts'

const SessionEpochLine = object({ type: literal('session_epoch'), user_id: RowId, epoch: CountFrom0 })
type SessionEpochLine = Static<typeof SessionEpochLine>

/** A session that lives: one that has ended is of no use to anybody. */
const SessionLine = object({
  type: literal('session'),
  id: RowId,
  user_id: RowId,
  epoch: CountFrom0,
  generation: CountFrom1,
  rotated_at: EpochMs,
  created_at: EpochMs,
  idle_expires_at: EpochMs,
  expires_at: EpochMs,
  device_name: nullable(DeviceName),
  user_agent: nullable(string({ maxLength: 500 })),
  address: string({ maxLength: 100 }),
})
type SessionLine = Static<typeof SessionLine>

/** As it is stored: sealed with the master key. */
const SigningKeyLine = object({
  type: literal('signing_key'),
  kid: string({ minLength: 1, maxLength: 100 }),
  purpose: oneOf(['access', 'refresh']),
  algorithm: oneOf([...signatureAlgorithms, 'HS256']),
  status: oneOf(['next', 'active', 'retired', 'revoked']),
  public_jwk: nullable(string({ maxLength: 1_000 })),
  sealed_key: string({ pattern: '^v1\\.[^.]+\\.[^.]+\\.[^.]+$', maxLength: 4_000 }),
  created_at: EpochMs,
  activates_at: nullable(EpochMs),
  activated_at: nullable(EpochMs),
  removes_at: nullable(EpochMs),
})
type SigningKeyLine = Static<typeof SigningKeyLine>

const pageRows = 1_000

export const exportSessionEpochs = (db: Sql): AsyncGenerator<SessionEpochLine[]> =>
  allPages(
    async (after) => {
      const rows = await db.query<Omit<SessionEpochLine, 'type'>>`
        SELECT user_id, epoch FROM session_epochs WHERE user_id > ${after} ORDER BY user_id LIMIT ${pageRows}`
      return rows.map((row) => ({ type: 'session_epoch', ...row }))
    },
    (row) => row.user_id,
  )

export const exportSigningKeys = (db: Sql): AsyncGenerator<SigningKeyLine[]> =>
  allPages(
    async (after) => {
      const rows = await db.query<Omit<SigningKeyLine, 'type'>>`
        SELECT kid, purpose, algorithm, status, public_jwk, sealed_key, created_at, activates_at, activated_at, removes_at
        FROM signing_keys WHERE kid > ${after} ORDER BY kid LIMIT ${pageRows}`
      return rows.map((row) => ({ type: 'signing_key', ...row }))
    },
    ({ kid }) => kid,
  )

export const exportLivingSessions = (db: Sql, now: number): AsyncGenerator<SessionLine[]> =>
  allPages(
    async (after) => {
      const rows = await db.query<Omit<SessionLine, 'type'>>`
        SELECT id, user_id, epoch, generation, rotated_at, created_at, idle_expires_at, expires_at, device_name,
          user_agent, address
        FROM sessions
        WHERE id > ${after} AND ended_at IS NULL AND idle_expires_at > ${now} AND expires_at > ${now}
        ORDER BY id LIMIT ${pageRows}`
      return rows.map((row) => ({ type: 'session', ...row }))
    },
    ({ id }) => id,
  )

export const readSessionEpochLine = lineReader(SessionEpochLine)
export const readSessionLine = lineReader(SessionLine)
export const readSigningKeyLine = lineReader(SigningKeyLine)

/** The epoch in force of each user who is here, as the user service has it. */
export type UserEpochs = Map<string, number>

/** None may come to stand above that of the user service: its user could never log in again. */
export const importSessionEpochs = (
  db: Database,
  lines: SessionEpochLine[],
  userEpochs: UserEpochs,
): Promise<Outcome[]> =>
  importRows(db, lines, async (tx, { user_id, epoch }) => {
    const inForce = userEpochs.get(user_id)
    if (inForce === undefined) return 'left_out'
    const raised = await tx.query`
      INSERT INTO session_epochs (user_id, epoch) VALUES (${user_id}, ${Math.min(epoch, inForce)})
      ON CONFLICT (user_id) DO UPDATE SET epoch = excluded.epoch WHERE session_epochs.epoch < excluded.epoch
      RETURNING user_id`
    return raised.length > 0 ? 'imported' : 'already_there'
  })

/** Takes those that would live here too: of a user who is here, begun in the epoch that is in force. */
export const importSessions = (
  db: Database,
  lines: SessionLine[],
  { userEpochs, now }: { userEpochs: UserEpochs; now: number },
): Promise<Outcome[]> =>
  importRows(db, lines, async (tx, line) => {
    const isOver = line.idle_expires_at <= now || line.expires_at <= now
    if (isOver || userEpochs.get(line.user_id) !== line.epoch) return 'left_out'
    // As at a login: the order to end all sessions of the user may have come just now.
    if ((await raiseEpoch(tx, line.user_id, line.epoch)) > line.epoch) return 'left_out'
    const inserted = await tx.query`
      INSERT INTO sessions (id, user_id, epoch, generation, rotated_at, created_at, idle_expires_at, expires_at,
        device_name, user_agent, address)
      VALUES (${line.id}, ${line.user_id}, ${line.epoch}, ${line.generation}, ${line.rotated_at},
        ${line.created_at}, ${line.idle_expires_at}, ${line.expires_at}, ${line.device_name}, ${line.user_agent},
        ${line.address})
      ON CONFLICT DO NOTHING RETURNING id`
    return inserted.length > 0 ? 'imported' : 'already_there'
  })

export const importSigningKeys = (db: Database, lines: SigningKeyLine[]): Promise<Outcome[]> =>
  importRows(db, lines, async (tx, line) => {
    const inserted = await tx.query`
      INSERT INTO signing_keys (kid, purpose, algorithm, status, public_jwk, sealed_key, created_at, activates_at,
        activated_at, removes_at)
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
  })
