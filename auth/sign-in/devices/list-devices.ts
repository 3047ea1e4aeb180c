import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { DeviceResource } from '#contract/sign-in/login-steps.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { deviceName } from '#runtime/requests/device-name.ts'
import type { Auth } from '../../core/auth.ts'
import { findDevices, type TrustedDevice } from './device-store.ts'

/** Lists the devices on which a login of a user needs no second factor, for the user and callers with `sessions:read`. */
export async function listDevices(
  auth: Pick<Auth, 'db' | 'clock'>,
  input: { userId: string; caller: Caller },
): Promise<DeviceResource[]> {
  const { userId, caller } = input
  // The reply is the same as for an unknown user, so that it does not tell which users exist.
  if (userId !== caller.userId && !caller.scopes.includes('sessions:read'))
    throw new Failure('user_not_found')
  return Promise.all((await findDevices(auth.db, userId, auth.clock.now())).map(toResource))
}

const toResource = async (device: TrustedDevice): Promise<DeviceResource> => ({
  id: device.id,
  name: device.name ?? (await deviceName(device.userAgent)),
  address: device.address,
  remembered_at: toRfc3339(device.createdAt),
  expires_at: toRfc3339(device.expiresAt),
})
