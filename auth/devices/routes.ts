import { forgetDeviceEndpoint, listDevicesEndpoint } from '#contract/login/login-steps.ts'
import { userInPath } from '#contract/rules/user-in-path.ts'
import { route } from '#runtime/route.ts'
import type { Auth } from '../core/auth.ts'
import { forgetDevice } from './forget-device.ts'
import { listDevices } from './list-devices.ts'

export const deviceRoutes = (auth: Pick<Auth, 'db' | 'clock'>) => [
  route(listDevicesEndpoint, async ({ params, caller }) => ({
    data: await listDevices(auth, { userId: userInPath(params.id, caller), caller }),
  })),
  route(forgetDeviceEndpoint, ({ params, caller }) =>
    forgetDevice(auth, { userId: userInPath(params.id, caller), deviceId: params.device_id, caller }),
  ),
]
