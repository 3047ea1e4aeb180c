import type { SettingInForceResource } from '#contract/system/system.ts'

/** What a process knows of its installation, for the admins who ask. */
export interface SystemFacts {
  version: string
  startedAt: number
  workers: number
  hasMailServer: boolean
  /** Returns the settings, without their secret parts. */
  readSettings(): Promise<SettingInForceResource[]>
  /** Returns when the last backup was written, in epoch milliseconds. */
  lastBackup(): number | undefined
  /** Returns when the certificate that is served expires, in epoch milliseconds. */
  certificateExpires(): number | undefined
}
