import type { KeyObject } from 'node:crypto'
import type { RelyingParty } from '#contract/login/webauthn.ts'
import type { Module } from '#runtime/module.ts'
import type { Users } from '../core/users.ts'
import { passkeyRoutes } from './routes.ts'
import { passkeyRpcs } from './rpcs.ts'
import { usedChallenges } from './used-challenge-store.ts'

/** This module keeps the passkeys of users and checks what they have signed. What they have besides is in `factors`. */
export const openPasskeys = (
  users: Users,
  {
    relyingParty,
    challengeKeys = [],
  }: { relyingParty?: RelyingParty | undefined; challengeKeys?: readonly KeyObject[] | undefined },
): Module => ({
  routes: passkeyRoutes({ ...users, relyingParty, challengeKeys }),
  rpcs: [passkeyRpcs],
  sweeps: [usedChallenges],
})
