import type { MailContent, MailKind, MailOf } from './mail-content.ts'

const username = 'ada'
const link = 'https://auth.example.com/link#VGhpcyBpcyBhIHNhbXBsZSBvZiBhIGxpbmssIG5vdCBvbmU'
const at = Date.UTC(2026, 10, 21, 9, 30)

const byKind: { [K in MailKind]: Omit<MailOf<K>, 'kind'> } = {
  verify_email: { username, link, hours: 24 },
  reset_password: { username, link, minutes: 30 },
  invitation: { username, link, days: 7 },
  confirm_email_change: { username, email: 'ada@new.example', link, minutes: 60 },
  email_change_requested: { username, email: 'ada@new.example', link },
  email_changed: { username, email: 'ada@new.example', link, days: 7 },
  email_changed_by_admin: { username, email: 'ada@new.example' },
  password_changed: { username, at, link, made: 'API key deploy (01a1f4d3-3e10-7f60-a4d7-0c2b9e815f3b)' },
  new_sign_in: { username, device: 'Firefox on Linux', address: '192.0.2.7', at, link },
  device_remembered: { username, device: 'Firefox on Linux', address: '192.0.2.7', at, days: 30, link },
  second_factor_failed: { username, address: '192.0.2.7', at, link },
  factor_added: { username, at, link },
  factor_removed: { username, at, link },
  recovery_codes_made: { username, at, link },
  recovery_code_used: { username, at, link, left: 9 },
  factors_reset: { username, at, link },
  reset_link_shown: { username, at, link },
  passkey_added: { username, name: 'Laptop', at, link },
  passkey_removed: { username, name: 'Laptop', at, link },
  passkey_suspect: { username, name: 'Laptop', at, link },
  identity_linked: { username, account: 'google (ada@example.com)', at, link },
  identity_unlinked: { username, account: 'google (ada@example.com)', at, link },
  address_in_use: { username, link },
  user_deleted: { username },
  webhook_disabled: { url: 'https://shop.example/hooks', isGone: false },
  api_key_created: {
    id: '01a1ffe1-9dce-7f16-8753-db00b35eb86d',
    name: 'nightly import',
    scopes: 'users:read users:write',
    by: { user: username },
    at,
  },
  webhook_set_up: {
    id: '01a1f4d3-3e10-7f60-a4d7-0c2b9e815f3b',
    url: 'https://shop.example/hooks',
    eventTypes: 'user.created user.deleted',
    isNew: true,
    by: { apiKey: 'deploy' },
    at,
  },
  client_set_up: {
    id: '01a1f4d5-61c2-7e09-b3a8-94d7f0e2c516',
    name: 'Wiki',
    leadsTo: 'https://wiki.example.com/signed-in',
    change: 'made',
    by: { user: username },
    at,
  },
  user_secured: {
    user: username,
    ended: 'API key nightly import (01a1ffe1-9dce-7f16-8753-db00b35eb86d)',
    left: 'API key deploy (01a1f4d3-3e10-7f60-a4d7-0c2b9e815f3b)',
    at,
  },
  admin_added: { admin: 'grace', by: null, at },
  notification: {
    title: 'Your order is on its way',
    body: 'It should arrive on Friday.\nTracking number: 4711',
  },
}

/** One sample mail of each kind, for the preview. */
export const sampleMails = Object.entries(byKind).map(
  ([kind, fields]) => ({ kind, ...fields }) as MailContent,
)
