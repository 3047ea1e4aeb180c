import type { SettingInForceResource } from '#contract/system/system.ts'

/** The facts that a process knows about its installation, which admins can read. */
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
