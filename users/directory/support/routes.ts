import { normalizeId } from '#contract/rules/user-in-path.ts'
import {
  listUserHistoryEndpoint,
  listUserLinksEndpoint,
  listUserMailsEndpoint,
  listUserNotificationsEndpoint,
  makeResetLinkEndpoint,
} from '#contract/users/one-user.ts'
import {
  confirmEmailEndpoint,
  getLoginStateEndpoint,
  sendPasswordResetEndpoint,
  setTemporaryPasswordEndpoint,
} from '#contract/users/user-support.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { route } from '#runtime/requests/route.ts'
import { tagged } from '../../core/user-answers.ts'
import type { Users } from '../../core/users.ts'
import { confirmEmail } from './confirm-email.ts'
import { findLoginState } from './find-login-state.ts'
import { listUserHistory } from './list-user-history.ts'
import { listUserLinks } from './list-user-links.ts'
import { listUserMails } from './list-user-mails.ts'
import { listUserNotifications } from './list-user-notifications.ts'
import { makeResetLink } from './make-reset-link.ts'
import { sendPasswordReset } from './send-password-reset.ts'
import { setTemporaryPassword } from './set-temporary-password.ts'

export const supportRoutes = (users: Users) => [
  route(getLoginStateEndpoint, ({ params }) => findLoginState(users, { userId: normalizeId(params.id) })),
  route(confirmEmailEndpoint, async ({ params, body, caller }) =>
    tagged(await confirmEmail(users, { userId: normalizeId(params.id), email: body.email, caller })),
  ),
  route(sendPasswordResetEndpoint, ({ params, caller }) =>
    sendPasswordReset(users, { userId: normalizeId(params.id), caller }),
  ),
  route(setTemporaryPasswordEndpoint, async ({ params, caller }) => {
    const made = await setTemporaryPassword(users, { userId: normalizeId(params.id), caller })
    return { temporary_password: made.password, expires_at: toRfc3339(made.expiresAt) }
  }),
  route(listUserHistoryEndpoint, ({ params, query }) =>
    listUserHistory(users, { userId: normalizeId(params.id), ...query }),
  ),
  route(listUserLinksEndpoint, async ({ params }) => ({
    data: await listUserLinks(users, { userId: normalizeId(params.id) }),
  })),
  route(listUserMailsEndpoint, async ({ params }) => ({
    data: await listUserMails(users, { userId: normalizeId(params.id) }),
  })),
  route(listUserNotificationsEndpoint, ({ params, query }) =>
    listUserNotifications(users, { userId: normalizeId(params.id), ...query }),
  ),
  route(makeResetLinkEndpoint, async ({ params, caller }) => {
    const { link, expiresAt } = await makeResetLink(users, { userId: normalizeId(params.id), caller })
    return { link, expires_at: toRfc3339(expiresAt) }
  }),
]
