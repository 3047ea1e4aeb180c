import type { Sql } from '#runtime/database/database.ts'
import { queueDelivery, sink } from '#runtime/events/outbox.ts'

/**
 * News for admins, about something that outlasts the session it was made in. `by` is a user or an API key; null for the command
 * line.
 */
export type AdminNews =
  | { kind: 'api_key_created'; apiKeyId: string; name: string; scopes: readonly string[]; by: string | null }
  | { kind: 'webhook_created'; webhookId: string; url: string; eventTypes: string[]; by: string | null }
  | { kind: 'webhook_changed'; webhookId: string; url: string; eventTypes: string[]; by: string | null }
  | { kind: 'admin_added'; userId: string; by: string | null }
  /** The owner took a user back. `ended` lists the API keys and webhooks that ended with it, `left` those that still work. */
  | { kind: 'user_secured'; userId: string; ended: string; left: string }

/** News with the time at which it happened. */
export type TimedNews = AdminNews & { at: number }

/** The outbox sink in which the news waits. */
export const adminSink = sink<TimedNews>('admins')

/**
 * Queues news for the admins, in the transaction of the change. The news is written to them later for two
 * reasons: the change must not wait for locks on the rows of the admins, and a command has no master key to
 * encrypt the mails.
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
  return 'webhookId' in news ? news.webhookId : news.userId
}
