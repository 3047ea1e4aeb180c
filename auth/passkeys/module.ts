import type { KeyObject } from 'node:crypto'
import type { RelyingParty } from '#contract/login/webauthn.ts'
import type { Module } from '#runtime/module.ts'
import type { Login } from '../login/login.ts'
import { passkeyLoginRoutes } from './routes.ts'
import { passkeyLoginRpcs } from './rpcs.ts'

/** Opens logins and step-up by passkeys. The user service keeps the passkeys and checks what they have signed. */
export const openPasskeyLogin = (
  login: Login,
  {
    relyingParty,
    challengeKeys = [],
  }: { relyingParty?: RelyingParty | undefined; challengeKeys?: readonly KeyObject[] | undefined },
): Module => ({
  routes: passkeyLoginRoutes({ ...login, relyingParty, challengeKeys }),
  rpcs: [passkeyLoginRpcs],
})
