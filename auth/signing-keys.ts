import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database.ts'
import { newId } from '#runtime/ids.ts'
import type { VerificationKey } from '#sdk/verify-token.ts'
import { seal, unseal } from './key-sealing.ts'

/** The keys in force. Access tokens are signed so that anyone can check them; refresh tokens are for us alone. */
export interface SigningKeys {
  access: { kid: string; privateKey: KeyObject }
  refresh: { kid: string; secret: Buffer }
  findPublicKey(kid: string): VerificationKey | undefined
  /** What the JWKS publishes (RFC 7517). */
  publicJwks: Record<string, unknown>[]
}

type Purpose = 'access' | 'refresh'

interface KeyRow {
  kid: string
  purpose: Purpose
  public_jwk: string | null
  sealed_key: string
}

interface PublicJwk {
  kty: string
  crv: string
  x: string
}

export async function openSigningKeys(db: Database, masterKey: Buffer, clock: Clock): Promise<SigningKeys> {
  const access = await activeKey(db, 'access', () => newAccessKey(masterKey, clock))
  const refresh = await activeKey(db, 'refresh', () => newRefreshKey(masterKey, clock))
  const publicJwk = JSON.parse(access.public_jwk ?? '') as PublicJwk
  const publicKey = await crypto.subtle.importKey('jwk', publicJwk, 'Ed25519', false, ['verify'])
  const published = new Map<string, VerificationKey>([[access.kid, { algorithm: 'EdDSA', key: publicKey }]])
  return {
    access: {
      kid: access.kid,
      privateKey: createPrivateKey({
        key: unseal(masterKey, sealingPurpose('access', access.kid), access.sealed_key),
        format: 'der',
        type: 'pkcs8',
      }),
    },
    refresh: {
      kid: refresh.kid,
      secret: unseal(masterKey, sealingPurpose('refresh', refresh.kid), refresh.sealed_key),
    },
    findPublicKey: (kid) => published.get(kid),
    publicJwks: [{ ...publicJwk, kid: access.kid, use: 'sig', alg: 'EdDSA' }],
  }
}

interface NewKey {
  kid: string
  algorithm: string
  publicJwk: PublicJwk | null
  sealedKey: string
  createdAt: number
}

/** Makes the key where there is none yet; the unique index decides when several nodes try at once. */
async function activeKey(db: Database, purpose: Purpose, make: () => NewKey): Promise<KeyRow> {
  const existing = await findActive(db, purpose)
  if (existing) return existing
  const made = make()
  await db.query`
    INSERT INTO signing_keys (kid, purpose, algorithm, status, public_jwk, sealed_key, created_at)
    VALUES (${made.kid}, ${purpose}, ${made.algorithm}, 'active',
      ${made.publicJwk && JSON.stringify(made.publicJwk)}, ${made.sealedKey}, ${made.createdAt})
    ON CONFLICT DO NOTHING`
  const active = await findActive(db, purpose)
  if (!active) throw new Error(`There is no active ${purpose} key.`)
  return active
}

async function findActive(db: Database, purpose: Purpose): Promise<KeyRow | undefined> {
  const [row] = await db.query<KeyRow>`
    SELECT kid, purpose, public_jwk, sealed_key FROM signing_keys WHERE purpose = ${purpose} AND status = 'active'`
  return row
}

function newAccessKey(masterKey: Buffer, clock: Clock): NewKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { kty, crv, x } = publicKey.export({ format: 'jwk' }) as unknown as PublicJwk
  const kid = thumbprint({ kty, crv, x })
  const sealedKey = seal(
    masterKey,
    sealingPurpose('access', kid),
    privateKey.export({ format: 'der', type: 'pkcs8' }),
  )
  return { kid, algorithm: 'EdDSA', publicJwk: { kty, crv, x }, sealedKey, createdAt: clock.now() }
}

function newRefreshKey(masterKey: Buffer, clock: Clock): NewKey {
  const kid = newId(clock.now())
  const sealedKey = seal(masterKey, sealingPurpose('refresh', kid), randomBytes(32))
  return { kid, algorithm: 'HS256', publicJwk: null, sealedKey, createdAt: clock.now() }
}

/** RFC 7638: the required members in lexical order, no spaces. */
const thumbprint = ({ kty, crv, x }: PublicJwk): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')

const sealingPurpose = (purpose: Purpose, kid: string): string => `signing key ${purpose} ${kid}`
