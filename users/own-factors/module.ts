import type { KeyObject } from 'node:crypto'
import type { RelyingParty } from '#contract/login/webauthn.ts'
import type { Module } from '#runtime/module.ts'
import type { Users } from '../core/users.ts'
import { ownFactorRoutes } from './routes.ts'

/** This module answers the account pages, on which people see and change their own ways in. */
export const openOwnFactors = (
  users: Users,
  {
    relyingParty,
    challengeKeys = [],
  }: { relyingParty?: RelyingParty | undefined; challengeKeys?: readonly KeyObject[] | undefined },
): Module => ({ routes: ownFactorRoutes({ ...users, relyingParty, challengeKeys }) })
