import { endpoint } from '../declaration/endpoint.ts'
import {
  Acr,
  ClientAddress,
  DisplayName,
  Email,
  Id,
  Locale,
  LoginName,
  NewPassword,
  PresentedPassword,
  Time,
} from '../declaration/fields.ts'
import {
  array,
  boolean,
  integer,
  literal,
  nullable,
  object,
  optional,
  string,
} from '../declaration/schema.ts'
import { signUpFields, User } from '../users/user.ts'
import { internalFactorEndpoints, KeptSession, SecondFactors } from './factors.ts'
import { internalIdentityEndpoints } from './identities.ts'
import { ownFactorEndpoints, personFields } from './own-factors.ts'
import { provePasskeyEndpoint } from './passkeys.ts'

export const validateUserEndpoint = endpoint({
  name: 'validateUser',
  method: 'POST',
  paths: ['/internal/validate-user'],
  access: 'service',
  tag: 'internal',
  summary: "Check a user's credentials",
  body: object(
    { username: LoginName, password: PresentedPassword, address: optional(ClientAddress) },
    { title: 'Credentials' },
  ),
  success: 200,
  reply: object(
    {
      valid: literal(true),
      user: User,
      session_epoch: integer({ description: 'Rises whenever all sessions of the user end.' }),
      kept_session: KeptSession,
      second_factors: optional(SecondFactors),
    },
    { title: 'ValidatedUser' },
  ),
  failures: ['invalid_credentials', 'password_change_required', 'overloaded'],
})

export const findUsersEndpoint = endpoint({
  name: 'findUsers',
  method: 'POST',
  paths: ['/internal/users/find'],
  access: 'service',
  tag: 'internal',
  summary: 'The present state of users',
  body: object({ ids: array(Id, { minItems: 1, maxItems: 100 }) }, { title: 'WantedUsers' }),
  success: 200,
  reply: object(
    {
      results: array(
        object({ user: optional(User), session_epoch: optional(integer()), kept_session: KeptSession }),
        { description: 'One for each id, in their order; empty for a user who is not there.' },
      ),
    },
    { title: 'FoundUsers' },
  ),
  failures: [],
})

export const findLoginUsersEndpoint = endpoint({
  name: 'findLoginUsers',
  method: 'POST',
  paths: ['/internal/users/by-login-name'],
  access: 'service',
  tag: 'internal',
  summary: 'Whom login names mean',
  body: object({ names: array(LoginName, { minItems: 1, maxItems: 40 }) }, { title: 'LoginNames' }),
  success: 200,
  reply: object(
    {
      results: array(object({ user_id: optional(Id) }), {
        description: 'One for each name, in their order; empty for a name that nobody has.',
      }),
    },
    { title: 'LoginUsers' },
  ),
  failures: [],
})

export const replacePasswordEndpoint = endpoint({
  name: 'replacePassword',
  method: 'POST',
  paths: ['/internal/change-password'],
  access: 'service',
  tag: 'internal',
  summary: 'Change the password of a user who knows the current one',
  description:
    'Ends every session of the user before it is answered. A user with a second factor needs a session of `aal2` whose proof is at most five minutes old.',
  body: object(
    {
      user_id: Id,
      current_password: PresentedPassword,
      new_password: NewPassword,
      address: optional(ClientAddress),
      acr: optional(Acr),
      authenticated_at: optional(Time),
    },
    { title: 'PasswordReplacement' },
  ),
  success: 200,
  reply: object({ user: User, session_epoch: integer() }, { title: 'ChangedUser' }),
  failures: [
    'invalid_credentials',
    'reauthentication_required',
    'password_unacceptable',
    'changes_limited',
    'overloaded',
  ],
})

const internal = { method: 'POST', access: 'service', tag: 'internal', success: 200 } as const

export const signUpOnPageEndpoint = endpoint({
  ...internal,
  name: 'signUpOnPage',
  paths: ['/internal/own-account/sign-up'],
  summary: 'Sign up on a page, from a network address',
  body: object(
    {
      ...signUpFields,
      address: string({ maxLength: 100 }),
      is_passed_on: boolean({ description: 'Whether a proxy has passed the request of the client on.' }),
    },
    { title: 'PageSignUp' },
  ),
  reply: object({ user: User }, { title: 'SignedUpUser' }),
  failures: [
    'username_taken',
    'email_taken',
    'password_unacceptable',
    'signup_closed',
    'signup_limited',
    'overloaded',
  ],
})

export const changeOwnAccountEndpoint = endpoint({
  ...internal,
  name: 'changeOwnAccount',
  paths: ['/internal/own-account/change'],
  summary: 'Change one’s own name, address or language on a page',
  body: object(
    {
      ...personFields,
      name: optional(nullable(DisplayName)),
      email: optional(Email),
      locale: optional(nullable(Locale)),
    },
    { title: 'OwnAccountChange' },
  ),
  reply: object({ user: User }, { title: 'ChangedOwnAccount' }),
  failures: ['user_not_found', 'forbidden', 'email_taken', 'reauthentication_required'],
})

export const deleteOwnAccountEndpoint = endpoint({
  ...internal,
  name: 'deleteOwnAccount',
  paths: ['/internal/own-account/delete'],
  summary: 'Delete one’s own user on a page',
  description: 'Ends every session of the user before it is answered.',
  body: object(personFields, { title: 'OwnAccountDeletion' }),
  reply: object({ deleted: literal(true) }, { title: 'DeletedOwnAccount' }),
  failures: ['user_not_found', 'forbidden', 'last_admin', 'reauthentication_required'],
})

/** The authentication service calls these endpoints of the user service. */
export const internalUserEndpoints = [
  validateUserEndpoint,
  findUsersEndpoint,
  findLoginUsersEndpoint,
  replacePasswordEndpoint,
  ...internalFactorEndpoints,
  provePasskeyEndpoint,
  ...internalIdentityEndpoints,
  ...ownFactorEndpoints,
  signUpOnPageEndpoint,
  changeOwnAccountEndpoint,
  deleteOwnAccountEndpoint,
]
