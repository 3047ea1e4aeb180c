import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { PasswordCost } from '#users/passwords/password-hash.ts'
import type { AllSettings } from './all-settings.ts'

export interface StartOptions {
  settings: AllSettings
  /** The services that this process runs. */
  services: 'both' | 'users' | 'auth'
  log: Log
  clock?: Clock
  /** Called when the disk fails. By default the process stops; a test may observe it. */
  onLostWrites?: (cause: unknown) => void
  /** Present if this process is one of several that share the ports. */
  worker?: WorkerOptions
  /** The time that a stop leaves for open requests to finish. */
  drainMs?: number
  /** How often a stream checks again whether its reader is still admitted. */
  admissionMs?: number | undefined
  /** The cost of a password hash. The default is the minimum of OWASP; tests that do not measure it lower it. */
  passwordCost?: PasswordCost
}

export interface WorkerOptions {
  /** The number of passwords that this worker hashes at the same time, which is its share of the cores. */
  maxConcurrentHashes: number
  /** Resolves when this worker may listen. It is called when the worker is ready, and connections arrive from then on. */
  mayListen(): Promise<void>
}
