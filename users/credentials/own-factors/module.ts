import type { KeyObject } from 'node:crypto'
import { ownFactorEndpoints } from '#contract/sign-in/own-factors.ts'
import type { RelyingParty } from '#contract/sign-in/webauthn.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../../core/users.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** This module serves the account pages, on which people see and change how they log in. */
export const openOwnFactors = (
  users: Users,
  {
    relyingParty,
    challengeKeys = [],
  }: { relyingParty?: RelyingParty | undefined; challengeKeys?: readonly KeyObject[] | undefined },
): Module => ({
  routes: routesOnDemand(ownFactorEndpoints, async () =>
    (await loadRoutes()).ownFactorRoutes({ ...users, relyingParty, challengeKeys }),
  ),
})
