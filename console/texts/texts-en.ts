import { apiKeyEnglish } from './en/api-key-texts.ts'
import { auditEnglish } from './en/audit-texts.ts'
import { bulkEnglish } from './en/bulk-texts.ts'
import { claimsEnglish } from './en/claims-texts.ts'
import { clientKindEnglish } from './en/client-kind-texts.ts'
import { clientEnglish } from './en/client-texts.ts'
import { deadLetterEnglish } from './en/dead-letter-texts.ts'
import { editUserEnglish } from './en/edit-user-texts.ts'
import { faultEnglish } from './en/fault-texts.ts'
import { findEnglish } from './en/find-texts.ts'
import { importEnglish } from './en/import-texts.ts'
import { oneUserEnglish } from './en/one-user-texts.ts'
import { overviewEnglish } from './en/overview-texts.ts'
import { sessionEnglish } from './en/session-texts.ts'
import { systemEnglish } from './en/system-texts.ts'
import { userHeadEnglish } from './en/user-head-texts.ts'
import { userListEnglish } from './en/user-list-texts.ts'
import { webhookEnglish } from './en/webhook-texts.ts'
import { userEnglish } from './user-texts-en.ts'

export const english = {
  ...userEnglish,
  ...oneUserEnglish,
  ...editUserEnglish,
  ...webhookEnglish,
  ...apiKeyEnglish,
  ...auditEnglish,
  ...userHeadEnglish,
  ...userListEnglish,
  ...bulkEnglish,
  ...clientEnglish,
  ...clientKindEnglish,
  ...claimsEnglish,
  ...sessionEnglish,
  ...deadLetterEnglish,
  ...importEnglish,
  ...overviewEnglish,
  ...faultEnglish,
  ...findEnglish,
  ...systemEnglish,
  product: 'Console',
  skip: 'Skip to content',
  menu: 'Menu',
  menuGroups: {
    start: 'Overview',
    people: 'Users',
    applications: 'Applications',
    events: 'Events',
    system: 'System',
  },
  signedInAs: 'Signed in as',
  account: 'Your account',
  pages: {
    overview: 'Overview',
    users: 'Users',
    sessions: 'Sessions',
    clients: 'Clients',
    'api-keys': 'API keys',
    webhooks: 'Webhooks',
    'dead-letters': 'Failed deliveries',
    providers: 'Identity providers',
    health: 'Health',
    'signing-keys': 'Signing keys',
    settings: 'Settings',
    audit: 'Audit log',
  },
  refused: {
    title: 'Something went wrong',
    again: 'The request failed. Try again in a moment.',
    noAuth: (url: string | undefined) =>
      `The user service cannot reach the authentication service${url === undefined ? '' : ` at ${url}`}. Set LATCHKEY_AUTH_URL of the user service to the URL of the authentication service, then restart the user service.`,
    notFound: 'This page doesn’t exist, or what it showed was deleted.',
    noAdmin: 'This console is for admins, and your account is not an admin. Ask an admin for the role.',
    uploading: 'Another file of yours is still being imported. Wait until it is done, then try again.',
    scope: (scope: string) => `You don’t have permission to do this. The scope ${scope} is missing.`,
    https:
      'Browsers keep the sign-in cookie only over https, or on this machine under the name localhost. Open the console over https.',
    otherSite:
      'The form was not sent from a page of this console. Nothing was changed. Open the page here and try again.',
    back: 'Back to users',
    because: 'Details:',
  },
  secret: {
    once: 'Copy this now. It is shown only once.',
    kept: 'I’ve copied it',
  },
  sessionsPending: (time: string) =>
    `Sessions end within ${time}. Until then, some access tokens may still work. They cannot be refreshed.`,
  cancel: 'Cancel',
  made: { by: 'Created by', command: 'the command line', at: 'Created', id: 'ID' },
  problems: {
    username_taken: 'Another user has this username. Choose a different one.',
    email_taken: 'Another user has this email address. Use a different one.',
    user_has_password: 'This user already has a password. Send a password reset instead.',
    invalid_request: 'Some fields are not valid. Nothing was saved. Correct the marked fields.',
    precondition_failed:
      'Another admin changed this in the meantime. Nothing was saved. Check the current values and try again.',
    webhook_secret_shown_before:
      'This form was already sent. The webhook exists, and its secret is shown only once. Rotate the secret to get a new one.',
    idempotency_key_reused:
      'This form was already sent with other values. Check the list, then open a new form.',
    api_key_shown_before:
      'This form was already sent. The key exists and is shown only once. Revoke it and create another one.',
    client_secret_shown_before:
      'This form was already sent. The client exists, and its secret is shown only once. Add another secret and revoke the first one.',
    too_many_client_secrets: 'A client can have two secrets. Revoke one first.',
    client_has_no_secrets: 'A client with this client authentication has no secret.',
    too_many_webhooks: 'You can have up to 50 webhooks. Delete one first.',
    webhook_disabled: 'This webhook is disabled. Resume it first.',
  },
  search: { button: 'Search', previous: 'Previous page', next: 'Next page', first: 'First page' },
  status: { active: 'Active', suspended: 'Suspended' },
  role: { user: 'User', admin: 'Admin' },
  never: 'Never',
  users: {
    title: 'Users',
    label: 'Search users',
    hint: 'Any part of a name, username or email address, or a user ID. One or two characters find beginnings of words.',
    filters: 'Filters',
    all: 'All',
    active: 'Active',
    suspended: 'Suspended',
    admins: 'Admins',
    name: 'Name',
    status: 'Status',
    role: 'Role',
    created: 'Created',
    lastLogin: 'Last sign-in',
    invited: 'Invited',
    unconfirmed: 'Email not confirmed',
    count: (count: string) => (count === '1' ? '1 user' : `${count} users`),
    atLeast: (count: string) => `At least ${count} users`,
    none: 'No users found.',
    partial:
      'The search is not complete. Names are still being indexed after an upgrade or an import. Try again in a few minutes.',
    noneHere: 'No users on this page of the search. There may be more on the next page.',
    noneHint: 'Check the spelling, or search for a shorter part of the name or email address.',
  },
}
