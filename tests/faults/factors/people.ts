import { Secret, TOTP } from 'otpauth'
import type { SoftPasskey } from '#tests/support/authenticator.ts'
import { startOfStep, stepAt } from '#users/factors/totp/totp.ts'
import type { Stored } from './stored.ts'

/** A session of a person, and the time from which its proof of identity counts. */
interface HeldSession {
  /** The name of the login that began the session. */
  name: string
  token: string
  provenAt: number
  isStrong: boolean
  /** True when the session was begun with a recovery code: such a session may not create recovery codes. */
  isByCode: boolean
}

/** A request without a reply: nobody knows whether it had an effect. */
interface Unanswered {
  what: string
  /** Repeats the request as a person would, and requires the reply that agrees with the stored rows. */
  settle(stored: Stored): Promise<void>
}

/** A simulated person with second factors, and everything that the services have told this person about them. */
export interface Person {
  id: string
  username: string
  password: string
  /** The secret of the authenticator app. */
  app: string | undefined
  /** The time step (RFC 6238) of the last code that was sent to any node. */
  lastStep: number
  /** The recovery codes that this person knows. */
  codes: string[]
  /**
   * The number of recovery codes that are valid. It is higher than the number of known codes when a reply with new codes
   * never arrived.
   */
  codesLeft: number
  passkeys: { id: string; passkey: SoftPasskey }[]
  session: HeldSession | undefined
  /** The token of a remembered device. A change of factors makes it invalid. */
  device: string | undefined
  /** The names of the logins whose sessions are still valid. */
  loggedInAs: string[]
  /** The names of the logins whose sessions have ended because a factor was removed and the removal was acknowledged. */
  ended: string[]
  /**
   * The names of the logins whose sessions will end because of a removal that got no reply: a kill may have delayed the
   * order to end them.
   */
  ending: string[]
  /** The number of sessions and step-ups that each code or challenge has given. */
  counted: Map<string, number>
  unanswered: Unanswered | undefined
  /** All requests of this person, to be printed when a promise was broken. */
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

/** Returns whether the proof of identity in the session is recent enough to change a factor. */
export function mayChange(person: Person, now: number): boolean {
  const { session } = person
  return session !== undefined && now - session.provenAt < freshMs && (session.isStrong || !hasFactor(person))
}

/**
 * Returns the time step (RFC 6238) of the next code that would be accepted, or undefined when none is accepted before the
 * clock moves. Unless `isLastResort` is true, one code is kept unused, for the case that the reply to this one is lost.
 */
export function nextStep({ lastStep }: Person, now: number, isLastResort = false): number | undefined {
  const step = Math.max(lastStep + 1, stepAt(now) - 1)
  return step <= stepAt(now) + (isLastResort ? 1 : 0) ? step : undefined
}

export const codeAt = (secret: string, step: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: startOfStep(step) })

/** Adds to the number of sessions and step-ups that a code or challenge has given, and returns this number. */
export function countUse({ counted }: Person, key: string, times: number): number {
  const count = (counted.get(key) ?? 0) + times
  counted.set(key, count)
  return count
}

/**
 * Ends the other sessions of the person, because a session that was begun with the removed factor may belong to somebody
 * else.
 */
export function endOthers(person: Person, isAnswered: boolean): void {
  const others = person.loggedInAs.filter((name) => name !== person.session?.name)
  person.loggedInAs = person.loggedInAs.filter((name) => !others.includes(name))
  ;(isAnswered ? person.ended : person.ending).push(...others)
}

/** Forgets the recovery codes when the last factor is removed: a user without a second factor has none. */
export function dropCodesWithoutFactor(person: Person): void {
  if (hasFactor(person)) return
  person.codes = []
  person.codesLeft = 0
}
