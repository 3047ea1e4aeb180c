import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** The use that a challenge is made for. The answer to a challenge must be for exactly the same use. */
export interface ChallengeUse {
  /** The ceremony, such as `login`. */
  purpose: string
  /** The user or the object that the answer must belong to, such as the id of a session; empty when nobody is known yet. */
  boundTo: string
}

export interface OpenedChallenge {
  /**
   * The id of the challenge. It is unique and has one spelling only, so that it can be looked up in a table of used challenges.
   */
  id: string
  expiresAt: number
}

const headBytes = 1 + 6 + 16
const allBytes = headBytes + 32
const version = 1

/**
 * Derives the keys of challenges from the service tokens, which both services know. The first key makes challenges, and every
 * key opens one, so that a token can be rotated.
 */
export const challengeKeys = (serviceTokens: readonly string[]): KeyObject[] =>
  serviceTokens.map((token) =>
    // An HMAC with the bytes of a key takes several times as long as with a key object.
    createSecretKey(Buffer.from(hkdfSync('sha256', token, '', 'latchkey challenges', 32))),
  )

/**
 * Makes a challenge of 55 bytes in base64url: a version, the expiry, 128 random bits, and an HMAC over these and its use. It
 * is not stored in a table, so that requests for challenges cannot fill the disk.
 */
export function makeChallenge(keys: readonly KeyObject[], use: ChallengeUse, expiresAt: number): string {
  const [key] = keys
  if (!key) throw new Error('There is no key for challenges.')
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(version, 0)
  head.writeUIntBE(expiresAt, 1, 6)
  randomBytes(16).copy(head, 7)
  return Buffer.concat([head, mac(key, use, head)]).toString('base64url')
}

/**
 * Opens a challenge that a client has sent back. Returns undefined when it is forged, has expired, or was made for another
 * use.
 */
export function openChallenge(
  keys: readonly KeyObject[],
  use: ChallengeUse,
  { challenge, now }: { challenge: string; now: number },
): OpenedChallenge | undefined {
  const bytes = Buffer.from(challenge, 'base64url')
  // Base64url has several spellings of the same bytes. Only one is accepted, as for every other credential.
  if (bytes.length !== allBytes || bytes.toString('base64url') !== challenge) return undefined
  const head = bytes.subarray(0, headBytes)
  const isOurs = keys.some((key) => timingSafeEqual(mac(key, use, head), bytes.subarray(headBytes)))
  const expiresAt = head.readUIntBE(1, 6)
  if (!isOurs || head.readUInt8(0) !== version || expiresAt <= now) return undefined
  return { id: head.subarray(7).toString('base64url'), expiresAt }
}

/** Returns the HMAC of a challenge and its purpose, which is written as JSON, so that no two purposes give the same bytes. */
const mac = (key: KeyObject, { purpose, boundTo }: ChallengeUse, head: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(head)
    .update(JSON.stringify([purpose, boundTo]))
    .digest()
