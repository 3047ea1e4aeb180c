import type { KeyObject } from 'node:crypto'
import type { Body, Reply } from '#contract/declaration/endpoint.ts'
import type { provePasskeyEndpoint } from '#contract/login/passkeys.ts'
import type { RelyingParty } from '#contract/login/webauthn.ts'
import type { Module } from '#runtime/module.ts'
import type { Users } from '../core/users.ts'
import { passkeyRoutes, proveForLogin } from './routes.ts'
import { passkeyRpcs } from './rpcs.ts'
import { usedChallenges } from './used-challenge-store.ts'

export interface PasskeysModule extends Module {
  /** Checks an assertion of a passkey and uses its challenge up, for a login. */
  prove(proof: Body<typeof provePasskeyEndpoint>): Promise<Reply<typeof provePasskeyEndpoint>>
}

/** This module keeps the passkeys of users and checks what they have signed. What they have besides is in `factors`. */
export function openPasskeys(
  users: Users,
  {
    relyingParty,
    challengeKeys = [],
  }: { relyingParty?: RelyingParty | undefined; challengeKeys?: readonly KeyObject[] | undefined },
): PasskeysModule {
  const passkeys = { ...users, relyingParty, challengeKeys }
  return {
    prove: (proof) => proveForLogin(passkeys, proof),
    routes: passkeyRoutes(passkeys),
    rpcs: [passkeyRpcs],
    sweeps: [usedChallenges],
  }
}
