import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import type { ForgetInFeatures } from '../core/forget-user.ts'
import type { Users } from '../core/users.ts'
import { countExpiredHolds, forgetHeldUsernames } from './held-username-store.ts'
import { removeUnconfirmed } from './remove-unconfirmed.ts'
import { signUpRoutes } from './routes.ts'

const loadRpcs = lazily(() => import('./rpcs.ts'))

/** This module makes users: by sign-up, by an admin, and by invitation. */
export const openSignUp = (users: Users, forgetInFeatures: ForgetInFeatures): Module => ({
  routes: signUpRoutes(users),
  rpcs: async () => [(await loadRpcs()).signUpRpcs],
  sweeps: [
    {
      name: 'held_usernames',
      remove: (db, now, limit) => removeUnconfirmed({ db, forgetInFeatures }, { now, limit }),
      countWaiting: countExpiredHolds,
    },
  ],
  forgetUser: forgetHeldUsernames,
})
