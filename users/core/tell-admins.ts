import type { Sql } from '#runtime/database/database.ts'
import { queueDelivery } from '#runtime/events/outbox.ts'

/** Something that outlasts the session it was made in. `by` is a user or an API key; null for the command line. */
export type AdminNews =
  | { kind: 'api_key_created'; apiKeyId: string; name: string; scopes: readonly string[]; by: string | null }
  | { kind: 'webhook_created'; webhookId: string; url: string; eventTypes: string[]; by: string | null }
  | { kind: 'webhook_changed'; webhookId: string; url: string; eventTypes: string[]; by: string | null }
  | { kind: 'admin_added'; userId: string; by: string | null }
  /** API keys and webhooks of somebody who took a user back: those that ended with it, and those that are left. */
  | { kind: 'user_secured'; userId: string; ended: string; left: string }

/** Where it waits until the user service writes to the admins. */
export const adminSink = 'admins'

/**
 * In the transaction of what is told. Written to the admins behind it: their rows are locked for that, which a change of
 * one of them must not wait for, and a command has no master key to seal a mail with.
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
