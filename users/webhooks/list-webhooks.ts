import { decodeCursor, encodeCursor } from '#runtime/database/cursor.ts'
import type { Users } from '../core/users.ts'
import type { Webhook } from './webhook.ts'
import { findWebhooksPage } from './webhook-store.ts'

export interface WebhookPage {
  webhooks: Webhook[]
  nextCursor: string | null
}

export async function listWebhooks(
  users: Users,
  input: { limit?: number | undefined; cursor?: string | undefined },
): Promise<WebhookPage> {
  const limit = input.limit ?? 50
  // One more than asked for tells whether there is another page.
  const found = await findWebhooksPage(users.db, decodeCursor(input.cursor), limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return { webhooks: page, nextCursor: found.length > limit && last ? encodeCursor(last) : null }
}
