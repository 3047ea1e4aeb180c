import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { newId } from '#runtime/ids.ts'
import { digestOf } from '../core/opaque-token.ts'
import { insertDevice, type KnownDevice, removeStaleDevices } from './device-store.ts'

const lifetimeMs = 30 * 24 * 60 * 60_000

/**
 * Remembers a device on which a second factor was given just now, for 30 days that no login prolongs. Its token replaces the second
 * factor of a login, until the password or a factor changes (I118). Runs in the transaction of the login.
 */
export async function rememberDevice(
  tx: Sql,
  {
    token,
    now,
    ...device
  }: Omit<KnownDevice, 'digest' | 'id' | 'createdAt' | 'expiresAt'> & {
    token: string
    now: number
  },
): Promise<void> {
  const { userId, name, userAgent, address } = device
  const id = newId(now)
  await insertDevice(tx, {
    ...device,
    id,
    digest: digestOf(token),
    createdAt: now,
    expiresAt: now + lifetimeMs,
  })
  await removeStaleDevices(tx, device)
  const data = { device_id: id, device_name: name, user_agent: userAgent, address }
  await record(tx, { type: 'device.remembered', subject: userId, data, at: now })
}
