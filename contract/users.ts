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
import { userSystemEndpoints } from './system/system.ts'
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
    'Open to anyone while sign-up is open (`LATCHKEY_SIGNUP`). One network signs up a few users a minute (`LATCHKEY_SIGNUPS_PER_MINUTE`).',
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
  summary: 'Look a user up by e-mail address',
  description: 'A user sees only itself: any other address answers 404, whether it exists or not.',
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
  summary: 'Look a user up by username',
  description: 'A user sees only itself: any other name answers 404, whether it exists or not.',
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
  summary: 'Delete a user and end all of its sessions',
  description:
    'May be repeated: a user that is deleted already answers 200 again. Deleting an admin requires every scope. To delete oneself, one must have logged in within the last five minutes. Without that, a session may shut out ten others at once, and then one every six minutes.',
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
  summary: 'Create a user on behalf of somebody',
  description:
    'Without a username the user gets one from the local part of the address. Without a password the user is invited: a mail with a link to set one is sent, and there is no login before. To make an admin, a user must have logged in within the last five minutes.',
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
  summary: 'Look a user up by id',
  description: '`me` stands for oneself.',
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
  summary: 'Change a user',
  description:
    'A JSON merge patch (RFC 7396). Oneself: `name`, `username` (twice, then once a day), `locale`, and `email`, which takes effect when the new address is confirmed with the link that is sent there. The rest needs `users:write`, and an address that is changed with it counts at once, unconfirmed. Suspending a user ends all of its sessions; the reason is shown by `/api/v1/users/{id}/login-state` only, and goes when the user is restored. To change one’s own address, to make an admin, to let a suspended one in again, or to change the address of one, a user must have logged in within the last five minutes. Without that, a session may suspend, or change the address of, ten others at once, and then one every six minutes.',
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
  summary: 'Invite a user who has no password again',
  description: 'The link of the earlier invitation is void then.',
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
  summary: 'Delete a user and end all of its sessions',
  description:
    'Deleting an admin requires every scope. To delete oneself, one must have logged in within the last five minutes. Without that, a session may shut out ten others at once, and then one every six minutes.',
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
  ...internalUserEndpoints,
  tellEventsEndpoint,
  ...internalLinkEndpoints,
]
