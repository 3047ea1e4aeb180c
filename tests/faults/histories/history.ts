import { closeSync, openSync, writeSync } from 'node:fs'

/**
 * `ok`: the reply was a success. `refused`: the reply was a 4xx, so the operation has no effect, now or later. `unknown`: a 5xx or no
 * reply, so the operation may take effect at any later time, or never.
 */
export type Outcome = 'ok' | 'refused' | 'unknown'

/** The keys by which a user is found. */
export const keys = ['id', 'username', 'email'] as const
export type Key = (typeof keys)[number]

interface Step {
  /** The place of the operation in the file. Operations are written when they end. */
  n: number
  client: number
  node: number
  /** When the request was sent, and when the client got the reply or gave up: milliseconds on one monotonic clock of all clients. */
  start: number
  end: number
  outcome: Outcome
  /** The failure code of a reply that was not a success. */
  code?: string
}

/** What an operation was, and what its reply said. */
export type Act =
  /** `nonce` is stored with the user, so that each look-up shows which creation made the user. Retries have the same nonce. */
  | { kind: 'create'; nonce: string; username: string; email: string; user?: string }
  /** `found` is null when the reply was that there is no such user. */
  | { kind: 'find'; by: Key; value: string; found?: { user: string; nonce: string } | null }
  | { kind: 'delete' | 'suspend' | 'restore'; user: string; pending?: boolean }
  | { kind: 'logIn'; user: string; password: string; session?: string; issued?: string }
  /** `validate` is a request to the authentication service, `me` one to the user service with the same access token. */
  | { kind: 'validate' | 'me' | 'logOut'; user: string; session: string }
  /** `given` and `issued` are digests of refresh tokens. */
  | { kind: 'refresh'; user: string; session: string; given: string; issued?: string }
  /** `session` made the change; `begun` is the session that the reply has the tokens of. */
  | {
      kind: 'changePassword'
      user: string
      session: string
      password: string
      pending?: boolean
      begun?: string
      issued?: string
    }
  /** `link` is a digest of a one-time link, which replaces the earlier links of the user. */
  | { kind: 'makeLink'; user: string; link?: string }
  | { kind: 'useLink'; user: string; link: string; password: string; pending?: boolean }

export type Operation = Step & Act
export type Kind = Act['kind']
type ActOf<K extends Kind, A = Act> = A extends { kind: Kind }
  ? [K & A['kind']] extends [never]
    ? never
    : Omit<A, 'kind'> & { kind: K & A['kind'] }
  : never
export type OperationOf<K extends Kind> = Step & ActOf<K>

/** An event as it is stored in the end. The data of events about a deleted user are empty. */
export interface StoredEvent {
  id: string
  type: string
  subject: string | null
  position: number | null
  session?: string
  nonce?: string
}

/** Everything that clients and receivers saw, and the events that were stored when all was over. */
export interface History {
  operations: readonly Operation[]
  events: readonly StoredEvent[]
  /** The ids of the events that a receiver got, repeated ones included. */
  delivered: readonly string[]
}

export interface Recorder extends Disposable {
  operations: readonly Operation[]
  now(): number
  write(step: Omit<Step, 'n'>, act: Act): Operation
}

/** Records operations in memory, and in a file of one JSON object a line, which is complete also when this process is killed. */
export function createRecorder(path: string): Recorder {
  const file = openSync(path, 'w')
  const operations: Operation[] = []
  return {
    operations,
    now: () => performance.now(),
    write(step, act) {
      const operation = { n: operations.length, ...step, ...act } as Operation
      operations.push(operation)
      writeSync(file, `${JSON.stringify(operation)}\n`)
      return operation
    },
    [Symbol.dispose]: () => closeSync(file),
  }
}
