import { type EventData, type EventType, eventData, eventTypes } from '#contract/events/event-types.ts'
import { exampleFromSchema } from '#contract/examples/example-from-schema.ts'
import type { UserResource } from '#contract/users/user.ts'
import { features } from '#tests/features/feature.ts'

const ada: UserResource = {
  id: '01a1f4d2-8c1e-7a34-b0c5-5d0f6a9e2b71',
  username: 'ada',
  email: 'ada@example.com',
  name: 'Ada',
  locale: 'en',
  role: 'user',
  status: 'active',
  is_active: true,
  email_verified: true,
  has_password: true,
  metadata: { plan: 'free' },
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
  last_login_at: null,
}
const admin = '01a1f4d2-0b52-7c19-9d3e-71c4a8f05e02'
const apiKey = '01a1ffe1-9dce-7f16-8753-db00b35eb86d'
const device = '01a1f4d4-9c41-7b83-a1f0-6d2e8b405c17'
const session = '01a1f4d3-3e10-7f60-a4d7-0c2b9e815f3a'

const written: { [Type in EventType]?: EventData<Type> } = {
  ...Object.assign({}, ...features.map(({ events }) => events)),
  'user.created': { user: ada, by: null },
  'user.updated': { user: { ...ada, name: 'Ada L.' }, changed: ['name'], by: ada.id },
  'user.deleted': { by: admin },
  'user.suspended': { by: admin, suspension_reason: 'Card reported as stolen' },
  'user.restored': { by: admin },
  'user.unlocked': { by: admin },
  'user.invited': { role: 'user', by: admin },
  'user.sessions_ended': { by: admin },
  'user.password_reset_sent': { by: admin },
  'delivery.dropped': { sink: 'mail', delivery_id: '01a1f4e9-6b12-7d05-9c33-1f0a7e24b6d1', by: admin },
  'user.password_changed': { how: 'change', by: ada.id, address: '192.0.2.7' },
  'user.secured': { why: 'reported' },
  'user.email_verified': { email: ada.email, by: ada.id },
  'user.email_change_requested': { new_email: 'ada@example.org' },
  'user.email_changed': { email: 'ada@example.org', previous_email: ada.email, by: ada.id },
  'user.factor_added': { kind: 'totp', by: ada.id },
  'user.factor_removed': { kind: 'totp', by: ada.id },
  'user.recovery_codes_made': { by: ada.id },
  'user.recovery_code_used': { left: 9 },
  'user.passkey_added': { passkey_id: '01a1f4d4-77aa-7c31-9f0e-52b6d1c8e0a4', name: 'Laptop', by: ada.id },
  'user.passkey_removed': {
    passkey_id: '01a1f4d4-77aa-7c31-9f0e-52b6d1c8e0a4',
    name: 'Laptop',
    by: ada.id,
  },
  'user.passkey_suspect': { passkey_id: '01a1f4d4-77aa-7c31-9f0e-52b6d1c8e0a4', name: 'Laptop' },
  'user.factors_reset': { by: admin },
  'session.created': {
    session_id: session,
    device_name: 'Firefox on Linux',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    address: '192.0.2.7',
    began_at: '2026-11-21T09:29:10.000Z',
    is_new_device: false,
  },
  'session.stepped_up': { session_id: session, acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] },
  'session.ended': { session_id: session, reason: 'revoked', by: ada.id, address: '192.0.2.7' },
  'session.all_ended': { reason: 'revoked', ended: 1204, by_os_user: 'deploy', by_host: 'db1' },
  'login.failed': { reason: 'wrong_password', address: '192.0.2.7' },
  'login.second_factor_failed': { count: 3, address: '192.0.2.7' },
  'device.remembered': {
    device_id: device,
    device_name: 'Ada’s laptop',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    address: '192.0.2.7',
    began_at: '2026-11-21T09:29:10.000Z',
    is_new_device: true,
  },
  'export.began': {
    export_id: '01a1f4d9-0c55-7d20-8b1e-3f6a9c2d7e48',
    list: 'users',
    format: 'csv',
    by: admin,
  },
  'export.ended': {
    export_id: '01a1f4d9-0c55-7d20-8b1e-3f6a9c2d7e48',
    list: 'users',
    format: 'csv',
    rows: 1204,
    complete: true,
    by: admin,
  },
  'device.forgotten': { device_id: device, by: ada.id },
  'api_key.created': {
    api_key_id: apiKey,
    name: 'nightly import',
    scopes: ['users:read'],
    expires_at: '2027-02-19T09:30:00.000Z',
    by: admin,
  },
  'api_key.revoked': { api_key_id: apiKey, by: null },
  'delivery.replayed': { sink: 'auth', delivery_id: null, replayed: 3, by: admin },
  'keys.rotated': {
    purpose: 'access',
    kid: 'x6Vf6J2jKkYwGmWqGSbEzN0r1bHcJ5t3lU8dQoPzR4s',
    next_kid: null,
    revoked: ['Qm1kZ0tYw7a9cXvN3sLrT5uEhJ8oBiGfD2pRqM4nV6y'],
  },
}

const acting = {
  by: admin,
  by_address: '192.0.2.44',
  by_user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
}

/**
 * An example of the data of each event type: one that is written here or in `tests/features/`, otherwise one that is made from the
 * schema. `docs/reference/events.md` shows these examples. An event that can name who caused it names an admin here, so that all
 * fields about this person are filled, or the operator of a command where only a command causes it.
 */
export const eventExamples: { [Type in EventType]?: EventData<Type> } = Object.fromEntries(
  eventTypes.flatMap((type) => {
    const example = written[type] ?? (exampleFromSchema(eventData[type]) as object | undefined)
    const { properties = {} } = eventData[type]
    const isOfCommand = example !== undefined && 'by_os_user' in example
    const author = isOfCommand || !('by_address' in properties) ? {} : acting
    return example ? [[type, { ...example, ...author }]] : []
  }),
)
