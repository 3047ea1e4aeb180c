import { fromBase32 } from '#users/factors/core/base32.ts'
import { totpAlgorithms } from '#users/factors/transfer.ts'
import type { SignInMethods } from '#users/import/sign-in-methods.ts'

/** The authenticator app that a reader found for a user, or notes for the report that say why an app is not imported. */
export interface FoundApp {
  totp?: NonNullable<SignInMethods['totp']>
  notes: string[]
}

/** An authenticator app as another system stores it. Missing fields get the values that most apps use. */
interface StoredApp {
  secret: Buffer | undefined
  digits?: unknown
  period?: unknown
  algorithm?: unknown
}

/**
 * The minimum length of a secret: a shorter one can be guessed from a few codes. RFC 4226 requires 128 bits, but many systems
 * made 80.
 */
const minSecretBytes = 10
const maxSecretBytes = 128

/**
 * Reads an authenticator app of another system. An app whose codes cannot be checked here is not imported, and a note gives the
 * reason.
 */
export function readApp({ secret, digits = 6, period = 30, algorithm = 'SHA1' }: StoredApp): FoundApp {
  if (!secret) return leftApp('its secret cannot be read')
  if (secret.length < minSecretBytes || secret.length > maxSecretBytes)
    return leftApp('its secret has less than 80 bits, or more than 1,024')
  const form = {
    digits: Number(digits),
    period: Number(period),
    algorithm: String(algorithm).toUpperCase().replace(/^HMAC/, '').replace('-', ''),
  }
  const isKnown =
    [6, 7, 8].includes(form.digits) &&
    Number.isInteger(form.period) &&
    form.period >= 10 &&
    form.period <= 300 &&
    totpAlgorithms.some((one) => one === form.algorithm)
  return isKnown
    ? { totp: { secret, form }, notes: [] }
    : leftApp('its codes have a form that is not known here')
}

/** Reads the `otpauth:` URI of an authenticator app. */
export function readAppUri(uri: string): FoundApp {
  const url = URL.parse(uri)
  if (url?.protocol !== 'otpauth:') return leftApp('its secret cannot be read')
  if (url.host !== 'totp') return leftApp('it counts codes (HOTP)')
  const parameter = (name: string) => url.searchParams.get(name) ?? undefined
  return readApp({
    secret: fromBase32(parameter('secret') ?? ''),
    digits: parameter('digits'),
    period: parameter('period'),
    algorithm: parameter('algorithm'),
  })
}

/** Returns the note that an app is not imported, with the reason. */
export const leftApp = (reason: string): FoundApp => ({
  notes: [`an authenticator app is left behind: ${reason}`],
})

/** Returns the first app, and a note for each of the others, because a user can have only one app here. */
export function firstApp<Stored>(apps: readonly Stored[], read: (stored: Stored) => FoundApp): FoundApp {
  const [first, ...others] = apps
  if (first === undefined) return { notes: [] }
  const { totp, notes } = read(first)
  return {
    ...(totp && { totp }),
    notes: [...notes, ...others.map(() => 'a further authenticator app of a user is left behind')],
  }
}
