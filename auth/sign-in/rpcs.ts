import type { RpcService } from '#runtime/rpc/rpc.ts'
import { deviceRpcs } from './devices/rpcs.ts'
import { linkRpcs } from './links/rpcs.ts'
import { lockRpcs } from './login/lock-rpcs.ts'
import { loginRpcs } from './login/rpcs.ts'
import { passkeyLoginRpcs } from './passkeys/rpcs.ts'
import { secondFactorRpcs } from './second-factors/rpcs.ts'

/** The rpcs of the room. */
export const signInRpcs: readonly RpcService[] = [
  loginRpcs,
  secondFactorRpcs,
  passkeyLoginRpcs,
  linkRpcs,
  deviceRpcs,
  lockRpcs,
]
