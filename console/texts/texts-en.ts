import { apiKeyEnglish } from './en/api-key-texts.ts'
import { auditEnglish } from './en/audit-texts.ts'
import { bulkEnglish } from './en/bulk-texts.ts'
import { claimsEnglish } from './en/claims-texts.ts'
import { clientEnglish } from './en/client-texts.ts'
import { deadLetterEnglish } from './en/dead-letter-texts.ts'
import { editUserEnglish } from './en/edit-user-texts.ts'
import { faultEnglish } from './en/fault-texts.ts'
import { importEnglish } from './en/import-texts.ts'
import { oneUserEnglish } from './en/one-user-texts.ts'
import { overviewEnglish } from './en/overview-texts.ts'
import { sessionEnglish } from './en/session-texts.ts'
import { systemEnglish } from './en/system-texts.ts'
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
  ...userListEnglish,
  ...bulkEnglish,
  ...clientEnglish,
  ...claimsEnglish,
  ...sessionEnglish,
  ...deadLetterEnglish,
  ...importEnglish,
  ...overviewEnglish,
  ...faultEnglish,
  ...systemEnglish,
  product: 'Console',
  skip: 'Skip to the content',
  menu: 'Menu',
  menuGroups: { people: 'People', applications: 'Applications', events: 'Events', system: 'System' },
  signedInAs: 'Signed in as',
  account: 'Your account',
  pages: {
    overview: 'Overview',
    users: 'Users',
    sessions: 'Sessions',
    clients: 'OpenID clients',
    'api-keys': 'API keys',
    webhooks: 'Webhooks',
    'dead-letters': 'Dead letters',
    providers: 'Sign-in providers',
    health: 'Health',
    'signing-keys': 'Signing keys',
    settings: 'Settings',
    audit: 'Audit',
  },
  refused: {
    title: 'That did not work',
    again: 'Please try again in a moment.',
    noAuth: (url: string | undefined) =>
      `The user service cannot reach the authentication service${url === undefined ? '' : ` at ${url}`}. Set LATCHKEY_AUTH_URL of the user service to the URL of the authentication service, then restart the user service.`,
    notFound: 'There is no such page, or what it showed is gone.',
    noAdmin: 'This console is for admins, and you are signed in as somebody who is none.',
    uploading:
      'Another file of yours is still being imported. Wait until that is done, then send this one again.',
    scope: (scope: string) => `You lack the right for this: the scope ${scope}.`,
    https:
      'Browsers keep the cookie of a sign-in only over https, or on this machine by the name localhost. Open the console by https.',
    otherSite: 'The form was not sent from a page of this console, so nothing was changed.',
    back: 'Back to the users',
    because: 'The service says:',
  },
  secret: {
    once: 'Copy this now. It is shown this one time only.',
    kept: 'I have copied it',
  },
  sessionsPending: (time: string) =>
    `Sessions end within ${time}: until then, some access tokens may still work. They cannot be refreshed.`,
  cancel: 'Cancel',
  made: { by: 'Made by', command: 'the command line', at: 'Made', id: 'Id' },
  problems: {
    username_taken: 'Somebody else has this username.',
    email_taken: 'Somebody else has this address.',
    user_has_password: 'The user has a password by now.',
    invalid_request: 'Something on this form is not right, so nothing was changed.',
    precondition_failed:
      'Somebody has changed this meanwhile, so nothing was changed by you. Look at it again.',
    webhook_secret_shown_before:
      'This form was sent before. The webhook was made, and its secret is shown only once.',
    idempotency_key_reused:
      'This form was sent before, with something else in it. Look at the list, and begin again.',
    api_key_shown_before:
      'This form was sent before. The key was made, and it is shown only once: revoke it, and make another one.',
    client_secret_shown_before:
      'This form was sent before. The application was entered, and its secret is shown only once: add another one, and revoke the first.',
    too_many_client_secrets:
      'The application has two secrets, which is as many as there can be: revoke one first.',
    client_has_no_secrets: 'An application of this kind has no secrets.',
    too_many_webhooks: 'There are 50 webhooks, which is as many as there can be.',
    webhook_disabled: 'The webhook is off. Turn it on first.',
  },
  search: { button: 'Search', previous: 'Previous page', next: 'Next page', first: 'Back to the first page' },
  status: { active: 'active', suspended: 'suspended' },
  role: { user: 'user', admin: 'admin' },
  never: 'never',
  users: {
    title: 'Users',
    label: 'Find somebody',
    hint: 'Any part of a name or an address, or an id. One or two characters find the beginnings of words.',
    filters: 'Filters',
    all: 'All',
    active: 'Active',
    suspended: 'Suspended',
    admins: 'Admins',
    name: 'Name',
    state: 'State',
    role: 'Role',
    created: 'Created',
    lastLogin: 'Last sign-in',
    invited: 'invited',
    unconfirmed: 'address unconfirmed',
    count: (count: string) => `${count} users`,
    atLeast: (count: string) => `At least ${count} users`,
    none: 'No users found',
    partial:
      'The search is not complete: names are still being indexed after an upgrade or an import. Try again in a few minutes.',
    noneHere: 'There is nobody on this page of the search, but there may be more on the next one.',
    noneHint: 'Check the spelling, or search for a shorter part of the name or of the address.',
  },
}
