import { DeviceName } from '#contract/declaration/fields.ts'
import { literal, nullable, object, optional, type Static, string } from '#contract/declaration/schema.ts'
import {
  CountFrom0,
  CountFrom1,
  EpochMs,
  type ImportContext,
  importRows,
  RowId,
  type Transfer,
} from '#runtime/database/transfer.ts'
import { checker } from '#runtime/requests/validation.ts'
import { learnSessionEpoch } from '../core/learn-session-epoch.ts'
import { newSessionColumns } from '../core/session-store.ts'

const SessionEpochLine = object(
  { type: literal('session_epoch'), user_id: RowId, epoch: CountFrom0 },
  { description: 'The lowest valid session epoch of a user.' },
)
type SessionEpochLine = Static<typeof SessionEpochLine>

/** An exported session. Only living sessions are exported. */
const SessionLine = object(
  {
    type: literal('session'),
    id: RowId,
    user_id: RowId,
    epoch: CountFrom0,
    generation: {
      ...CountFrom1,
      description: 'The generation of the refresh token. Increases with each refresh.',
    },
    rotated_at: EpochMs,
    created_at: EpochMs,
    // Exports of older versions lack this field and the next one.
    amr: optional(
      nullable(
        string({
          minLength: 1,
          maxLength: 100,
          description: 'The authentication methods of the sign-in (RFC 8176).',
        }),
      ),
    ),
    authenticated_at: optional(nullable(EpochMs)),
    idle_expires_at: EpochMs,
    expires_at: EpochMs,
    device_name: nullable(DeviceName),
    user_agent: nullable(string({ maxLength: 500 })),
    address: string({ maxLength: 100, description: 'The IP address of the sign-in.' }),
  },
  {
    description:
      'An active session. Exported only with `--with-sessions`. An import accepts it for one hour.',
  },
)
type SessionLine = Static<typeof SessionLine>

export interface SessionImport extends ImportContext {
  /**
   * Returns the session epoch (a number that rises when all sessions of the user end) of each known user, as the user service
   * stores it.
   */
  userEpochsOf(userIds: string[]): Promise<Map<string, number>>
}

const userIdsOf = (lines: { user_id: string }[]): string[] => lines.map((line) => line.user_id)

export const sessionEpochTransfer: Transfer<SessionEpochLine, SessionImport> = {
  type: 'session_epoch',
  line: SessionEpochLine,
  key: 'user_id',
  page: (db, { after, limit }) => db.query`
    SELECT user_id, epoch FROM session_epochs WHERE user_id > ${after} ORDER BY user_id LIMIT ${limit}`,
  read: checker(SessionEpochLine),
  /**
   * Imports session epochs, but not above those of the user service: with a higher epoch in this service, the
   * user could never log in again. An epoch that is stored here stays: only what ends the sessions below may raise it.
   */
  async write(db, lines, { userEpochsOf }) {
    const userEpochs = await userEpochsOf(userIdsOf(lines))
    return importRows(db, lines, async (tx, { user_id, epoch }) => {
      const inForce = userEpochs.get(user_id)
      if (inForce === undefined) return 'left_out'
      const inserted = await tx.query`
        INSERT INTO session_epochs (user_id, epoch) VALUES (${user_id}, ${Math.min(epoch, inForce)})
        ON CONFLICT DO NOTHING RETURNING user_id`
      return inserted.length > 0 ? 'imported' : 'already_there'
    })
  },
}

export const sessionTransfer: Transfer<SessionLine, SessionImport> = {
  type: 'session',
  line: SessionLine,
  isOptional: true,
  key: 'id',
  page: (db, { after, limit, now }) => db.query`
    SELECT ${newSessionColumns} FROM sessions
    WHERE id > ${after} AND ended_at IS NULL AND idle_expires_at > ${now} AND expires_at > ${now}
    ORDER BY id LIMIT ${limit}`,
  read: checker(SessionLine),
  /**
   * Imports sessions. Sessions of unknown users, and sessions that began with a lower session epoch than the user's present one,
   * are left out.
   */
  async write(db, lines, { userEpochsOf, now }) {
    const userEpochs = await userEpochsOf(userIdsOf(lines))
    return importRows(db, lines, async (tx, line) => {
      const isExpired = line.idle_expires_at <= now || line.expires_at <= now
      if (isExpired || userEpochs.get(line.user_id) !== line.epoch) return 'left_out'
      // The session epoch is raised as at a login, because an order to end all sessions of the user may have arrived just now.
      const learned = { userId: line.user_id, known: { session_epoch: line.epoch }, at: now }
      if ((await learnSessionEpoch(tx, learned)) > line.epoch) return 'left_out'
      const inserted = await tx.query`
        INSERT INTO sessions (${newSessionColumns})
        VALUES (${line.id}, ${line.user_id}, ${line.epoch}, ${line.generation}, ${line.rotated_at},
          ${line.created_at}, ${line.amr ?? null}, ${line.authenticated_at ?? null}, ${line.idle_expires_at},
          ${line.expires_at}, ${line.device_name}, ${line.user_agent}, ${line.address})
        ON CONFLICT DO NOTHING RETURNING id`
      return inserted.length > 0 ? 'imported' : 'already_there'
    })
  },
}
