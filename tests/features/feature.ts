import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Scope } from '#contract/declaration/endpoint.ts'
import type { EventData, EventType } from '#contract/events/event-types.ts'
import type { Bound } from '#tests/support/callers.ts'
import type { System } from '#tests/support/system.ts'

/**
 * The tests that drive a limit until it holds. A key is the beginning of a row of the table in SECURITY.md: its first cell and its
 * second one. A value names files, and in each the beginnings of the names of tests.
 */
export type DrivenBy = Record<string, readonly (readonly [file: string, ...names: string[]])[]>

/**
 * The facts about one feature that the tests of the whole product need. Each file of this folder exports its facts as
 * `feature`. The tests find the files by folder, so that a new feature needs no change in the tests.
 */
export interface Feature {
  /** An example of the data of each event. `docs/reference/events.md` shows these examples. */
  events?: { [Type in EventType]?: EventData<Type> }
  /**
   * The names of the endpoints that an API key may call with each scope. The list repeats the declarations, to find
   * mistakes in them.
   */
  opens?: Partial<Record<Scope, readonly string[]>>
  /** The endpoints that answer `user_not_found` to a caller who may not see the user. */
  lookUps?: readonly string[]
  /** The request bodies of the endpoints for which an empty object cannot show whether access was granted. */
  bodies?: Record<string, object>
  /**
   * The endpoints whose examples need each other, in the order in which they run, as a user with a session or, where a scope is
   * needed, as an admin. All others run at the end.
   */
  examples?: readonly string[]
  /** The tables from which no sweep removes rows, each with the reason why the number of its rows is limited. */
  bounded?: Record<string, string>
  /** What limits the rows of each table that callers can fill. */
  stored?: Record<string, readonly Bound[]>
  /** The tests that drive the limits of the feature in SECURITY.md until they hold. */
  drivenBy?: DrivenBy
  /** The tables that no export contains, each with the reason why its rows stay in their installation. */
  leftBehind?: Record<string, string>
  /** The events that users cause for themselves only. The audit has none of them, so they need no name in the console. */
  byThemselves?: readonly EventType[]
  /** The statement that puts thousands of rows into the tables, with `id` as the SQL of a UUID made from the number `n`. */
  fill?: Partial<Record<'users' | 'auth', (id: string) => string>>
  /**
   * Calls each endpoint with success, as one user or about this user. At the end the user must have rows in each table of
   * the feature. `token` belongs to a session of this user with a recent proof of identity.
   */
  use?(system: System, user: { userId: string; token: string }): Promise<void>
}

const require = createRequire(import.meta.url)
const files = readdirSync(import.meta.dirname).filter(
  (name) => /^[\w-]+\.ts$/.test(name) && name !== 'feature.ts',
)

/** The features of this folder, in the order of their names. */
export const features: Feature[] = files.toSorted().map((name) => require(`./${name}`).feature)
