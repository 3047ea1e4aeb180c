import { userInPath } from '#contract/rules/user-in-path.ts'
import { forgetDeviceEndpoint, listDevicesEndpoint } from '#contract/sign-in/login-steps.ts'
import { route } from '#runtime/requests/route.ts'
import type { Ending } from '../../core/require-may-end.ts'
import { forgetDevice } from './forget-device.ts'
import { listDevices } from './list-devices.ts'

export const deviceRoutes = (auth: Ending) => [
  route(listDevicesEndpoint, async ({ params, caller }) => ({
    data: await listDevices(auth, { userId: userInPath(params.id, caller), caller }),
  })),
  route(forgetDeviceEndpoint, ({ params, caller }) =>
    forgetDevice(auth, { userId: userInPath(params.id, caller), deviceId: params.device_id, caller }),
  ),
]
