import { freeObject, literal, nullable, object, type Static } from '#contract/declaration/schema.ts'
import { NotificationText, NotificationTitle, NotificationType } from '#contract/users/notifications.ts'
import { CountFrom1, EpochMs, importRows, RowId, type Transfer } from '#runtime/database/transfer.ts'
import { checker } from '#runtime/requests/validation.ts'
import { raiseNotificationPosition } from '../../core/user-store.ts'
import { checkData } from './notification.ts'
import { notificationColumns, notificationRetentionMs } from './notification-store.ts'

/**
 * A line of an export holds one notification. Its own type is in `notification_type`, because `type` says which kind of row a
 * line is. The preferences for notifications are in the lines of the users.
 */
const NotificationLine = object(
  {
    type: literal('notification'),
    id: RowId,
    user_id: RowId,
    position: {
      ...CountFrom1,
      description: 'The position of the notification among those of the user. A stream continues after it.',
    },
    notification_type: NotificationType,
    title: NotificationTitle,
    body: nullable(NotificationText),
    data: freeObject({ description: 'At most 4 KiB as JSON.' }),
    created_at: EpochMs,
    read_at: nullable({
      ...EpochMs,
      description: 'When the notification was read. Null while it is unread.',
    }),
  },
  {
    description:
      'A notification. An import skips notifications that are older than 90 days or whose user is missing.',
  },
)
type NotificationLine = Static<typeof NotificationLine>

interface ExportedRow {
  type: string
  data: string
}

const readFields = checker(NotificationLine)

/** Parses a line of an export and requires it to be a notification that this service could have made. */
function readNotificationLine(line: unknown): NotificationLine {
  const notification = readFields(line)
  checkData(notification.data)
  return notification
}

export const notificationTransfer: Transfer<NotificationLine> = {
  type: 'notification',
  line: NotificationLine,
  key: 'id',
  async page(db, { after, limit }) {
    const rows = await db.query<ExportedRow>`
      SELECT ${notificationColumns} FROM notifications WHERE id > ${after} ORDER BY id LIMIT ${limit}`
    return rows.map(({ type, data, ...row }) => ({
      ...row,
      notification_type: type,
      data: JSON.parse(data),
    }))
  },
  read: readNotificationLine,
  /**
   * Imports notifications of users who exist here, with their positions and the times at which they were read. A notification
   * that exists already stays as it is, because it may have been read here since. Expired ones are left out.
   */
  write: (db, lines, { now, rehearsedUsers }) =>
    importRows(db, lines, async (tx, line) => {
      if (line.created_at <= now - notificationRetentionMs) return 'left_out'
      if (rehearsedUsers?.has(line.user_id)) return 'imported'
      // Raising the position locks the user: otherwise a deletion at the same moment would miss the notification.
      if (!(await raiseNotificationPosition(tx, line.user_id, line.position))) return 'left_out'
      const inserted = await tx.query`
        INSERT INTO notifications (${notificationColumns})
        VALUES (${line.id}, ${line.user_id}, ${line.position}, ${line.notification_type}, ${line.title}, ${line.body},
          ${JSON.stringify(line.data)}, ${line.created_at}, ${line.read_at})
        ON CONFLICT DO NOTHING RETURNING id`
      if (inserted.length > 0) return 'imported'
      const [same] = await tx.query`SELECT id FROM notifications WHERE id = ${line.id}`
      if (same) return 'already_there'
      return {
        pointer: '/position',
        code: 'not_allowed',
        detail: 'Another notification of the user has this position.',
      }
    }),
}
