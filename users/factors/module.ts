import type { Body, Reply } from '#contract/declaration/endpoint.ts'
import type { proveFactorEndpoint } from '#contract/factors.ts'
import { changeCounter } from '#runtime/limits/limit-changes.ts'
import type { Module } from '#runtime/module.ts'
import type { Users } from '../core/users.ts'
import type { Factors } from './factors.ts'
import { forgetFactors } from './forget-factors.ts'
import { resealFactors } from './reseal-factors.ts'
import { factorRoutes, proveForLogin } from './routes.ts'
import { factorRpcs } from './rpcs.ts'
import { expiredEnrolments } from './totp/totp-store.ts'

export interface FactorsModule extends Module {
  /** Checks a second factor and uses it up, for a login. */
  prove(proof: Body<typeof proveFactorEndpoint>): Promise<Reply<typeof proveFactorEndpoint>>
}

/** This module keeps the second factors of users: authenticator apps and recovery codes. */
export function openFactors(users: Users): FactorsModule {
  const factors: Factors = { ...users, countEnrolment: changeCounter(users.clock) }
  return {
    prove: (proof) => proveForLogin(users, proof),
    routes: factorRoutes(factors),
    rpcs: [factorRpcs],
    sweeps: [expiredEnrolments],
    async forgetUser(tx, id) {
      await forgetFactors(tx, id)
    },
    reseal: () => resealFactors(users),
  }
}
