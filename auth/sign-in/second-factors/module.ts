import {
  completeLoginByRecoveryCodeEndpoint,
  completeLoginByTotpEndpoint,
  enrolTotpAtLoginEndpoint,
  stepUpEndpoint,
} from '#contract/sign-in/login-steps.ts'
import type { Sql } from '#runtime/database/database.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import { removeAttemptsBetween } from '../limits/login-attempt-store.ts'
import { recoveryCodeKeys, secondFactorKeys } from '../limits/login-limits.ts'
import type { Login } from '../login.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))

const endpoints = [
  completeLoginByTotpEndpoint,
  completeLoginByRecoveryCodeEndpoint,
  enrolTotpAtLoginEndpoint,
  stepUpEndpoint,
]

/** Opens the last step of logins that need a second factor, and step-up. */
export const openSecondFactors = (login: Login): Module => ({
  routes: routesOnDemand(endpoints, async () => (await loadRoutes()).secondFactorRoutes(login)),
  rpcs: async () => [(await loadRpcs()).secondFactorRpcs],
  forgetUser: forgetWrongFactors,
})

async function forgetWrongFactors(tx: Sql, userId: string): Promise<void> {
  for (const { first, end } of [secondFactorKeys(userId), recoveryCodeKeys(userId)])
    await removeAttemptsBetween(tx, first, end)
}
