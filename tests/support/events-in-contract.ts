import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import { eventData, isEventType } from '#contract/events/event-types.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { checker } from '#runtime/requests/validation.ts'

const checks = new Map<string, (data: unknown) => void>()

/** Returns the events of a database that do not agree with the event types of the contract. */
export async function eventsAgainstContract(url: string): Promise<string[]> {
  const db = await openDatabase(url, commandDatabaseOptions)
  const events = db.query<{ type: string; data: string }>`SELECT type, data FROM events`
  const rows = await events.finally(() => db.close())
  return rows.flatMap(({ type, data }) => {
    // The data of an event becomes `{}` when its user is deleted.
    if (data === '{}') return []
    if (!isEventType(type)) return [`${type} is not in the catalogue`]
    const check = checks.get(type) ?? checker<unknown>(eventData[type])
    checks.set(type, check)
    try {
      check(JSON.parse(data))
      return []
    } catch (error) {
      return [`${type}: ${JSON.stringify((error as { errors?: unknown }).errors)} in ${data}`]
    }
  })
}
