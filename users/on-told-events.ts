import type { EventData, EventResource } from '#contract/events.ts'
import { idInPath } from '#contract/user-in-path.ts'
import type { Sql } from '#runtime/database.ts'
import { recordToldEvent } from '#runtime/event-log.ts'
import { toEpochMs } from '#runtime/validation.ts'
import { type NewNotification, notify } from './notifications/notify.ts'
import { findUser } from './user-store.ts'
import type { Users } from './users.ts'

/** What the authentication service tells joins what happened here. Told at least once, recorded once. */
export async function onToldEvents(users: Users, input: { events: EventResource[] }): Promise<void> {
  await users.db.transaction(async (tx) => {
    for (const event of input.events) await record(tx, event, users.clock.now())
  })
}

async function record(tx: Sql, event: EventResource, now: number): Promise<void> {
  const id = idInPath(event.id)
  const at = toEpochMs(event.timestamp, '/timestamp') ?? now
  const user = event.user_id === null ? undefined : await findUser(tx, event.user_id)
  // Of one who was deleted in the meantime nothing personal is kept.
  const data = user || event.user_id === null ? event.data : {}
  const told = { id, type: event.type, subject: event.user_id, data, at }
  if (!(await recordToldEvent(tx, told)) || !user) return
  if (event.type === 'session.created')
    await onSessionCreated(tx, user.id, { ...event, data: event.data as EventData<'session.created'> }, now)
}

/** Tells a user of a login from a new device: if it was not them, they must learn of it. */
async function onSessionCreated(
  tx: Sql,
  userId: string,
  { data, timestamp }: { data: EventData<'session.created'>; timestamp: string },
  now: number,
): Promise<void> {
  if (data.is_new_device)
    await notify(tx, { userId, type: 'session.created', ...textOf(data, timestamp) }, now)
}

const textOf = (
  { session_id, device_name, user_agent, address }: EventData<'session.created'>,
  createdAt: string,
): Omit<NewNotification, 'userId' | 'type'> => ({
  title: 'New sign-in',
  body: `${device_name ?? 'A new device'}, from ${address}. If this was not you, end the session and change your password.`,
  data: { session_id, device_name, user_agent, address, created_at: createdAt },
})
