import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { PasswordCost } from '#users/credentials/password-hash.ts'
import type { AllSettings } from './all-settings.ts'

export interface StartOptions {
  settings: AllSettings
  /** Which of the services this process runs. */
  services: 'both' | 'users' | 'auth'
  log: Log
  clock?: Clock
  /** What happens when the disk fails; the process stops unless a test wants to see it happen. */
  onLostWrites?: (cause: unknown) => void
  /** Where this process is one of several that share the ports. */
  worker?: WorkerOptions
  /** How long a stop waits for what is under way. */
  drainMs?: number
  /** What a password hash costs; OWASP's floor unless a test has none to measure. */
  passwordCost?: PasswordCost
}

export interface WorkerOptions {
  /** Its share of the cores. */
  hashesAtOnce: number
  /** Asked when it is ready to serve: from then on it gets connections. */
  mayListen(): Promise<void>
}
