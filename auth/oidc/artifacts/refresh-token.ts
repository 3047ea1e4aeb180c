import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SigningKeys } from '../../core/keys/signing-keys.ts'
import { digestOf } from '../../core/opaque-token.ts'

/**
 * The parts of a refresh token of the provider: its family (all tokens that one login gave to one client) and its generation in
 * the family. A token is computed from these two, so that a client whose reply was lost gets the same next token again (I128),
 * and no token is stored.
 */
export interface RefreshTokenParts {
  family: string
  generation: number
}

const form = /^lk_refresh_([0-9a-f-]{36})\.([\w-]{22})\.(\d{1,9})\.([\w-]{43})$/

/** Returns the token that follows `before` in its family, or the first one of a new family when there was none before. */
export function nextRefreshToken(keys: Pick<SigningKeys, 'refresh'>, before: string | undefined): string {
  if (before === undefined)
    return mintRefreshToken(keys, { family: randomBytes(16).toString('base64url'), generation: 1 })
  const { family, generation } = partsOf(before)
  return mintRefreshToken(keys, { family, generation: generation + 1 })
}

function mintRefreshToken(
  { refresh }: Pick<SigningKeys, 'refresh'>,
  { family, generation }: RefreshTokenParts,
): string {
  const { kid, secret } = refresh()
  return `lk_refresh_${kid}.${family}.${generation}.${mac(secret, { family, generation }).toString('base64url')}`
}

/** Returns the parts of a refresh token. Its signature is not checked, because the token was made or checked shortly before. */
export function partsOf(token: string): RefreshTokenParts {
  const [, , family, generation] = form.exec(token) ?? []
  if (family === undefined) throw new Error('This is no refresh token of ours.')
  return { family, generation: Number(generation) }
}

/** Reads a refresh token. Returns undefined for a text that was not signed with a key of ours that is still valid. */
export async function readRefreshToken(
  { findRefreshSecret, update }: Pick<SigningKeys, 'findRefreshSecret' | 'update'>,
  token: string,
): Promise<RefreshTokenParts | undefined> {
  const [, kid, family, generation, code] = form.exec(token) ?? []
  if (kid === undefined || family === undefined || code === undefined) return undefined
  // The keys are read again for each refresh, which is rare, so that a key revoked or made a moment ago counts.
  await update()
  const secret = findRefreshSecret(kid)
  const parts = { family, generation: Number(generation) }
  if (!secret || !timingSafeEqual(Buffer.from(code, 'base64url'), mac(secret, parts))) return undefined
  return parts
}

/** Returns the digest under which a family is stored. */
export const familyDigest = ({ family }: Pick<RefreshTokenParts, 'family'>): string => digestOf(family)

const mac = (secret: KeyObject, { family, generation }: RefreshTokenParts): Buffer =>
  createHmac('sha256', secret).update(`oidc refresh ${family} ${generation}`).digest()
