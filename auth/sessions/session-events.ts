import type { EndReason } from '#contract/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { recordEvent } from '#runtime/events/event-log.ts'
import type { Session } from '../core/session.ts'
import { type Device, findDeviceHistory } from './session-store.ts'

/**
 * In the transaction of the login, before its session is there. The first login of a user is new to nobody. Two at once
 * from one new device are told as one new device: they wait for each other at the user's epoch.
 */
export async function recordBeginning(tx: Sql, session: Session, device: Device): Promise<void> {
  const { isFirst, isKnown } = await findDeviceHistory(tx, session.userId, device)
  await recordEvent(tx, {
    type: 'session.created',
    subject: session.userId,
    data: {
      session_id: session.id,
      device_name: device.name,
      user_agent: device.userAgent,
      address: device.address,
      is_new_device: !isFirst && !isKnown,
    },
    at: session.createdAt,
  })
}

/** In the transaction that ends them. */
export async function recordEnds(
  tx: Sql,
  ended: { id: string; user_id: string }[],
  { reason, at }: { reason: EndReason; at: number },
): Promise<void> {
  for (const { id, user_id: subject } of ended)
    await recordEvent(tx, { type: 'session.ended', subject, data: { session_id: id, reason }, at })
}
