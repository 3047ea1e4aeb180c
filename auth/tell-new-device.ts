import type { SessionCreatedEvent } from '#contract/events.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { Sql } from '#runtime/database.ts'
import { type OutboxEvent, recordEvent } from '#runtime/outbox.ts'
import type { Session } from './session.ts'
import { type Device, findDeviceHistory } from './session-store.ts'
import { deviceName } from './sessions/device-name.ts'

/** What the outbox keeps of a login until the user service knows of it. */
interface NewDevice {
  userId: string
  sessionId: string
  device: Device
  at: number
}

/**
 * In the transaction of the login, before its session is there. The first login of a user is new to nobody. Two at once
 * from one new device are told once: they wait for each other at the user's epoch.
 */
export async function tellNewDevice(tx: Sql, session: Session, device: Device): Promise<void> {
  const { userId, id: sessionId, createdAt: at } = session
  const { sessions, alike } = await findDeviceHistory(tx, userId, device)
  if (sessions === 0 || alike > 0) return
  const payload: NewDevice = { userId, sessionId, device, at }
  await recordEvent(tx, { type: 'session.created', subject: userId, payload, at })
}

/** As the user service is told of it; what a user agent says is read here, where no login waits for it. */
export async function toSessionCreated({ id, payload }: OutboxEvent): Promise<SessionCreatedEvent> {
  const { userId, sessionId, device, at } = payload as NewDevice
  return {
    id,
    type: 'session.created',
    user_id: userId,
    session_id: sessionId,
    device_name: device.name ?? (await deviceName(device.userAgent)),
    user_agent: device.userAgent,
    address: device.address,
    created_at: toRfc3339(at),
  }
}
