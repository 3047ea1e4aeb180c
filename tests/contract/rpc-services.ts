import { linkRpcs } from '#auth/links/rpcs.ts'
import { lockRpcs } from '#auth/login/lock-rpcs.ts'
import { loginRpcs } from '#auth/login/rpcs.ts'
import { revocationRpcs } from '#auth/revocations/rpcs.ts'
import { sessionRpcs } from '#auth/sessions/rpcs.ts'
import { tokenRpcs } from '#auth/tokens/rpcs.ts'
import { notificationRpcs } from '#users/notifications/rpcs.ts'
import { signUpRpcs } from '#users/sign-up/rpcs.ts'
import { supportRpcs } from '#users/support/rpcs.ts'
import { userRpcs } from '#users/user/rpcs.ts'

/** Every rpc that an endpoint answers. A test sees when one is left out. */
export const rpcServices = [
  ...[userRpcs, signUpRpcs, supportRpcs, notificationRpcs],
  ...[loginRpcs, lockRpcs, tokenRpcs, sessionRpcs, linkRpcs, revocationRpcs],
]
