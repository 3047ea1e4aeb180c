import { forgetDeviceEndpoint, listDevicesEndpoint } from '#contract/sign-in/login-steps.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Ending } from '../../core/require-may-end.ts'
import { expiredDevices, removeDevices } from './device-store.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))

/** Opens the feature that shows and forgets remembered devices. They are added by logins, in another module. */
export const openDevices = (auth: Ending): Module => ({
  routes: routesOnDemand([listDevicesEndpoint, forgetDeviceEndpoint], async () =>
    (await loadRoutes()).deviceRoutes(auth),
  ),
  rpcs: async () => [(await loadRpcs()).deviceRpcs],
  sweeps: [expiredDevices],
  forgetUser: removeDevices,
})
