import type { ConsolePage } from '../core/visit.ts'
import { apiKeysPage } from './api-keys/api-keys.ts'
import { newApiKeyPage } from './api-keys/new-api-key.ts'
import { revokeApiKeyPage } from './api-keys/revoke-api-key.ts'
import { auditPage } from './audit/audit.ts'
import { brandingPage } from './branding/branding.ts'
import { bulkPage } from './bulk/bulk.ts'
import { clientPage } from './clients/client.ts'
import { clientActionPages } from './clients/client-actions.ts'
import { clientClaimsPage } from './clients/client-claims.ts'
import { clientsPage } from './clients/clients.ts'
import { editClientPage } from './clients/edit-client.ts'
import { newClientPage } from './clients/new-client.ts'
import { deadLettersPage } from './dead-letters/dead-letters.ts'
import { dropDeadLetterPage } from './dead-letters/drop-dead-letter.ts'
import { replayPages } from './dead-letters/replay-dead-letters.ts'
import { exportPages } from './export-pages.ts'
import { goOnPage } from './go-on.ts'
import { importUsersPage } from './import/import-users.ts'
import { newUserPage } from './new-user.ts'
import { searchPage } from './search.ts'
import { endSessionPage } from './sessions/end-session.ts'
import { sessionsPage } from './sessions/sessions.ts'
import { healthPage } from './system/health.ts'
import { overviewPage } from './system/overview.ts'
import { providersPage } from './system/providers.ts'
import { rotateSigningKeyPage } from './system/rotate-signing-key.ts'
import { settingsPage } from './system/settings.ts'
import { setupPage } from './system/setup.ts'
import { signingKeysPage } from './system/signing-keys.ts'
import { testEmailPage } from './system/test-email.ts'
import { actionPages } from './user/actions.ts'
import { editUserPage } from './user/edit-user.ts'
import { endAccessPages } from './user/end-access.ts'
import { userHistoryPage } from './user/timeline.ts'
import { userPage } from './user/user.ts'
import { usersPage } from './users.ts'
import { editWebhookPage } from './webhooks/edit-webhook.ts'
import { newWebhookPage } from './webhooks/new-webhook.ts'
import { webhookPage } from './webhooks/webhook.ts'
import { webhookActionPages } from './webhooks/webhook-actions.ts'
import { webhooksPage } from './webhooks/webhooks.ts'

/** Every page of the console. Within a group of the menu, its pages come in this order. */
export const allPages: readonly ConsolePage[] = [
  usersPage,
  newUserPage,
  userPage,
  editUserPage,
  userHistoryPage,
  bulkPage,
  importUsersPage,
  ...actionPages,
  ...endAccessPages,
  goOnPage,
  sessionsPage,
  endSessionPage,
  clientsPage,
  clientPage,
  clientClaimsPage,
  newClientPage,
  editClientPage,
  ...clientActionPages,
  providersPage,
  apiKeysPage,
  newApiKeyPage,
  revokeApiKeyPage,
  webhooksPage,
  webhookPage,
  newWebhookPage,
  editWebhookPage,
  ...webhookActionPages,
  deadLettersPage,
  ...replayPages,
  dropDeadLetterPage,
  overviewPage,
  setupPage,
  searchPage,
  healthPage,
  testEmailPage,
  signingKeysPage,
  rotateSigningKeyPage,
  brandingPage,
  settingsPage,
  auditPage,
  ...exportPages,
]
