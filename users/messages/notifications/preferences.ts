import { Failure } from '#contract/declaration/failures.ts'
import { channels, type NotificationChannel, type PreferenceResource } from '#contract/users/notifications.ts'
import { findNotificationPreferences, replaceNotificationPreferences } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'

/**
 * The types of security notices. Nobody can switch them off, delete them, displace them by newer ones, or create them by the API:
 * a thief must not be able to hide the theft from the owner.
 */
export const alwaysOn: ReadonlySet<string> = new Set([
  'session.created',
  'device.remembered',
  'user.password_changed',
  'user.email_changed',
  'user.email_change_requested',
  'login.second_factor_failed',
  'user.factor_added',
  'user.factor_removed',
  'user.recovery_codes_made',
  'user.recovery_code_used',
  'user.factors_reset',
  'user.password_reset_shown',
  'user.passkey_added',
  'user.passkey_removed',
  'user.passkey_suspect',
  'user.identity_linked',
  'user.identity_unlinked',
  'api_key.created',
  'webhook.created',
  'webhook.updated',
  'client.created',
  'client.updated',
  'client.secret_created',
  'admin.added',
  'user.secured',
])

export async function findPreferences(
  users: Users,
  input: { userId: string },
): Promise<PreferenceResource[]> {
  const stored = await findNotificationPreferences(users.db, input.userId)
  return stored === undefined ? [] : readPreferences(stored)
}

/** Replaces all preferences of a user. */
export async function replacePreferences(
  users: Users,
  input: { userId: string; preferences: PreferenceResource[] },
): Promise<void> {
  const { userId, preferences } = input
  for (const [at, { channel, type, enabled }] of preferences.entries()) {
    if (alwaysOn.has(type) && !enabled)
      throw refused(
        at,
        'enabled',
        'not_allowed',
        'News about the safety of an account cannot be switched off.',
      )
    const first = preferences.findIndex((one) => one.channel === channel && one.type === type)
    if (first !== at) throw refused(at, 'type', 'repeated', 'The list says this twice.')
  }
  await replaceNotificationPreferences(users.db, userId, JSON.stringify(preferences))
}

/**
 * Returns the channels for a type. A preference for the type itself wins over one for all types (`*`). By default notifications
 * go to the app and not to mail. Security notices go to the app only, because each has a mail of its own with a link.
 */
export function wantedChannels(stored: string, type: string): NotificationChannel[] {
  const preferences = readPreferences(stored)
  return channels.filter((channel) => {
    if (alwaysOn.has(type)) return channel === 'in_app'
    const said = (what: string) => preferences.find((one) => one.channel === channel && one.type === what)
    return (said(type) ?? said('*'))?.enabled ?? channel === 'in_app'
  })
}

const readPreferences = (stored: string): PreferenceResource[] => JSON.parse(stored)

function refused(at: number, field: string, code: string, detail: string): Failure {
  const pointer = `/preferences/${at}/${field}`
  return new Failure('invalid_request', { errors: [{ pointer, code, detail }] })
}
