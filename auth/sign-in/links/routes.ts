import {
  forgotPasswordEndpoint,
  requestLinkEndpoint,
  resetPasswordEndpoint,
  sendVerificationEndpoint,
  takeBackEndpoint,
  useEmailLinkEndpoint,
  verifyEmailEndpoint,
} from '#contract/users/links.ts'
import { route } from '#runtime/requests/route.ts'
import type { Auth } from '../../core/auth.ts'
import { recoverAccount } from './recover-account.ts'
import { resetPassword } from './reset-password.ts'

/** The routes about links pass requests on to the user service, which stores the links. */
export const linkRoutes = (auth: Auth) => [
  route(forgotPasswordEndpoint, ({ body, address }) =>
    auth.users.ask(requestLinkEndpoint, { purpose: 'reset_password', email: body.email, address }),
  ),
  route(sendVerificationEndpoint, ({ body, address }) =>
    auth.users.ask(requestLinkEndpoint, { purpose: 'verify_email', email: body.email, address }),
  ),
  route(resetPasswordEndpoint, async ({ body, address }) => {
    await resetPassword(auth, { ...body, address })
    return { password_reset: true as const }
  }),
  route(verifyEmailEndpoint, async ({ body }) => {
    const { user } = await auth.users.ask(useEmailLinkEndpoint, body)
    return { email_verified: true as const, email: user.email }
  }),
  route(takeBackEndpoint, async ({ body }) => {
    const { reset_token, expires_in } = await recoverAccount(auth, body.token)
    return { taken_back: true as const, reset_token, expires_in }
  }),
]
