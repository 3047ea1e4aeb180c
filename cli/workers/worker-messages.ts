import type { AllSettings } from '../settings/all-settings.ts'
import type { SettingOrigins } from '../start/console/settings-in-force.ts'
import type { ServiceAddresses } from '../start/start.ts'

export type Service = 'users' | 'auth'

/**
 * A message from the parent process to a worker. The settings are sent in a message, because they hold secrets and other
 * processes can read arguments.
 */
export type ToWorker =
  | {
      say: 'start'
      number: number
      settings: AllSettings
      origins: SettingOrigins
      services: 'both' | Service
      maxConcurrentHashes: number
    }
  | { say: 'listen' }
  | { say: 'count'; service: Service }
  | { say: 'stop' }

/** The part of the addresses that only a worker knows. */
export type Served = Pick<ServiceAddresses, 'mailboxUrl' | 'defaultHost'>

/** A message from a worker to the parent process. */
export type FromWorker =
  | { say: 'prepared' }
  | ({ say: 'ready' } & Served)
  /** `metrics` is undefined if they could not be read; the worker has logged why. */
  | { say: 'counted'; service: Service; metrics: object[] | undefined }

/** Returns whether a message is of a given kind, by its field `say`. */
export const says = <Message extends { say: string }, Say extends Message['say']>(
  message: Message,
  say: Say,
): message is Message & { say: Say } => message.say === say

/** The exit code of a worker that may have lost acknowledged writes. The parent process then stops all workers. */
export const lostWritesExit = 74
