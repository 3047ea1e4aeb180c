import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log/log.ts'
import type { Traces } from '#runtime/traces/traces.ts'
import type { PasswordCost } from '#users/passwords/password-hash.ts'
import type { AllSettings } from '../settings/all-settings.ts'
import type { SettingOrigins } from './console/settings-in-force.ts'

export interface StartOptions {
  settings: AllSettings
  /** The source of each setting, which admins can see. */
  origins?: SettingOrigins
  /** The services that this process runs. */
  services: 'both' | 'users' | 'auth'
  log: Log
  clock?: Clock
  /** Reports that a sync of the disk failed. By default it stops the process; a test may observe it. */
  onLostWrites?: (cause: unknown) => void
  /** The export of traces, which `start` opens where the environment asks for it. */
  traces?: Traces | undefined
  /** The options of a worker; absent if this process does not share its ports with others. */
  worker?: WorkerOptions
  /** The time in milliseconds for which a stop waits for open requests to finish. */
  drainMs?: number
  /** The interval in milliseconds at which a stream checks again whether its reader may still read. */
  admissionMs?: number | undefined
  /**
   * The cost of a password hash. The default is the minimum that OWASP recommends. Tests that do not measure the cost lower it.
   */
  passwordCost?: PasswordCost
}

export interface WorkerOptions {
  /** The number of passwords that this worker hashes at the same time, which is its share of the cores. */
  maxConcurrentHashes: number
  /**
   * Tells the parent process that this worker is ready, and resolves when the worker may listen. From then on connections arrive.
   */
  mayListen(): Promise<void>
}
