import type { Reply } from '#contract/declaration/endpoint.ts'
import { forgetDeviceEndpoint, listDevicesEndpoint } from '#contract/sign-in/login-steps.ts'
import type { ForgetDeviceRequest__Output } from '#proto/generated/latchkey/auth/v1/ForgetDeviceRequest.ts'
import type { ListDevicesRequest__Output } from '#proto/generated/latchkey/auth/v1/ListDevicesRequest.ts'
import type { ListDevicesResponse } from '#proto/generated/latchkey/auth/v1/ListDevicesResponse.ts'
import { toTimestamp } from '#proto/values.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { authRpcs } from '../../core/auth-rpcs.ts'

export const deviceRpcs = authRpcs({
  ListDevices: endpointRpc(listDevicesEndpoint, {
    names: { id: 'user_id' },
    toInput: ({ user_id }: ListDevicesRequest__Output) => ({ params: { id: user_id || 'me' } }),
    toReply: ({ data }: Reply<typeof listDevicesEndpoint>): ListDevicesResponse => ({
      devices: data.map(({ name, ...device }) => ({
        ...device,
        ...(name === null ? {} : { name }),
        remembered_at: toTimestamp(device.remembered_at),
        expires_at: toTimestamp(device.expires_at),
      })),
    }),
  }),
  ForgetDevice: endpointRpc(forgetDeviceEndpoint, {
    names: { id: 'user_id' },
    toInput: ({ user_id, device_id }: ForgetDeviceRequest__Output) => ({
      params: { id: user_id || 'me', device_id },
    }),
    toReply: () => ({}),
  }),
})
