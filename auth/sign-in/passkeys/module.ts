import type { KeyObject } from 'node:crypto'
import { passkeyLoginEndpoints } from '#contract/sign-in/passkey-login.ts'
import type { RelyingParty } from '#contract/sign-in/webauthn.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Login } from '../login.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))

/** Opens logins and step-up by passkeys. The user service keeps the passkeys and checks what they have signed. */
export const openPasskeyLogin = (
  login: Login,
  {
    relyingParty,
    challengeKeys = [],
  }: { relyingParty?: RelyingParty | undefined; challengeKeys?: readonly KeyObject[] | undefined },
): Module => ({
  routes: routesOnDemand(passkeyLoginEndpoints, async () =>
    (await loadRoutes()).passkeyLoginRoutes({ ...login, relyingParty, challengeKeys }),
  ),
  rpcs: async () => [(await loadRpcs()).passkeyLoginRpcs],
})
