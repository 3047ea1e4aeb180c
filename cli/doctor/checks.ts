import type { Check } from './check.ts'
import { clockCheck } from './database/clock.ts'
import { connectionsCheck } from './database/connections.ts'
import { databasesCheck } from './database/databases.ts'
import { durabilityCheck } from './database/durability.ts'
import { masterKeyCheck } from './database/master-key.ts'
import { poolerCheck } from './database/pooler.ts'
import { primariesCheck } from './database/primaries.ts'
import { schemaCheck } from './database/schema.ts'
import { addressCheck } from './inside/address.ts'
import { adminsCheck } from './inside/admins.ts'
import { backupCheck } from './inside/backup.ts'
import { certificateCheck } from './inside/certificate.ts'
import { deadLettersCheck } from './inside/dead-letters.ts'
import { diskCheck } from './inside/disk.ts'
import { fastHashesCheck } from './inside/fast-hashes.ts'
import { filesCheck } from './inside/files.ts'
import { identityProvidersCheck } from './inside/identity-providers.ts'
import { mailCheck } from './inside/mail.ts'
import { natsCheck } from './inside/nats.ts'
import { nodeCheck } from './inside/node.ts'
import { oidcClientsCheck } from './inside/oidc-clients.ts'
import { pendingSessionEndsCheck } from './inside/pending-session-ends.ts'
import { runningCheck } from './inside/running.ts'
import { secretsCheck } from './inside/secrets.ts'
import { settingsCheck } from './inside/settings.ts'
import { signUpCheck } from './inside/sign-up.ts'
import { signingKeysCheck } from './inside/signing-keys.ts'
import { webhooksCheck } from './inside/webhooks.ts'
import { publicClockCheck } from './outside/clock.ts'
import { discoveryCheck } from './outside/discovery.ts'
import { internalRoutesCheck } from './outside/internal-routes.ts'
import { metricsCheck } from './outside/metrics.ts'
import { pagesCheck } from './outside/pages.ts'
import { proxyHeadersCheck } from './outside/proxy-headers.ts'
import { reachableCheck } from './outside/reachable.ts'
import { tlsCheck } from './outside/tls.ts'

/** The checks with the settings and the data folder that a start would read, in the order of the report. */
export const insideChecks: readonly Check[] = [
  nodeCheck,
  settingsCheck,
  addressCheck,
  signUpCheck,
  secretsCheck,
  filesCheck,
  diskCheck,
  certificateCheck,
  databasesCheck,
  schemaCheck,
  durabilityCheck,
  primariesCheck,
  connectionsCheck,
  poolerCheck,
  clockCheck,
  masterKeyCheck,
  signingKeysCheck,
  runningCheck,
  mailCheck,
  natsCheck,
  webhooksCheck,
  identityProvidersCheck,
  oidcClientsCheck,
  adminsCheck,
  fastHashesCheck,
  pendingSessionEndsCheck,
  deadLettersCheck,
  backupCheck,
]

/** The checks of what a client sees at the URL that `--url` names. */
export const outsideChecks: readonly Check[] = [
  reachableCheck,
  tlsCheck,
  discoveryCheck,
  publicClockCheck,
  proxyHeadersCheck,
  pagesCheck,
  internalRoutesCheck,
  metricsCheck,
]
