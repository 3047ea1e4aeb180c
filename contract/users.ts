import { endpoint } from './declaration/endpoint.ts'
import {
  DisplayName,
  Email,
  Id,
  Locale,
  NewPassword,
  Role,
  SuspensionReason,
  UserIdPath,
  Username,
  UserStatus,
} from './declaration/fields.ts'
import { Location, SessionsPending } from './declaration/reply-headers.ts'
import { literal, nullable, object, optional, string } from './declaration/schema.ts'
import { auditEndpoints } from './events/audit.ts'
import { eventEndpoints, tellEventsEndpoint } from './events/events.ts'
import { apiKeyEndpoints } from './integrations/api-keys.ts'
import { exportEndpoints } from './integrations/exports.ts'
import { webhookEndpoints } from './integrations/webhooks.ts'
import { identityEndpoints } from './sign-in/identities.ts'
import { internalUserEndpoints } from './sign-in/internal-users.ts'
import { secondFactorEndpoints } from './sign-in/passkeys.ts'
import { brandingEndpoints, internalBrandingEndpoints } from './system/branding.ts'
import { customTextEndpoints, findCustomTextsEndpoint } from './system/custom-texts.ts'
import { setupChecklistEndpoints } from './system/setup-checklist.ts'
import { userSystemEndpoints } from './system/system.ts'
import { testEmailEndpoints } from './system/test-email.ts'
import { internalLinkEndpoints } from './users/links.ts'
import { userListEndpoints } from './users/list-users.ts'
import { notificationEndpoints } from './users/notifications.ts'
import { oneUserEndpoints } from './users/one-user.ts'
import { Metadata, signUpFields, User } from './users/user.ts'
import { bulkEndpoints, userSupportEndpoints } from './users/user-support.ts'

export const createUserEndpoint = endpoint({
  name: 'createUser',
  method: 'POST',
  paths: ['/users/create', '/api/v1/users/create'],
  access: 'anyone',
  tag: 'users',
  summary: 'Sign up',
  description:
    "Creates a user; anyone can call it unless `LATCHKEY_SIGNUP` is `closed`. With `private`, the response doesn't reveal whether an email address is taken. Sign-ups are rate-limited by network (`LATCHKEY_SIGNUPS_PER_MINUTE`).",
  body: object(signUpFields, { title: 'SignUp' }),
  success: 201,
  reply: User,
  failures: [
    'username_taken',
    'email_taken',
    'password_unacceptable',
    'signup_closed',
    'signup_limited',
    'overloaded',
  ],
  statuses: { username_taken: 400, email_taken: 400 },
  headers: { Location },
  idempotent: true,
  etag: true,
})

export const getUserByEmailEndpoint = endpoint({
  name: 'getUserByEmail',
  method: 'GET',
  paths: ['/users/email/{email}', '/api/v1/users/email/{email}'],
  access: 'signed_in',
  tag: 'users',
  summary: 'Get a user by email address',
  description: 'Without `users:read`, any address but your own gets 404, whether or not it exists.',
  params: object({ email: string({ description: 'Percent-encoded.' }) }),
  success: 200,
  reply: User,
  failures: ['user_not_found'],
  etag: true,
})

export const getUserByUsernameEndpoint = endpoint({
  name: 'getUserByUsername',
  method: 'GET',
  paths: ['/users/username/{username}', '/api/v1/users/username/{username}'],
  access: 'signed_in',
  tag: 'users',
  summary: 'Get a user by username',
  description: 'Without `users:read`, any username but your own gets 404, whether or not it exists.',
  params: object({ username: string({ description: 'Percent-encoded.' }) }),
  success: 200,
  reply: User,
  failures: ['user_not_found'],
  etag: true,
})

export const removeUserEndpoint = endpoint({
  name: 'removeUser',
  method: 'DELETE',
  paths: ['/users/{id}'],
  access: 'signed_in',
  httpOnly: 'DeleteUser is the same',
  endsSessions: true,
  tag: 'users',
  summary: 'Delete a user and end their sessions',
  description:
    'Idempotent: deleting a deleted user returns 200 again. Deleting an admin requires every scope. To delete yourself, you need a sign-in from the last five minutes. Without one, a session can delete or suspend ten other users, then one more every six minutes.',
  params: UserIdPath,
  success: 200,
  headers: SessionsPending,
  reply: object({ id: Id, deleted: literal(true) }, { title: 'DeletedUser' }),
  failures: ['invalid_user_id', 'forbidden', 'last_admin', 'reauthentication_required'],
  // The failure `last_admin` usually has the status 409, but the published statuses of this route do not include it.
  statuses: { last_admin: 403 },
  etag: true,
})

