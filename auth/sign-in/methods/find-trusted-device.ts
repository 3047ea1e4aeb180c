import { digestOf } from '../../core/opaque-token.ts'
import type { CheckedUser } from '../../core/user-directory.ts'
import { findDevice, type TrustedDevice } from '../devices/device-store.ts'
import type { Login } from '../login.ts'
import { noFactors } from '../method.ts'

/**
 * Finds the remembered device that a token belongs to, if it is a device of the user who is logging in. A login from
 * such a device is counted in a bucket of its own, so that guesses of strangers do not lock the owner out there. A
 * token of another user's device is ignored: it must not give a stranger more guesses.
 */
export async function findTrustedDevice(
  { db, clock }: Login,
  { token, countedBy }: { token: string | undefined; countedBy: string },
): Promise<TrustedDevice | undefined> {
  if (token === undefined) return undefined
  const device = await findDevice(db, digestOf(token), clock.now())
  return device?.userId === countedBy || device?.countedBy === countedBy ? device : undefined
}

/**
 * Says whether the user has proven a second factor on a device, and neither the password nor a factor has changed since. Such a
 * device replaces the second factor of a login, and nothing else (I118).
 */
export const isTrustedOn = (
  device: TrustedDevice | undefined,
  { user, session_epoch: epoch, second_factors: { version } = noFactors }: CheckedUser,
): boolean => device?.userId === user.id && device.epoch === epoch && device.factorsVersion === version
