import type { EventData } from '#contract/events/event-types.ts'
import type { EventResource } from '#contract/events/events.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import { deviceLifetimeDays } from '#contract/sign-in/login-steps.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { Sql } from '#runtime/database/database.ts'
import { recordEventOnce } from '#runtime/events/event-log.ts'
import { toEpochMs } from '#runtime/requests/validation.ts'
import { alertAdmins } from '../core/alert-admins.ts'
import type { User } from '../core/user.ts'
import { lockUsers } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { sendNotice } from '../messages/index.ts'

/** Records events of the authentication service. An event may arrive more than once, and is recorded only once. */
export async function onAuthEvents(users: Users, input: { events: EventResource[] }): Promise<void> {
  await users.db.transaction(async (tx) => {
    const known = await lockSubjects(tx, input.events)
    for (const event of input.events) await record(tx, users, { event, user: known.get(event.user_id) })
  })
}

/** Locks the users that the events are about, so that a deletion of one happens before or after, never in between. */
async function lockSubjects(tx: Sql, events: EventResource[]): Promise<Map<string | null, User>> {
  const ids = new Set(events.map((event) => event.user_id).filter((id) => id !== null))
  return new Map((await lockUsers(tx, [...ids])).map((user) => [user.id, user]))
}

async function record(
  tx: Sql,
  users: Users,
  { event, user }: { event: EventResource; user: User | undefined },
): Promise<void> {
  const id = normalizeId(event.id)
  const at = toEpochMs(event.timestamp, '/timestamp') ?? users.clock.now()
  // The event keeps no personal data when its user was deleted in the meantime.
  const data = user || event.user_id === null ? event.data : {}
  const told = { id, type: event.type, subject: event.user_id, data, at }
  if (!(await recordEventOnce(tx, told))) return
  await alertOfClient(tx, event, at)
  if (!user) return
  if (event.type === 'session.created')
    await onSessionCreated(tx, users, { user, data: event.data as EventData<'session.created'>, at })
  if (event.type === 'device.remembered')
    await onDeviceRemembered(tx, users, { user, data: event.data as EventData<'device.remembered'>, at })
  if (event.type === 'login.second_factor_failed')
    await onSecondFactorFailed(tx, users, {
      user,
      data: event.data as EventData<'login.second_factor_failed'>,
      at,
    })
}

/**
 * Notifies all admins of a new or changed OpenID client, or of its new secret: it keeps working after the session of its creator
 * has ended.
 */
async function alertOfClient(tx: Sql, event: EventResource, at: number): Promise<void> {
  if (event.type === 'client.created') {
    const {
      client_id: clientId,
      name,
      redirect_uris: leadsTo,
      by,
    } = event.data as EventData<'client.created'>
    await alertAdmins(tx, { kind: 'client_created', clientId, name, leadsTo, by }, at)
  }
  if (event.type === 'client.updated') {
    const {
      client_id: clientId,
      name,
      redirect_uris: leadsTo,
      ...data
    } = event.data as EventData<'client.updated'>
    if (data.changed.some((field) => field !== 'name'))
      await alertAdmins(tx, { kind: 'client_changed', clientId, name, leadsTo, by: data.by }, at)
  }
  if (event.type === 'client.secret_created') {
    const { client_id: clientId, name, by } = event.data as EventData<'client.secret_created'>
    await alertAdmins(tx, { kind: 'client_secret_created', clientId, name, by }, at)
  }
}

/** Notifies a user of a login from a new device, which may be a thief's. */
async function onSessionCreated(
  tx: Sql,
  users: Users,
  { user, data, at }: { user: User; data: EventData<'session.created'>; at: number },
): Promise<void> {
  if (!data.is_new_device) return
  const { session_id, device_name, user_agent, address } = data
  const { username } = user
  await sendNotice(tx, users, {
    user,
    at: data.began_at === undefined ? at : Date.parse(data.began_at),
    notification: {
      type: 'session.created',
      title: 'New sign-in',
      body: `${device_name ?? 'A new device'}, from ${address}. If this was not you, end the session and change your password.`,
      data: { session_id, device_name, user_agent, address, created_at: toRfc3339(at) },
    },
    content: (link) => ({ kind: 'new_sign_in', username, device: device_name, address, at, link }),
  })
}

/** Notifies a user that a device was remembered: logins from it need no second factor, and it may be a thief's. */
async function onDeviceRemembered(
  tx: Sql,
  users: Users,
  { user, data, at }: { user: User; data: EventData<'device.remembered'>; at: number },
): Promise<void> {
  if (!data.is_new_device) return
  const days = deviceLifetimeDays
  const { device_id, device_name: device, user_agent, address } = data
  const { username } = user
  await sendNotice(tx, users, {
    user,
    at: data.began_at === undefined ? at : Date.parse(data.began_at),
    notification: {
      type: 'device.remembered',
      title: 'Device remembered',
      body: `${device ?? 'A device'}, from ${address}, signs in with your password only for ${days} days. If this was not you, forget the device and change your password.`,
      data: { device_id, device_name: device, user_agent, address },
    },
    content: (link) => ({ kind: 'device_remembered', username, device, address, at, days, link }),
  })
}

/**
 * Notifies a user that a login had the right password and then wrong second factors, so that somebody else may know the password.
 */
async function onSecondFactorFailed(
  tx: Sql,
  users: Users,
  { user, data, at }: { user: User; data: EventData<'login.second_factor_failed'>; at: number },
): Promise<void> {
  const { address } = data
  const { username } = user
  await sendNotice(tx, users, {
    user,
    at,
    notification: {
      type: 'login.second_factor_failed',
      title: 'Somebody knows your password',
      body: `Somebody at ${address} gave your right password and then wrong codes. If this was not you, set another password now.`,
      data: { address },
    },
    content: (link) => ({ kind: 'second_factor_failed', username, address, at, link }),
  })
}
