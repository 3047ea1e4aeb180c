import type { AuthorName } from '../../core/author-name.ts'

/** The username or the name of the API key that made something; null for the command line. */
export type Maker = AuthorName | null

/** The content of a mail by its kind. Links are whole URLs; times are epoch milliseconds. */
export type MailContent =
  | { kind: 'verify_email'; username: string; link: string; hours: number }
  | { kind: 'reset_password'; username: string; link: string; minutes: number }
  | { kind: 'invitation'; username: string; link: string; days: number }
  /** This mail goes to the new address, which its link confirms. */
  | { kind: 'confirm_email_change'; username: string; email: string; link: string; minutes: number }
  /** This mail goes to the old address. Its link is for owners who did not request the change. */
  | { kind: 'email_change_requested'; username: string; email: string; link: string }
  /** This mail goes to the old address. Its link undoes the change. */
  | { kind: 'email_changed'; username: string; email: string; link: string; days: number }
  /** This mail goes to the old address. Only somebody who may change users can undo the change, so it has no link. */
  | { kind: 'email_changed_by_admin'; username: string; email: string }
  /** `made` lists the user's recent API keys and webhooks, one in a line. */
  | { kind: 'password_changed'; username: string; at: number; link: string; made?: string }
  | {
      kind: 'new_sign_in'
      username: string
      device: string | null
      address: string
      at: number
      link: string
    }
  /** Reports that a device was remembered: for `days` days, logins from it need only the password. */
  | {
      kind: 'device_remembered'
      username: string
      device: string | null
      address: string
      at: number
      days: number
      link: string
    }
  /** Somebody gave the right password, and then wrong second factors. */
  | { kind: 'second_factor_failed'; username: string; address: string; at: number; link: string }
  /** This mail and the mails of the next four kinds report a change of the second factors. */
  | { kind: 'factor_added'; username: string; at: number; link: string }
  | { kind: 'factor_removed'; username: string; at: number; link: string }
  | { kind: 'recovery_codes_made'; username: string; at: number; link: string }
  /** `left` is the number of codes that were not used yet. */
  | { kind: 'recovery_code_used'; username: string; at: number; link: string; left: number }
  | { kind: 'factors_reset'; username: string; at: number; link: string }
  /** An administrator was shown a link for a new password. */
  | { kind: 'reset_link_shown'; username: string; at: number; link: string }
  /** `name` is the name of the passkey. */
  | { kind: 'passkey_added'; username: string; name: string; at: number; link: string }
  | { kind: 'passkey_removed'; username: string; name: string; at: number; link: string }
  | { kind: 'passkey_suspect'; username: string; name: string; at: number; link: string }
  /** `account` is the name of the provider, with the address there if it is known. */
  | { kind: 'identity_linked'; username: string; account: string; at: number; link: string }
  | { kind: 'identity_unlinked'; username: string; account: string; at: number; link: string }
  /** This mail goes to the owner of an address with which somebody tried to sign up. */
  | { kind: 'address_in_use'; username: string; link: string }
  | { kind: 'user_deleted'; username: string }
  /**
   * This mail goes to admins. `isGone` is true when the webhook's server replied 410 (Gone), false when it accepted nothing for
   * days.
   */
  | { kind: 'webhook_disabled'; url: string; isGone: boolean }
  /** This mail and the mails of the next four kinds go to admins. */
  | { kind: 'api_key_created'; id: string; name: string; scopes: string; by: Maker; at: number }
  | {
      kind: 'webhook_set_up'
      id: string
      url: string
      eventTypes: string
      isNew: boolean
      by: Maker
      at: number
    }
  /** `leadsTo` has the addresses that codes are sent to, with spaces between them; empty when there is none, or for a secret. */
  | {
      kind: 'client_set_up'
      id: string
      name: string
      leadsTo: string
      change: 'made' | 'changed' | 'secret'
      by: Maker
      at: number
    }
  /**
   * `ended` lists the API keys that were revoked and the webhooks that were disabled, `left` those that still work, one in a
   * line.
   */
  | { kind: 'user_secured'; user: string; ended: string; left: string; at: number }
  | { kind: 'admin_added'; admin: string; by: Maker; at: number }
  /** An admin asked for this mail, to see that mail arrives. */
  | { kind: 'test'; username: string; at: number }
  | { kind: 'notification'; title: string; body: string | null }

export type MailKind = MailContent['kind']
export type MailOf<K extends MailKind> = Extract<MailContent, { kind: K }>

const username = 'ada'
const link = 'https://auth.example.com/link#VGhpcyBpcyBhIHNhbXBsZSBvZiBhIGxpbmssIG5vdCBvbmU'
const at = Date.UTC(2026, 10, 21, 9, 30)

const samples: { [K in MailKind]: Omit<MailOf<K>, 'kind'> } = {
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
  test: { username, at },
  notification: {
    title: 'Your order is on its way',
    body: 'It should arrive on Friday.\nTracking number: 4711',
  },
}

/** One sample mail of each kind, for the preview. */
export const sampleMails = Object.entries(samples).map(
  ([kind, fields]) => ({ kind, ...fields }) as MailContent,
)
