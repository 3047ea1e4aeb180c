import { deviceLifetimeDays } from '#contract/sign-in/login-steps.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { newId } from '#runtime/ids.ts'
import { siteKey } from '#runtime/network.ts'
import { digestOf } from '../../core/opaque-token.ts'
import { findDevices, insertDevice, removeStaleDevices, type TrustedDevice } from './device-store.ts'

const lifetimeMs = deviceLifetimeDays * 24 * 60 * 60_000

/**
 * Remembers a device on which a second factor was just given. For 30 days, which later logins do not prolong, its token
 * replaces the second factor of a login, unless the password or a factor changes before (I118). Runs in the transaction
 * of the login.
 */
export async function trustDevice(
  tx: Sql,
  {
    token,
    now,
    beganAt,
    ...device
  }: Omit<TrustedDevice, 'digest' | 'id' | 'createdAt' | 'expiresAt'> & {
    token: string
    now: number
    /** The time when the login began (epoch milliseconds); set only if a second factor was added during this login. */
    beganAt?: number | undefined
  },
): Promise<void> {
  const { userId, name, userAgent, address } = device
  await removeStaleDevices(tx, device)
  const isKnown = (await findDevices(tx, userId, now)).some((one) => isAlike(one, device))
  const id = newId(now)
  await insertDevice(tx, {
    ...device,
    id,
    digest: digestOf(token),
    createdAt: now,
    expiresAt: now + lifetimeMs,
  })
  const began = beganAt === undefined ? {} : { began_at: toRfc3339(beganAt) }
  const from = { device_name: name, user_agent: userAgent, address }
  const data = { device_id: id, ...from, is_new_device: !isKnown, ...began }
  await record(tx, { type: 'device.remembered', subject: userId, data, at: now })
}

type Seen = Pick<TrustedDevice, 'name' | 'userAgent' | 'address'>

/**
 * Says whether two devices look the same to their owner: they have the same name and browser, and are in the same
 * network. Logins compare devices in the same way.
 */
const isAlike = (one: Seen, other: Seen): boolean =>
  one.name === other.name &&
  one.userAgent === other.userAgent &&
  siteKey(one.address) === siteKey(other.address)
