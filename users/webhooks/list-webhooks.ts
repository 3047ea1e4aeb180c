import { decodeCursor, defaultPageRows, encodeCursor, pageOf } from '#runtime/database/cursor.ts'
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
  const limit = input.limit ?? defaultPageRows
  const found = await findWebhooksPage(users.db, decodeCursor(input.cursor), limit + 1)
  const { page, nextCursor } = pageOf(found, limit, encodeCursor)
  return { webhooks: page, nextCursor }
}
