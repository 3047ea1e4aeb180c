import type { HistoryEntryResource } from '#contract/users/one-user.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { decodeCursor, defaultPageRows, encodeCursor, newest, pageOf } from '#runtime/database/cursor.ts'
import type { LoggedEvent } from '#runtime/events/event-log.ts'
import { deviceName } from '#runtime/requests/device-name.ts'
import type { Users } from '../../core/users.ts'
import { findEventsBefore, findNames } from '../../events/index.ts'

/** Returns a page of the events about a user, newest first, with the names of those who caused them and of their devices. */
export async function listUserHistory(
  { db }: Pick<Users, 'db'>,
  input: { userId: string; limit?: number | undefined; cursor?: string | undefined },
): Promise<{ data: HistoryEntryResource[]; next_cursor: string | null }> {
  const { userId, limit = defaultPageRows } = input
  const before = input.cursor === undefined ? newest : decodeCursor(input.cursor)
  const found = await findEventsBefore(db, userId, { before, limit: limit + 1 })
  const { page, nextCursor } = pageOf(found, limit, ({ at, id }) => encodeCursor({ createdAt: at, id }))
  const names = await findNames(db, page.map(authorOf))
  return { data: await Promise.all(page.map((event) => toEntry(event, names))), next_cursor: nextCursor }
}

async function toEntry(event: LoggedEvent, names: Map<string, string>): Promise<HistoryEntryResource> {
  const { id, type, data, at } = event
  const by = authorOf(event)
  const userAgent = textOf(data.by_user_agent) ?? textOf(data.user_agent)
  return {
    id,
    type,
    timestamp: toRfc3339(at),
    by,
    by_name: names.get(by ?? '') ?? null,
    address: textOf(data.by_address) ?? textOf(data.address),
    device_name: textOf(data.device_name) ?? (await deviceName(userAgent)),
    user_agent: userAgent,
    reason: textOf(data.suspension_reason),
    data,
  }
}

const authorOf = ({ data }: LoggedEvent): string | null => textOf(data.by)

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
