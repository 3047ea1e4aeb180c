import { Secret, TOTP } from 'otpauth'
import type { SoftPasskey } from '#tests/support/authenticator.ts'
import { startOfStep, stepAt } from '#users/factors/totp/totp.ts'
import type { Stored } from './stored.ts'

/** A session that a person holds, and since when its proof counts. */
interface HeldSession {
  /** The name of the login that began it. */
  name: string
  token: string
  provenAt: number
  isStrong: boolean
  /** True when a recovery code began the session: such a session can make no recovery codes. */
  isByCode: boolean
}

/** A request without an answer: nobody knows whether it was done. */
interface Unanswered {
  what: string
  /** Repeats the request, as a person does, and requires the answer that fits to what is stored. */
  settle(stored: Stored): Promise<void>
}

/** Somebody with second factors, and all that the services have told this person about them. */
export interface Person {
  id: string
  username: string
  password: string
  /** The secret of the authenticator app. */
  app: string | undefined
  /** The step of the last code that was sent anywhere. */
  lastStep: number
  /** The recovery codes that this person has on paper. */
  codes: string[]
  /** How many recovery codes count; more than those on paper when new ones never arrived. */
  codesLeft: number
  passkeys: { id: string; passkey: SoftPasskey }[]
  session: HeldSession | undefined
  /** The token of a device that is remembered, until a factor changes. */
  device: string | undefined
  /** The names of the logins whose sessions go on. */
  loggedInAs: string[]
  /** The names of those whose sessions have ended with the answer to a removal. */
  ended: string[]
  /** The same without an answer: they end when the order arrives that a kill has held up. */
  ending: string[]
  /** How many sessions or step-ups each code and each challenge has given. */
  counted: Map<string, number>
  unanswered: Unanswered | undefined
  /** The history of this person, for the report of a broken promise. */
  history: string[]
}

export const newPerson = (known: Pick<Person, 'id' | 'username' | 'password'>): Person => ({
  ...known,
  app: undefined,
  lastStep: 0,
  codes: [],
  codesLeft: 0,
  passkeys: [],
  session: undefined,
  device: undefined,
  loggedInAs: [],
  ended: [],
  ending: [],
  counted: new Map(),
  unanswered: undefined,
  history: [],
})

export const hasFactor = ({ app, passkeys }: Person): boolean => app !== undefined || passkeys.length > 0

const freshMs = 4 * 60_000

/** Returns whether the session is fresh enough to change a factor. */
export function mayChange(person: Person, now: number): boolean {
  const { session } = person
  return session !== undefined && now - session.provenAt < freshMs && (session.isStrong || !hasFactor(person))
}

/**
 * Returns the step whose code is the next that counts, or undefined when none does before the clock moves. A person who is not in a
 * hurry leaves the last one, for the case that the answer to this one gets lost.
 */
export function nextStep({ lastStep }: Person, now: number, isLastResort = false): number | undefined {
  const step = Math.max(lastStep + 1, stepAt(now) - 1)
  return step <= stepAt(now) + (isLastResort ? 1 : 0) ? step : undefined
}

export const codeAt = (secret: string, step: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: startOfStep(step) })

/** Counts what a code or a challenge has given. */
export function countUse({ counted }: Person, key: string, times: number): number {
  const count = (counted.get(key) ?? 0) + times
  counted.set(key, count)
  return count
}

/** A removed factor ends the other sessions: whoever had it may hold one of them. */
export function endOthers(person: Person, isAnswered: boolean): void {
  const others = person.loggedInAs.filter((name) => name !== person.session?.name)
  person.loggedInAs = person.loggedInAs.filter((name) => !others.includes(name))
  ;(isAnswered ? person.ended : person.ending).push(...others)
}

/** A user without a second factor has no recovery codes either. */
export function dropCodesWithoutFactor(person: Person): void {
  if (hasFactor(person)) return
  person.codes = []
  person.codesLeft = 0
}
