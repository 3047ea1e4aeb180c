import { systemClock } from '#runtime/clock.ts'
import type { Certificates } from '#runtime/http/certificates.ts'
import { lazily } from '#runtime/lazily.ts'
import { packageVersion } from '#runtime/package-version.ts'
import type { SystemFacts } from '#runtime/system/system-facts.ts'
import { findLastBackup } from '../../transfer/last-backup.ts'
import type { StartOptions } from '../start-options.ts'

const loadSettings = lazily(() => import('./settings-in-force.ts'))

/** Gathers the facts that this process knows about its installation. */
export const systemFacts = (
  { settings, origins, clock = systemClock }: StartOptions,
  certificates: Pick<Certificates, 'expiresAt'> | undefined,
): SystemFacts => ({
  version: packageVersion(),
  startedAt: clock.now(),
  workers: settings.workers,
  hasMailServer: settings.smtpUrl !== undefined,
  readSettings: async () => (origins === undefined ? [] : (await loadSettings()).settingsInForce(origins)),
  lastBackup: () => findLastBackup(settings.data),
  certificateExpires: () => certificates?.expiresAt(),
})
