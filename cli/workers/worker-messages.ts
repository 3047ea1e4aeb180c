import type { AllSettings } from '../start/all-settings.ts'

export type Service = 'users' | 'auth'

/** What a worker is told. Settings travel as they were read, secrets among them: never by its environment or arguments. */
export type ToWorker =
  | {
      say: 'start'
      number: number
      settings: AllSettings
      services: 'both' | Service
      hashesAtOnce: number
    }
  | { say: 'listen' }
  | { say: 'count'; service: Service }
  | { say: 'stop' }

/** What it answers. */
export type FromWorker =
  | { say: 'prepared' }
  | { say: 'ready'; mailboxUrl: string | undefined }
  /** Without metrics where they could not be read: the worker has logged why. */
  | { say: 'counted'; service: Service; metrics: object[] | undefined }

/** How a worker ends that fears for what was acknowledged: no other one may go on. */
export const lostWritesExit = 74
