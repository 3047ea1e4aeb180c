import { changeCounter } from '#runtime/limits/limit-changes.ts'
import type { Module } from '#runtime/module.ts'
import type { Users } from '../core/users.ts'
import type { Factors } from './factors.ts'
import { forgetFactors } from './forget-factors.ts'
import { resealFactors } from './reseal-factors.ts'
import { factorRoutes } from './routes.ts'
import { factorRpcs } from './rpcs.ts'
import { expiredEnrolments } from './totp/totp-store.ts'

/** This module keeps the second factors of users: authenticator apps and recovery codes. */
export function openFactors(users: Users): Module {
  const factors: Factors = { ...users, countEnrolment: changeCounter(users.clock) }
  return {
    routes: factorRoutes(factors),
    rpcs: [factorRpcs],
    sweeps: [expiredEnrolments],
    async forgetUser(tx, id) {
      await forgetFactors(tx, id)
    },
    reseal: () => resealFactors(users),
  }
}
