import { federationRpcs } from '#auth/federation/rpcs.ts'
import { revocationRpcs } from '#auth/sessions/revocations/rpcs.ts'
import { sessionRpcs } from '#auth/sessions/rpcs.ts'
import { deviceRpcs } from '#auth/sign-in/devices/rpcs.ts'
import { linkRpcs } from '#auth/sign-in/links/rpcs.ts'
import { lockRpcs } from '#auth/sign-in/login/lock-rpcs.ts'
import { loginRpcs } from '#auth/sign-in/login/rpcs.ts'
import { passkeyLoginRpcs } from '#auth/sign-in/passkeys/rpcs.ts'
import { secondFactorRpcs } from '#auth/sign-in/second-factors/rpcs.ts'
import { tokenRpcs } from '#auth/tokens/rpcs.ts'
import { identityRpcs } from '#users/credentials/identities/rpcs.ts'
import { directoryRpcs } from '#users/directory/rpcs.ts'
import { factorRpcs } from '#users/factors/rpcs.ts'
import { notificationRpcs } from '#users/messages/notifications/rpcs.ts'
import { signUpRpcs } from '#users/sign-up/rpcs.ts'

/** The rpcs of both services that call an endpoint. A test fails when a group of rpcs is missing. */
export const rpcServices = [
  directoryRpcs,
  signUpRpcs,
  factorRpcs,
  identityRpcs,
  notificationRpcs,
  loginRpcs,
  secondFactorRpcs,
  passkeyLoginRpcs,
  federationRpcs,
  deviceRpcs,
  lockRpcs,
  tokenRpcs,
  sessionRpcs,
  linkRpcs,
  revocationRpcs,
]
