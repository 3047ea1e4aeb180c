import type { KeyObject } from 'node:crypto'
import type { Body, Reply } from '#contract/declaration/endpoint.ts'
import { passkeyEndpoints, provePasskeyEndpoint } from '#contract/sign-in/passkeys.ts'
import type { RelyingParty } from '#contract/sign-in/webauthn.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../../core/users.ts'
import { usedChallenges } from './used-challenge-store.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))

export interface PasskeysModule extends Module {
  /** Checks an assertion of a passkey for a login, and stores its challenge as used. */
  prove(proof: Body<typeof provePasskeyEndpoint>): Promise<Reply<typeof provePasskeyEndpoint>>
}

/** This module stores the passkeys of users and checks their signatures. Other second factors are in the module `factors`. */
export function openPasskeys(
  users: Users,
  {
    relyingParty,
    challengeKeys = [],
  }: { relyingParty?: RelyingParty | undefined; challengeKeys?: readonly KeyObject[] | undefined },
): PasskeysModule {
  const passkeys = { ...users, relyingParty, challengeKeys }
  return {
    prove: async (proof) => (await loadRoutes()).proveForLogin(passkeys, proof),
    routes: routesOnDemand([...passkeyEndpoints, provePasskeyEndpoint], async () =>
      (await loadRoutes()).passkeyRoutes(passkeys),
    ),
    rpcs: async () => [(await loadRpcs()).passkeyRpcs],
    sweeps: [usedChallenges],
  }
}
