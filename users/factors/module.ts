import type { Body, Reply } from '#contract/declaration/endpoint.ts'
import {
  factorEndpoints,
  internalFactorEndpoints,
  type proveFactorEndpoint,
} from '#contract/sign-in/factors.ts'
import { lazily } from '#runtime/lazily.ts'
import { changeCounter } from '#runtime/limits/limit-changes.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../core/users.ts'
import type { Factors } from './factors.ts'
import { forgetFactors } from './forget-factors.ts'
import { resealFactors } from './reseal-factors.ts'
import { expiredEnrolments } from './totp/totp-store.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))

export interface FactorsModule extends Module {
  /** Checks the second factor of a login and marks it as used, so that it cannot be used again. */
  prove(proof: Body<typeof proveFactorEndpoint>): Promise<Reply<typeof proveFactorEndpoint>>
}

/** This module keeps the second factors of users: authenticator apps and recovery codes. */
export function openFactors(users: Users): FactorsModule {
  const factors: Factors = { ...users, countEnrolment: changeCounter(users.clock) }
  return {
    prove: async (proof) => (await loadRoutes()).proveForLogin(users, proof),
    routes: routesOnDemand([...factorEndpoints, ...internalFactorEndpoints], async () =>
      (await loadRoutes()).factorRoutes(factors),
    ),
    rpcs: async () => [(await loadRpcs()).factorRpcs],
    sweeps: [expiredEnrolments],
    async forgetUser(tx, id) {
      await forgetFactors(tx, id)
    },
    reseal: () => resealFactors(users),
  }
}
