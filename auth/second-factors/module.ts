import type { Sql } from '#runtime/database/database.ts'
import type { Module } from '#runtime/module.ts'
import type { Login } from '../login/login.ts'
import { removeAttemptsBetween } from '../login/login-attempt-store.ts'
import { recoveryCodeKeys, secondFactorKeys } from '../login/login-limits.ts'
import { secondFactorRoutes } from './routes.ts'
import { secondFactorRpcs } from './rpcs.ts'

/** Opens the last step of logins that need a second factor, and step-up. */
export const openSecondFactors = (login: Login): Module => ({
  routes: secondFactorRoutes(login),
  rpcs: [secondFactorRpcs],
  forgetUser: forgetWrongFactors,
})

async function forgetWrongFactors(tx: Sql, userId: string): Promise<void> {
  for (const { first, end } of [secondFactorKeys(userId), recoveryCodeKeys(userId)])
    await removeAttemptsBetween(tx, first, end)
}
