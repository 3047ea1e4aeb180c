import { Failure } from '#contract/declaration/failures.ts'
import { type RecognisedHash, readForeignHash } from '../foreign-hashes/index.ts'

/** The options for password hashes that cannot be stored as they are. By default an import refuses rows with such hashes. */
export interface NewHashes {
  /** True when fast hashes are accepted. They are stored inside argon2id only. */
  isFastAccepted?: boolean | undefined
  /** True when a user whose hash cannot be stored is imported without a password. */
  isUnusableLeftOut?: boolean | undefined
}

/**
 * Requires a hash that an export of Latchkey may have: one that can be compared and costs no more than a login may. Each login of
 * the user pays the cost that is written in the hash, so that it is checked when the hash is imported. Fast hashes that earlier
 * versions stored are accepted, as they are in their exports.
 */
export function checkPasswordHash(hash: string | null): void {
  if (hash === null) return
  const read = readForeignHash(hash)
  const advice = 'An export of Latchkey has such hashes inside argon2id only.'
  const fault = faultIn(read) ?? (read?.isEarlierFormat === false ? faultOfFast(read, advice) : undefined)
  if (fault) throw fault
}

/**
 * Returns the hash that a row of another system brings, which is still to be wrapped; null when it is left out.
 * @throws {Failure} `invalid_request` for a hash that is not accepted
 */
export function acceptedHash(hash: string, { isFastAccepted, isUnusableLeftOut }: NewHashes): string | null {
  const read = readForeignHash(hash)
  const fault = faultIn(read) ?? (isFastAccepted ? undefined : faultOfFast(read))
  if (fault === undefined) return hash
  if (isUnusableLeftOut) return null
  throw fault
}

/** Returns whether a hash of another system must be wrapped before it is stored. */
export const isFastHash = (hash: string): boolean => readForeignHash(hash)?.fast !== undefined

function faultIn(read: RecognisedHash | undefined): Failure | undefined {
  if (!read) return wrong('invalid_format', 'It is not a hash of a known format.')
  if (read.tooCostly === undefined) return undefined
  return wrong('out_of_range', `This ${read.form.split(' ')[0]} hash takes ${read.tooCostly}.`)
}

const fastHashesAdvice =
  'Import it with --fast-hashes (in the API fast_hashes), which stores it inside argon2id.'

const faultOfFast = (
  read: RecognisedHash | undefined,
  advice: string = fastHashesAdvice,
): Failure | undefined =>
  read?.fast && wrong('not_allowed', `This ${read.form.split(' ')[0]} hash is fast to guess. ${advice}`)

const wrong = (code: string, detail: string): Failure =>
  new Failure('invalid_request', { errors: [{ pointer: '/password_hash', code, detail }] })
