import type { Module } from '#runtime/module.ts'
import type { Users } from '../core/users.ts'
import { removeIdentitiesSince } from './identity-store.ts'
import { identityRoutes } from './routes.ts'
import { identityRpcs } from './rpcs.ts'

/** This module keeps the accounts at other providers with which users sign in. */
export const openIdentities = (users: Users): Module => ({
  routes: identityRoutes(users),
  rpcs: [identityRpcs],
  async forgetUser(tx, userId) {
    await removeIdentitiesSince(tx, { userId, since: 0 })
  },
})
