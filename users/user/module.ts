import type { Module } from '#runtime/module.ts'
import { fullBuckets } from '../core/rate-limit-store.ts'
import { userRoutes } from './routes.ts'
import { userRpcs } from './rpcs.ts'
import type { UserAdministration } from './user-administration.ts'

/** This module finds, lists, changes and deletes users. */
export const openUserAdministration = (users: UserAdministration): Module => ({
  routes: userRoutes(users),
  rpcs: [userRpcs],
  sweeps: [fullBuckets],
})
