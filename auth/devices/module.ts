import type { Module } from '#runtime/module.ts'
import type { Auth } from '../core/auth.ts'
import { expiredDevices, removeDevices } from './device-store.ts'
import { deviceRoutes } from './routes.ts'
import { deviceRpcs } from './rpcs.ts'

/** Opens the feature that shows and forgets remembered devices. Logins remember them. */
export const openDevices = (auth: Pick<Auth, 'db' | 'clock'>): Module => ({
  routes: deviceRoutes(auth),
  rpcs: [deviceRpcs],
  sweeps: [expiredDevices],
  forgetUser: removeDevices,
})
