import { endpoint } from '../declaration/endpoint.ts'
import { ClientAddress, Email, Id, NewPassword } from '../declaration/fields.ts'
import { integer, literal, object, oneOf, optional, string } from '../declaration/schema.ts'
import { User } from './user.ts'

/** The purposes that a link in a mail can have. A link works for its own purpose only. */
export const linkPurposes = [
  'verify_email',
  'change_email',
  'reset_password',
  'invitation',
  'take_back',
] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** The name of the page that each link opens: `/account/reset-password?token=…` below the public URL. */
export const accountPages = {
  verify_email: 'verify-email',
  change_email: 'confirm-email',
  reset_password: 'reset-password',
  invitation: 'accept-invitation',
  take_back: 'take-back',
  forgot_password: 'forgot-password',
} as const satisfies Record<LinkPurpose | 'forgot_password', string>

const LinkToken = string({
  minLength: 1,
  maxLength: 200,
  description: 'The `token` of the link in the email.',
})

/**
 * The address in a request for a link may be any text. A text that is not an address gets the same reply as an unknown address,
 * and no mail is sent.
 */
const GivenAddress = string({ minLength: 1, maxLength: 254, examples: ['ada@example.com'] })

const asksForMail = {
  method: 'POST',
  tag: 'links',
  success: 202,
  failures: ['user_service_unavailable'],
} as const

const usesLink = { method: 'POST', access: 'anyone', tag: 'links', success: 200 } as const

export const forgotPasswordEndpoint = endpoint({
  ...asksForMail,
  name: 'forgotPassword',
  paths: ['/api/v1/auth/password/forgot'],
  access: 'anyone',
  summary: 'Request a password reset email',
  description: 'Response and response time are the same if no user has the address.',
  body: object({ email: GivenAddress }, { title: 'ForgottenPassword' }),
})

export const sendVerificationEndpoint = endpoint({
  ...asksForMail,
  name: 'sendVerification',
  paths: ['/api/v1/auth/email/verification'],
  access: 'anyone',
  summary: 'Resend the email that confirms an address',
  description:
    'Response and response time are the same if no user has the address or it is already confirmed.',
  body: object({ email: GivenAddress }, { title: 'AskedVerification' }),
})

export const resetPasswordEndpoint = endpoint({
  ...usesLink,
  name: 'resetPassword',
  paths: ['/api/v1/auth/password/reset'],
  summary: 'Set a password with a link from an email',
  description:
    'Resets a forgotten password or sets the first one. The link is used up, its address is confirmed, and every session ends; the user is not signed in. If the password is rejected, the link stays valid. `token` can also be the `reset_token` of a sign-in with a temporary password, which confirms no address.',
  body: object({ token: LinkToken, password: NewPassword }, { title: 'PasswordReset' }),
  reply: object({ password_reset: literal(true) }, { title: 'ResetPassword' }),
  failures: ['link_invalid', 'password_unacceptable', 'overloaded', 'user_service_unavailable'],
})

export const verifyEmailEndpoint = endpoint({
  ...usesLink,
  name: 'verifyEmail',
  paths: ['/api/v1/auth/email/verify'],
  summary: 'Confirm an email address with a link',
  description:
    'The link is used up. A new address replaces the old one, which is notified and can undo the change.',
  body: object({ token: LinkToken }, { title: 'EmailVerification' }),
  reply: object({ email_verified: literal(true), email: Email }, { title: 'VerifiedEmail' }),
  failures: ['link_invalid', 'user_service_unavailable'],
})

export const takeBackEndpoint = endpoint({
  ...usesLink,
  name: 'takeBack',
  paths: ['/api/v1/auth/take-back'],
  summary: 'Recover an account (“This was not me”)',
  description:
    'The link is used up. Ends every session, invalidates the password and restores the email address that the link was sent to. API keys that the user created since one hour before the email are revoked, with the keys created by them, and webhooks that the user or these keys created since then are disabled. The response has a token that sets a new password.',
  body: object({ token: LinkToken }, { title: 'TakeBack' }),
  reply: object(
    {
      taken_back: literal(true),
      reset_token: string({ description: 'Send it to POST /api/v1/auth/password/reset.' }),
      expires_in: integer({ description: 'Seconds.' }),
    },
    { title: 'TakenBack' },
  ),
  failures: ['link_invalid', 'user_service_unavailable'],
})

export const linkEndpoints = [
  forgotPasswordEndpoint,
  resetPasswordEndpoint,
  verifyEmailEndpoint,
  sendVerificationEndpoint,
  takeBackEndpoint,
]

const internal = { method: 'POST', access: 'service', tag: 'internal' } as const

/**
 * Requests a link for a client. `address` is the network address of the client, whose requests for mail are
 * limited.
 */
export const requestLinkEndpoint = endpoint({
  ...internal,
  name: 'requestLink',
  paths: ['/internal/links/request'],
  summary: 'Somebody asked for a mail with a link',
  body: object({
    purpose: oneOf(['reset_password', 'verify_email']),
    email: GivenAddress,
    address: string({ maxLength: 100 }),
  }),
  success: 204,
  failures: [],
})

export const describeLinkEndpoint = endpoint({
  ...internal,
  name: 'describeLink',
  paths: ['/internal/links/describe'],
  summary: 'What a link is for; leaves it as it is',
  body: object({ token: LinkToken }),
  success: 200,
  reply: object({
    purpose: oneOf(linkPurposes),
    username: string(),
    email: Email,
  }),
  failures: ['link_invalid'],
})

export const useResetLinkEndpoint = endpoint({
  ...internal,
  name: 'useResetLink',
  paths: ['/internal/links/reset-password'],
  summary: 'Set a password with a link',
  body: object({ token: LinkToken, password: NewPassword, address: optional(ClientAddress) }),
  success: 200,
  reply: object({ user: User, session_epoch: optional(integer()) }),
  failures: ['link_invalid', 'password_unacceptable', 'overloaded'],
})

export const useEmailLinkEndpoint = endpoint({
  ...internal,
  name: 'useEmailLink',
  paths: ['/internal/links/verify-email'],
  summary: 'Confirm an address with a link',
  body: object({ token: LinkToken }),
  success: 200,
  reply: object({ user: User }),
  failures: ['link_invalid'],
})

export const useTakeBackLinkEndpoint = endpoint({
  ...internal,
  name: 'useTakeBackLink',
  paths: ['/internal/links/take-back'],
  summary: 'Take a user back with a link',
  body: object({ token: LinkToken }),
  success: 200,
  reply: object({
    user_id: Id,
    reset_token: string(),
    expires_in: integer(),
    session_epoch: optional(integer()),
  }),
  failures: ['link_invalid'],
})

export const internalLinkEndpoints = [
  requestLinkEndpoint,
  describeLinkEndpoint,
  useResetLinkEndpoint,
  useEmailLinkEndpoint,
  useTakeBackLinkEndpoint,
]
