import type { Sql } from '#runtime/database/database.ts'
import { removeDevices } from './devices/device-store.ts'
import { removeKnownNetworks } from './known-network-store.ts'
import { removeAttemptsBetween } from './limits/login-attempt-store.ts'
import {
  forgetFailures,
  forgetFailuresFromKnownNetworks,
  recoveryCodeKeys,
  secondFactorKeys,
} from './limits/login-limits.ts'
import { removePendingLogins } from './pending-login-store.ts'

/** Removes what this room stores about a user: waiting logins, known networks, trusted devices, and counted failures. */
export async function forgetUser(tx: Sql, userId: string): Promise<void> {
  await removePendingLogins(tx, userId)
  for (const name of await removeKnownNetworks(tx, userId)) await forgetFailuresFromKnownNetworks(tx, name)
  await forgetFailures(tx, userId)
  for (const { first, end } of [secondFactorKeys(userId), recoveryCodeKeys(userId)])
    await removeAttemptsBetween(tx, first, end)
  await removeDevices(tx, userId)
}
