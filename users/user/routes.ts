import { callerId } from '#contract/endpoint.ts'
import { tellEventsEndpoint } from '#contract/events.ts'
import { Failure } from '#contract/failures.ts'
import { isUuid } from '#contract/fields.ts'
import type { UserResource } from '#contract/user.ts'
import { idInPath, userInPath } from '#contract/user-in-path.ts'
import {
  addUserEndpoint,
  createUserEndpoint,
  deleteUserEndpoint,
  findLoginUsersEndpoint,
  findUsersEndpoint,
  getUserByEmailEndpoint,
  getUserByUsernameEndpoint,
  getUserEndpoint,
  inviteUserEndpoint,
  listUsersEndpoint,
  removeUserEndpoint,
  replacePasswordEndpoint,
  updateUserEndpoint,
  validateUserEndpoint,
} from '#contract/users.ts'
import { networkKey } from '#runtime/network.ts'
import { Answer, route } from '#runtime/route.ts'
import { requireRecentLogin } from '../core/actor.ts'
import { etagOf, requireRightsOf, toResource, type User } from '../core/user.ts'
import type { Users } from '../core/users.ts'
import { changePassword } from '../credentials/change-password.ts'
import { checkCredentials, findKnownUser } from '../credentials/known-user.ts'
import { toRepeatable } from '../idempotency/idempotency.ts'
import { onToldEvents } from '../sessions/on-told-events.ts'
import { createUser } from '../sign-up/create-user.ts'
import { inviteUser } from '../sign-up/invite-user.ts'
import { deleteUser } from './delete-user.ts'
import { findLoginUser } from './find-login-user.ts'
import { findVisibleUser } from './find-user.ts'
import { listUsers } from './list-users.ts'
import { updateUser } from './update-user.ts'

export const userRoutes = (users: Users) => [
  route(createUserEndpoint, async ({ body, idempotencyKey, address, passedOnBy }) => {
    if (users.signup === 'closed') throw new Failure('signup_closed')
    // Nobody has shown who they are: the same key from elsewhere is somebody else's.
    const scope = `createUser ${networkKey(address)}`
    const repeatable = toRepeatable(idempotencyKey, { scope, body }, users.fingerprintKey)
    return created(await createUser(users, { ...body, address, passedOnBy, repeatable }))
  }),
  route(addUserEndpoint, async ({ body, caller, idempotencyKey }) => {
    requireRightsOf({ role: body.role ?? 'user' }, caller)
    if (body.role === 'admin') requireRecentLogin(caller, users.clock.now())
    const scope = `addUser ${callerId(caller)}`
    const repeatable = toRepeatable(idempotencyKey, { scope, body }, users.fingerprintKey)
    return created(await createUser(users, { ...body, by: callerId(caller), repeatable }))
  }),
  route(getUserByEmailEndpoint, async ({ params, caller }) =>
    tagged(await findVisibleUser(users, { by: params, caller })),
  ),
  route(getUserByUsernameEndpoint, async ({ params, caller }) =>
    tagged(await findVisibleUser(users, { by: params, caller })),
  ),
  route(getUserEndpoint, async ({ params, caller }) =>
    tagged(await findVisibleUser(users, { by: { id: userInPath(params.id, caller) }, caller })),
  ),
  route(listUsersEndpoint, async ({ query }) => {
    const { created_after: createdAfter, created_before: createdBefore, total, ...rest } = query
    const page = await listUsers(users, { ...rest, createdAfter, createdBefore, total: total === 'true' })
    return {
      data: page.users.map(toResource),
      next_cursor: page.nextCursor,
      total: page.total,
      total_is_capped: page.totalIsCapped,
    }
  }),
  route(updateUserEndpoint, async ({ params, body, caller, ifMatch }) =>
    tagged(await updateUser(users, { userId: userInPath(params.id, caller), patch: body, caller, ifMatch })),
  ),
  route(removeUserEndpoint, async ({ params, caller, ifMatch }) => {
    if (!isUuid(params.id)) throw new Failure('invalid_user_id')
    const userId = params.id.toLowerCase()
    await deleteUser(users, { userId, caller, ifMatch }).catch(asInvalidId)
    return { id: userId, deleted: true as const }
  }),
  route(inviteUserEndpoint, ({ params, caller }) =>
    inviteUser(users, { userId: idInPath(params.id), caller }),
  ),
  route(deleteUserEndpoint, ({ params, caller, ifMatch }) =>
    deleteUser(users, { userId: userInPath(params.id, caller), caller, ifMatch }),
  ),
  route(validateUserEndpoint, async ({ body }) => ({
    valid: true as const,
    ...(await checkCredentials(users, body)),
  })),
  route(findUsersEndpoint, async ({ body }) => {
    const found = await Promise.all(body.ids.map((id) => findKnownUser(users, id)))
    return { results: found.map((known) => known ?? {}) }
  }),
  route(findLoginUsersEndpoint, async ({ body }) => {
    const found = await Promise.all(body.names.map((name) => findLoginUser(users, name)))
    return { results: found.map((id) => (id === undefined ? {} : { user_id: id })) }
  }),
  route(tellEventsEndpoint, ({ body }) => onToldEvents(users, body)),
  route(replacePasswordEndpoint, async ({ body }) => {
    const user = await changePassword(users, {
      userId: idInPath(body.user_id),
      currentPassword: body.current_password,
      newPassword: body.new_password,
    })
    return { user: toResource(user), session_epoch: user.sessionEpoch }
  }),
]

const tagged = (user: User): Answer<UserResource> => new Answer(toResource(user), { etag: etagOf(user) })

const created = (user: User): Answer<UserResource> =>
  new Answer(toResource(user), { etag: etagOf(user), location: `/api/v1/users/${user.id}` })

/** The bare route knows no 404: an id that never was a user's is an invalid one. */
function asInvalidId(error: unknown): never {
  throw error instanceof Failure && error.code === 'user_not_found' ? new Failure('invalid_user_id') : error
}
