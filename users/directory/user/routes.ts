import { Failure } from '#contract/declaration/failures.ts'
import { isUuid } from '#contract/declaration/fields.ts'
import { userInPath } from '#contract/rules/user-in-path.ts'
import {
  changeOwnAccountEndpoint,
  deleteOwnAccountEndpoint,
  findLoginUsersEndpoint,
  findUsersEndpoint,
} from '#contract/sign-in/internal-users.ts'
import {
  deleteUserEndpoint,
  getUserByEmailEndpoint,
  getUserByUsernameEndpoint,
  getUserEndpoint,
  removeUserEndpoint,
  updateUserEndpoint,
} from '#contract/users.ts'
import { route } from '#runtime/requests/route.ts'
import { callerOnPage } from '../../core/person-on-page.ts'
import { toKnownUser, toResource } from '../../core/user.ts'
import { tagged } from '../../core/user-answers.ts'
import { findUser } from '../../core/user-store.ts'
import { deleteUser } from './delete-user.ts'
import { findLoginUser } from './find-login-user.ts'
import { findVisibleUser } from './find-user.ts'
import { updateUser } from './update-user.ts'
import type { UserAdministration } from './user-administration.ts'

export const userRoutes = (users: UserAdministration) => [
  route(getUserByEmailEndpoint, async ({ params, caller }) =>
    tagged(await findVisibleUser(users, { by: params, caller })),
  ),
  route(getUserByUsernameEndpoint, async ({ params, caller }) =>
    tagged(await findVisibleUser(users, { by: params, caller })),
  ),
  route(getUserEndpoint, async ({ params, caller }) =>
    tagged(await findVisibleUser(users, { by: { id: userInPath(params.id, caller) }, caller })),
  ),
  route(updateUserEndpoint, async ({ params, body, caller, ifMatch }) =>
    tagged(await updateUser(users, { userId: userInPath(params.id, caller), patch: body, caller, ifMatch })),
  ),
  route(removeUserEndpoint, async ({ params, caller, ifMatch }) => {
    if (!isUuid(params.id)) throw new Failure('invalid_user_id')
    const userId = params.id.toLowerCase()
    await deleteUser(users, { userId, caller, ifMatch }).catch(asInvalidId)
    return { id: userId, deleted: true as const }
  }),
  route(deleteUserEndpoint, ({ params, caller, ifMatch }) =>
    deleteUser(users, { userId: userInPath(params.id, caller), caller, ifMatch }),
  ),
  route(
    changeOwnAccountEndpoint,
    async ({ body: { user_id, session_id, authenticated_at, acr, ...patch } }) => {
      const caller = await callerOnPage(users.db, { user_id, session_id, authenticated_at, acr })
      const changed = await updateUser(users, { userId: caller.userId, patch, caller, ifMatch: undefined })
      return { user: toResource(changed) }
    },
  ),
  route(deleteOwnAccountEndpoint, async ({ body }) => {
    const caller = await callerOnPage(users.db, body)
    await deleteUser(users, { userId: caller.userId, caller, ifMatch: undefined })
    return { deleted: true as const }
  }),
  route(findUsersEndpoint, async ({ body }) => {
    const found = await Promise.all(body.ids.map((id) => findUser(users.db, id.toLowerCase())))
    return { results: found.map((user) => (user ? toKnownUser(user) : {})) }
  }),
  route(findLoginUsersEndpoint, async ({ body }) => {
    const found = await Promise.all(body.names.map((name) => findLoginUser(users, name)))
    return { results: found.map((id) => (id === undefined ? {} : { user_id: id })) }
  }),
]

/** Replaces `user_not_found` on the unversioned route, which has no 404: it answers that the id is invalid. */
function asInvalidId(error: unknown): never {
  throw error instanceof Failure && error.code === 'user_not_found' ? new Failure('invalid_user_id') : error
}
