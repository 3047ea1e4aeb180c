import type { Body, Reply } from '#contract/declaration/endpoint.ts'
import { normalizeId, userInPath } from '#contract/rules/user-in-path.ts'
import {
  addPasskeyEndpoint,
  beginPasskeyEndpoint,
  listPasskeysEndpoint,
  provePasskeyEndpoint,
  removePasskeyEndpoint,
  renamePasskeyEndpoint,
} from '#contract/sign-in/passkeys.ts'
import { route } from '#runtime/requests/route.ts'
import { toKnownUser } from '../../core/user.ts'
import { addPasskey } from './add-passkey.ts'
import { beginPasskey } from './begin-passkey.ts'
import { listPasskeys } from './list-passkeys.ts'
import { type Passkeys, toPasskeyResource } from './passkey.ts'
import { provePasskey } from './prove-passkey.ts'
import { removePasskey } from './remove-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'

export const passkeyRoutes = (users: Passkeys) => [
  route(listPasskeysEndpoint, async ({ params, caller }) => {
    const passkeys = await listPasskeys(users, { userId: userInPath(params.id, caller), caller })
    return { data: passkeys.map(toPasskeyResource) }
  }),
  route(beginPasskeyEndpoint, ({ params, caller }) =>
    beginPasskey(users, { userId: userInPath(params.id, caller), caller }),
  ),
  route(addPasskeyEndpoint, async ({ params, body, caller }) => {
    const userId = userInPath(params.id, caller)
    const { passkey, recoveryCodes } = await addPasskey(users, { userId, caller, ...body })
    return {
      passkey: toPasskeyResource(passkey),
      ...(recoveryCodes ? { recovery_codes: recoveryCodes } : {}),
    }
  }),
  route(renamePasskeyEndpoint, async ({ params, body, caller }) => {
    const userId = userInPath(params.id, caller)
    const id = normalizeId(params.passkey_id)
    return toPasskeyResource(await renamePasskey(users, { userId, caller, id, name: body.name }))
  }),
  route(removePasskeyEndpoint, ({ params, caller }) =>
    removePasskey(users, {
      ...{ userId: userInPath(params.id, caller), caller, id: normalizeId(params.passkey_id) },
    }),
  ),
  route(provePasskeyEndpoint, ({ body }) => proveForLogin(users, body)),
]

/**
 * Checks a passkey for a login. The internal route uses it; an authentication service in the same process calls it directly.
 */
export async function proveForLogin(
  users: Passkeys,
  proof: Body<typeof provePasskeyEndpoint>,
): Promise<Reply<typeof provePasskeyEndpoint>> {
  const { purpose, bound_to: boundTo, credential, session_epoch, factors_version } = proof
  const userId = proof.user_id === undefined ? undefined : normalizeId(proof.user_id)
  const stood =
    userId !== undefined && session_epoch !== undefined && factors_version !== undefined
      ? { user_id: userId, session_epoch, factors_version }
      : undefined
  const { user, secondFactors, amr } = await provePasskey(users, {
    ...{ purpose, boundTo, credential, userId, stood },
  })
  return { proven: { ...toKnownUser(user), second_factors: secondFactors }, amr }
}
