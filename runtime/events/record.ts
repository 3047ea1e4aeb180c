import {
  type EventType,
  eventData,
  type LoggedType,
  loggedFields,
  logMessages,
} from '#contract/events/event-types.ts'
import { currentOperator } from '../acting.ts'
import type { LogLine, Sql } from '../database/database.ts'
import { newId } from '../ids.ts'
import { type NewEvent, recordEventOnce } from './event-log.ts'

/** The fields that the caller of `record` adds to the log line. The level is `info` if absent. */
export interface LineOptions {
  level?: LogLine['level'] | undefined
  by?: string | undefined
}

/**
 * Records an event together with its log line: the event exists exactly when the change does, and its log
 * line is written after the commit. Returns the id of the event.
 */
export async function record<T extends EventType>(
  tx: Sql,
  event: NewEvent<T>,
  line?: LineOptions,
): Promise<string> {
  const id = await recordWithoutLine(tx, event)
  noteLine(tx, event, line)
  return id
}

/**
 * Records an event without a log line, for an action that records several events and writes one log line for all of them with
 * `noteLine`. Any other use case calls `record`. Returns the id of the event.
 */
export async function recordWithoutLine<T extends EventType>(tx: Sql, event: NewEvent<T>): Promise<string> {
  const id = newId(event.at)
  await recordEventOnce(tx, { ...event, data: withOrigin(tx, event), id })
  return id
}

/**
 * Adds the address and the user agent of the user who caused an event, unless the event is about that same user. To an event that
 * a command of the command line has caused, it adds who ran the command.
 */
function withOrigin({ origin }: Sql, { type, subject, data }: NewEvent<EventType>): Record<string, unknown> {
  const by = 'by' in data ? data.by : undefined
  if (typeof by === 'string') {
    if (by === subject || !origin) return data
    return { ...data, by_address: origin.address, by_user_agent: origin.userAgent ?? null }
  }
  const operator = currentOperator()
  if (!operator || !takesOperator(type)) return data
  return { ...data, by_os_user: operator.osUser, by_host: operator.host }
}

const takesOperator = (type: EventType): boolean => 'by_os_user' in (eventData[type].properties ?? {})

/** Writes a log line without an event, for an action that is recorded as several events or as none of this type. */
export function noteLine(
  tx: Sql,
  { type, subject, data }: { type: LoggedType; subject: string | null; data: object },
  { level = 'info', by }: LineOptions = {},
): void {
  const known: Record<string, unknown> = { by, ...data }
  const fields: LogLine['fields'] = { event: type, user_id: subject ?? undefined }
  for (const name of loggedFields) fields[name] = known[name] ?? undefined
  tx.note?.({ level, fields, message: logMessages[type] })
}
