import type { Sql } from '#runtime/database/database.ts'
import { queueDelivery, sink } from '#runtime/events/outbox.ts'

/**
 * A notice to all admins that something was created or changed which keeps working after its creator's session has ended, such as
 * an API key or a webhook. `by` is the id of a user or of an API key; null for the command line.
 */
export type AdminNews =
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

/** A notice to all admins, with the time of what it reports. */
export type TimedNews = AdminNews & { at: number }

/**
 * The maximum number of admins who are sent one notice. Admins who were created first come first, so that a thief who makes many
 * admins cannot displace the real ones.
 */
export const maxAdminsTold = 50

/** The outbox sink (queue) in which notices to admins wait. */
export const adminSink = sink<TimedNews>('admins')

/**
 * Queues a notice to all admins, in the transaction of the change that it reports. It is written to each admin later for two
 * reasons: the change must not wait for locks on the rows of the admins, and a command has no master key to encrypt the mails.
 */
export const tellAdmins = (tx: Sql, news: AdminNews, at: number): Promise<void> =>
  queueDelivery(tx, {
    sink: adminSink,
    type: news.kind,
    subject: subjectOf(news),
    payload: { ...news, at },
    at,
  })

function subjectOf(news: AdminNews): string {
  if ('apiKeyId' in news) return news.apiKeyId
  if ('clientId' in news) return news.clientId
  return 'webhookId' in news ? news.webhookId : news.userId
}
