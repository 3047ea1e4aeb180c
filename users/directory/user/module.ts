import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { fullBuckets } from '../../core/rate-limit-store.ts'
import { userRoutes } from './routes.ts'
import type { UserAdministration } from './user-administration.ts'

const loadRpcs = lazily(() => import('./rpcs.ts'))

/** This module finds, changes and deletes users. */
export const openUserAdministration = (users: UserAdministration): Module => ({
  routes: userRoutes(users),
  rpcs: async () => [(await loadRpcs()).userRpcs],
  sweeps: [fullBuckets],
})