export const addUserEndpoint = endpoint({
  name: 'addUser',
  method: 'POST',
  paths: ['/api/v1/users'],
  access: 'users:write',
  tag: 'users',
  summary: 'Create a user as an admin',
  description:
    "Without `username`, one is derived from the local part of the email address. Without `password`, the user is invited by email and can't sign in before setting a password with its link. To create an admin, you need a sign-in from the last five minutes.",
  body: object(
    {
      name: DisplayName,
      email: Email,
      username: optional(Username),
      password: optional(NewPassword),
      role: optional(Role),
      locale: optional(Locale),
      metadata: optional(Metadata),
    },
    { title: 'NewUser' },
  ),
  success: 201,
  reply: User,
  failures: [
    'username_taken',
    'email_taken',
    'password_unacceptable',
    'overloaded',
    'reauthentication_required',
  ],
  headers: { Location },
  idempotent: true,
  etag: true,
})

export const getUserEndpoint = endpoint({
  name: 'getUser',
  method: 'GET',
  paths: ['/api/v1/users/{id}'],
  access: 'signed_in',
  tag: 'users',
  summary: 'Get a user by id',
  description: '`me` means the authenticated user.',
  params: UserIdPath,
  success: 200,
  reply: User,
  failures: ['user_not_found'],
  etag: true,
})

export const updateUserEndpoint = endpoint({
  name: 'updateUser',
  method: 'PATCH',
  paths: ['/api/v1/users/{id}'],
  access: 'signed_in',
  tag: 'users',
  summary: 'Update a user',
  description:
    "A JSON merge patch (RFC 7396). For yourself you can change `name`, `username` (twice, then once a day), `locale` and `email`; a new address takes effect when you confirm it with the link sent there. Everything else needs `users:write`, with which a new address takes effect immediately, unconfirmed. Suspending a user ends their sessions. The suspension reason is returned only by `/api/v1/users/{id}/login-state` and is removed when access is restored. You need a sign-in from the last five minutes to change your own email address, add an admin, restore a suspended admin or change an admin's email address. Without one, a session can suspend or change the email address of ten other users, then of one more every six minutes.",
  params: UserIdPath,
  body: object(
    {
      name: optional(nullable(DisplayName)),
      username: optional(Username),
      email: optional(Email),
      role: optional(Role),
      status: optional(UserStatus),
      suspension_reason: optional(nullable(SuspensionReason)),
      locale: optional(nullable(Locale)),
      metadata: optional(Metadata),
    },
    { title: 'UserPatch' },
  ),
  success: 200,
  headers: SessionsPending,
  reply: User,
  failures: [
    'user_not_found',
    'forbidden',
    'username_taken',
    'email_taken',
    'last_admin',
    'reauthentication_required',
    'rename_limited',
  ],
  etag: true,
})

export const inviteUserEndpoint = endpoint({
  name: 'inviteUser',
  method: 'POST',
  paths: ['/api/v1/users/{id}/invitation'],
  access: 'users:write',
  tag: 'users',
  summary: 'Resend the invitation of a user without a password',
  description: 'The link of the previous invitation stops working.',
  params: UserIdPath,
  success: 202,
  failures: ['user_not_found', 'user_has_password', 'forbidden'],
})

export const deleteUserEndpoint = endpoint({
  name: 'deleteUser',
  method: 'DELETE',
  paths: ['/api/v1/users/{id}'],
  access: 'signed_in',
  endsSessions: true,
  tag: 'users',
  summary: 'Delete a user and end their sessions',
  description:
    'Deleting an admin requires every scope. To delete yourself, you need a sign-in from the last five minutes. Without one, a session can delete or suspend ten other users, then one more every six minutes.',
  params: UserIdPath,
  success: 204,
  headers: SessionsPending,
  failures: ['user_not_found', 'forbidden', 'last_admin', 'reauthentication_required'],
  etag: true,
})

export const userEndpoints = [
  createUserEndpoint,
  getUserByEmailEndpoint,
  getUserByUsernameEndpoint,
  removeUserEndpoint,
  ...userListEndpoints,
  addUserEndpoint,
  getUserEndpoint,
  updateUserEndpoint,
  inviteUserEndpoint,
  deleteUserEndpoint,
  ...bulkEndpoints,
  ...userSupportEndpoints,
  ...oneUserEndpoints,
  ...secondFactorEndpoints,
  ...identityEndpoints,
  ...apiKeyEndpoints,
  ...notificationEndpoints,
  ...eventEndpoints,
  ...auditEndpoints,
  ...exportEndpoints,
  ...webhookEndpoints,
  ...userSystemEndpoints,
  ...brandingEndpoints,
  ...customTextEndpoints,
  ...setupChecklistEndpoints,
  ...testEmailEndpoints,
  ...internalUserEndpoints,
  tellEventsEndpoint,
  ...internalLinkEndpoints,
  ...internalBrandingEndpoints,
  findCustomTextsEndpoint,
]
