import { authorId, callerId } from '#contract/declaration/endpoint.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import { signUpOnPageEndpoint } from '#contract/sign-in/internal-users.ts'
import { useEmailLinkEndpoint } from '#contract/users/links.ts'
import { addUserEndpoint, createUserEndpoint, inviteUserEndpoint } from '#contract/users.ts'
import { networkKey } from '#runtime/network.ts'
import { toRepeatable } from '#runtime/requests/idempotency.ts'
import { route } from '#runtime/requests/route.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import { requireRightsOf, toResource } from '../core/user.ts'
import { created } from '../core/user-answers.ts'
import type { Users } from '../core/users.ts'
import { createUser } from './create-user.ts'
import { verifyEmail } from './email/verify-email.ts'
import { inviteUser } from './invite-user.ts'
import { signUp } from './sign-up.ts'

export const signUpRoutes = (users: Users) => [
  route(createUserEndpoint, async ({ body, idempotencyKey, address, passedOnBy }) => {
    // The client is not authenticated, so the scope is its network: the same key from another network is a different key.
    const scope = `createUser ${networkKey(address)}`
    const repeatable = toRepeatable(idempotencyKey, { scope, body }, users.secrets.fingerprintKey)
    return created(await signUp(users, { ...body, address, passedOnBy, repeatable }))
  }),
  route(signUpOnPageEndpoint, async ({ body: { is_passed_on: isPassedOn, ...body } }) => {
    // The authentication service has already found out which address is the client's and which is that of a trusted proxy.
    const passedOnBy = isPassedOn ? 'trusted_proxy' : 'nobody'
    return { user: toResource(await signUp(users, { ...body, passedOnBy })) }
  }),
  route(addUserEndpoint, async ({ body, caller, idempotencyKey }) => {
    requireRightsOf({ role: body.role ?? 'user' }, caller)
    if (body.role === 'admin') requireRecentLogin(caller, users.clock.now())
    const scope = `addUser ${callerId(caller)}`
    const repeatable = toRepeatable(idempotencyKey, { scope, body }, users.secrets.fingerprintKey)
    return created(await createUser(users, { ...body, by: authorId(caller), repeatable }))
  }),
  route(inviteUserEndpoint, ({ params, caller }) =>
    inviteUser(users, { userId: normalizeId(params.id), caller }),
  ),
  route(useEmailLinkEndpoint, async ({ body }) => ({ user: toResource(await verifyEmail(users, body)) })),
]
