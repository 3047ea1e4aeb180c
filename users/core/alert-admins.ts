import type { Sql } from '#runtime/database/database.ts'
import { queueDelivery, sink } from '#runtime/events/outbox.ts'

/**
 * An alert to all admins that something was created or changed which keeps working after its creator's session has ended, such as
 * an API key or a webhook. `by` is the id of a user or of an API key; null for the command line.
 */
export type AdminAlert =
  | { kind: 'api_key_created'; apiKeyId: string; name: string; scopes: readonly string[]; by: string | null }
  | { kind: 'webhook_created'; webhookId: string; url: string; eventTypes: string[]; by: string | null }
  | { kind: 'webhook_changed'; webhookId: string; url: string; eventTypes: string[]; by: string | null }
  /** An OpenID client was created or changed, or got a new secret. `leadsTo` are its redirect URIs; absent for a new secret. */
  | {
      kind: 'client_created' | 'client_changed' | 'client_secret_created'
      clientId: string
      name: string
      leadsTo?: string[]
      by: string | null
    }
  | { kind: 'admin_added'; userId: string; by: string | null }
  /**
   * The owner recovered the account with the link “This was not me”. `ended` lists the API keys that were revoked and the
   * webhooks that were disabled with it, `left` those that still work.
   */
  | { kind: 'user_secured'; userId: string; ended: string; left: string }

/** An alert to all admins, with the time of what it reports. */
export type TimedAlert = AdminAlert & { at: number }

/**
 * The maximum number of admins who are sent one alert. Admins who were created first come first, so that a thief who makes many
 * admins cannot displace the real ones.
 */
export const maxAlertedAdmins = 50

/** The outbox sink (queue) in which alerts to admins wait. */
export const adminSink = sink<TimedAlert>('admins')

/**
 * Queues an alert to all admins, in the transaction of the change that it reports. It is written to each admin later for two
 * reasons: the change must not wait for locks on the rows of the admins, and a command has no master key to encrypt the mails.
 */
export const alertAdmins = (tx: Sql, alert: AdminAlert, at: number): Promise<void> =>
  queueDelivery(tx, {
    sink: adminSink,
    type: alert.kind,
    subject: subjectOf(alert),
    payload: { ...alert, at },
    at,
  })

function subjectOf(alert: AdminAlert): string {
  if ('apiKeyId' in alert) return alert.apiKeyId
  if ('clientId' in alert) return alert.clientId
  return 'webhookId' in alert ? alert.webhookId : alert.userId
}
