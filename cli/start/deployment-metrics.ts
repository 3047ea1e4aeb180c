import type { Certificates } from '#runtime/http/certificates.ts'
import type { ValuesMetric } from '#runtime/metrics/metrics.ts'
import { packageRevision } from '#runtime/package-revision.ts'
import { packageVersion } from '#runtime/package-version.ts'
import type { AllSettings } from '../settings/all-settings.ts'
import { findLastBackup } from '../transfer/last-backup.ts'

/** Returns the metrics about this installation. Both services report them, so the metrics of either one show them. */
export const deploymentMetrics = (
  { data }: Pick<AllSettings, 'data'>,
  certificates: Pick<Certificates, 'expiresAt'> | undefined,
): ValuesMetric[] => [
  {
    ...buildInfo,
    commonLabels: { revision: packageRevision() ?? '' },
    read: () => new Map([[packageVersion(), 1]]),
  },
  { ...lastBackup, read: () => inSeconds(findLastBackup(data)) },
  { ...certificateExpiry, read: () => inSeconds(certificates?.expiresAt()) },
]

/** Returns a time in seconds as the value of a metric. An unknown time gives no series, so that it causes no alert. */
const inSeconds = (ms: number | undefined): Map<string, number> =>
  ms === undefined ? new Map() : new Map([['', Math.floor(ms / 1_000)]])

const buildInfo = {
  name: 'latchkey_build_info',
  help: 'Always 1. The labels are the running version and the git revision that it was built from.',
  label: 'version',
  isOfDatabase: true,
} as const

const lastBackup = {
  name: 'latchkey_last_backup_timestamp_seconds',
  help: 'When `latchkey backup` last wrote a backup of this data folder. Absent without a backup and on PostgreSQL.',
  isOfDatabase: true,
} as const

const certificateExpiry = {
  name: 'latchkey_certificate_expiry_timestamp_seconds',
  help: 'When the certificate in use expires. Absent without TLS.',
  isOfDatabase: true,
} as const
