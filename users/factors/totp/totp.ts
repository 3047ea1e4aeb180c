import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'
import { toBase32 } from '../core/base32.ts'

/** Makes a secret of 160 bits, which is the length of the digest of the HMAC that it keys (RFC 4226 section 4, R6). */
export const newTotpSecret = (): Buffer => randomBytes(20)

/** The codes that an app shows: how many digits, for how many seconds each, and with which algorithm. */
export interface TotpForm {
  digits: number
  period: number
  algorithm: string
}

/** The form of apps that are added here. An app from another system keeps its own. */
export const ownForm: TotpForm = { digits: 6, period: 30, algorithm: 'SHA1' }

/** Returns the number of the time step that holds a time in epoch milliseconds (RFC 6238 section 4.2). */
export const stepAt = (epochMs: number, { period }: Pick<TotpForm, 'period'> = ownForm): number =>
  Math.floor(epochMs / (period * 1_000))

/** Returns the time, in epoch milliseconds, at which a step begins. */
export const startOfStep = (step: number, { period }: Pick<TotpForm, 'period'> = ownForm): number =>
  step * period * 1_000

/** Computes the digits of a step: HOTP with the step as its counter (RFC 4226 section 5.3). */
export function totpCode(secret: Buffer, step: number, { digits, algorithm } = ownForm): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  // With a Buffer as key, Node takes several times as long: it first tries it as a KeyObject and as a CryptoKey, and both throw.
  const mac = createHmac(algorithm, createSecretKey(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const truncated = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(truncated % 10 ** digits).padStart(digits, '0')
}

/**
 * Returns the time step that a code belongs to: the present one, the one before, or the next, because clocks differ and people
 * type slowly (RFC 6238 section 6). Undefined when it is none of them. All three are compared, so that the duration does not
 * show which one matched (timing side channel). A code is as many ASCII digits as the form of the app says (I97).
 */
export function matchStep(
  secret: Buffer,
  code: string,
  now: number,
  form: TotpForm = ownForm,
): number | undefined {
  if (!/^[0-9]+$/.test(code) || code.length !== form.digits) return undefined
  const sent = Buffer.from(code)
  const present = stepAt(now, form)
  let found: number | undefined
  for (const step of [present - 1, present, present + 1])
    if (timingSafeEqual(Buffer.from(totpCode(secret, step, form)), sent)) found = step
  return found
}

/** Makes the `otpauth:` URI that authenticator apps read. `issuer` and `username` are what the app shows beside the code. */
export function totpUri(secret: Buffer, { issuer, username }: { issuer: string; username: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`
  const query = `secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`
  return `otpauth://totp/${label}?${query}`
}
