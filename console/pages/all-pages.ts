import type { ConsolePage } from '../core/visit.ts'
import { actionPages } from './actions.ts'
import { userPage } from './user.ts'
import { usersPage } from './users.ts'
import { editWebhookPage } from './webhooks/edit-webhook.ts'
import { newWebhookPage } from './webhooks/new-webhook.ts'
import { webhookPage } from './webhooks/webhook.ts'
import { webhookActionPages } from './webhooks/webhook-actions.ts'
import { webhooksPage } from './webhooks/webhooks.ts'

export const allPages: readonly ConsolePage[] = [
  ...[usersPage, userPage, ...actionPages],
  ...[webhooksPage, webhookPage, newWebhookPage, editWebhookPage, ...webhookActionPages],
]
