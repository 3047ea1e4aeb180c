import { createPrivateKey, createSecretKey, type KeyObject } from 'node:crypto'
import type { Log } from '#runtime/log/log.ts'
import { type Loop, startLoop } from '#runtime/loop.ts'
import { sealedAnew, unseal } from '#runtime/sealing.ts'
import {
  importVerificationKey,
  type SignatureAlgorithm,
  type VerificationKey,
} from '#sdk/verification-key.ts'
import { signer } from './key-material.ts'
import { advanceKeys, type KeyContext, sealingPurpose } from './rotate-keys.ts'
import {
  findKeySetVersion,
  findKeys,
  type KeyPurpose,
  resealKey,
  type StoredKey,
} from './signing-key-store.ts'

/**
 * The signing keys in memory. Access tokens have public-key signatures that anyone can check; only this service reads refresh
 * tokens.
 */
export interface SigningKeys {
  /** Returns the version of the key set that this node has read. */
  version(): number
  access(): SigningKey
  /** Returns the key that signs ID tokens and logout tokens with the given algorithm. Call `ensureIdTokenKeys` before. */
  idToken(algorithm: SignatureAlgorithm): SigningKey
  /** Makes the keys of ID tokens if they do not exist yet. */
  ensureIdTokenKeys(): Promise<void>
  refresh(): { kid: string; secret: KeyObject }
  findRefreshSecret(kid: string): KeyObject | undefined
  findPublicKey(kid: string): VerificationKey | undefined
  /** Returns when the active key of each purpose began to sign, in epoch milliseconds. */
  activeSince(): ReadonlyMap<StoredKey['purpose'], number>
  /**
   * Returns the key pairs that are in force: the active ones first, and those of ID tokens before those of access tokens.
   */
  pairs(): KeyPair[]
  /** Returns the keys of the JWKS (RFC 7517). */
  publicJwks(): Record<string, unknown>[]
  /** Reads the keys again if their version in the database has changed. */
  update(): Promise<void>
  /** Finds a public key that is not in memory, after an `update`, because another node may have made the key a moment ago. */
  findNewPublicKey(kid: string): Promise<VerificationKey | undefined>
}

export interface KeyPair {
  kid: string
  algorithm: SignatureAlgorithm
  /** The private key, from which Node makes the public one. */
  pair: KeyObject
}

export interface SigningKey {
  kid: string
  algorithm: SignatureAlgorithm
  sign(signed: string): Buffer
}

export const idTokenPurposes = {
  RS256: 'id_token',
  ES256: 'id_token_es256',
  EdDSA: 'id_token_eddsa',
} as const satisfies Record<SignatureAlgorithm, KeyPurpose>

/**
 * The keys as they were read from the database at one time. Keys that were decrypted before stay the same objects, because
 * verifiers compare them by identity.
 */
interface KeySet {
  version: number
  stored: StoredKey[]
  opened: Map<string, OpenedKey>
}

/** A decrypted key: a key pair for access tokens, or a secret for refresh tokens. */
type OpenedKey =
  | {
      verification: VerificationKey | undefined
      algorithm: SignatureAlgorithm
      sign(signed: string): Buffer
      pair: KeyObject
      secret?: never
    }
  | { secret: KeyObject; verification?: never }

export async function openSigningKeys(context: KeyContext): Promise<SigningKeys> {
  await resealUnderFirst(context)
  await advanceKeys(context, await findKeys(context.db))
  let keys = await readKeySet(context, new Map())
  let updating: Promise<void> | undefined

  const isGood = ({ removesAt, status }: StoredKey) =>
    status !== 'revoked' && (removesAt === null || removesAt > context.clock.now())
  const find = (kid: string) => {
    const key = keys.stored.find((one) => one.kid === kid)
    return key && isGood(key) ? keys.opened.get(kid) : undefined
  }
  const active = (purpose: StoredKey['purpose']) => {
    const key = keys.stored.find((one) => one.purpose === purpose && one.status === 'active')
    const opened = key && keys.opened.get(key.kid)
    if (!opened) throw new Error(`There is no active ${purpose} key.`)
    return { key, opened }
  }
  const activeSigner = (purpose: StoredKey['purpose']): SigningKey => {
    const { key, opened } = active(purpose)
    if (opened.secret) throw new Error('This key does not sign.')
    return { kid: key.kid, algorithm: opened.algorithm, sign: opened.sign }
  }
  /** Finds an access token's key. It ignores keys of ID tokens: an ID token must never pass as an access token (I139). */
  const findAccessKey = (kid: string) =>
    keys.stored.find((one) => one.kid === kid)?.purpose === 'access' ? find(kid)?.verification : undefined
  async function updateNow(): Promise<void> {
    if ((await findKeySetVersion(context.db)) !== keys.version) keys = await readKeySet(context, keys.opened)
  }
  /**
   * Reads the keys again if they have changed. A read that is under way may have begun before the change that a caller knows of,
   * so callers wait for it and share the next one.
   */
  async function update(): Promise<void> {
    await updating
    updating ??= updateNow().finally(() => {
      updating = undefined
    })
    await updating
  }

  return {
    version: () => keys.version,
    access: () => activeSigner('access'),
    idToken: (algorithm) => activeSigner(idTokenPurposes[algorithm]),
    async ensureIdTokenKeys() {
      await advanceKeys(context, await findKeys(context.db), Object.values(idTokenPurposes))
      // Another node may have made the keys a moment ago, so they are read again first.
      await update()
    },
    refresh() {
      const { key, opened } = active('refresh')
      if (!opened.secret) throw new Error('This key is no secret of ours.')
      return { kid: key.kid, secret: opened.secret }
    },
    findRefreshSecret: (kid) => find(kid)?.secret,
    findPublicKey: findAccessKey,
    activeSince: () =>
      new Map(
        keys.stored
          .filter(({ status }) => status === 'active')
          .map((key) => [key.purpose, key.activatedAt ?? key.createdAt]),
      ),
    pairs: () => pairsOf(keys, isGood),
    publicJwks: () =>
      keys.stored
        .filter((key) => key.publicJwk !== null && isGood(key))
        .map(({ kid, algorithm, publicJwk }) => ({
          ...JSON.parse(publicJwk ?? ''),
          kid,
          use: 'sig',
          alg: algorithm,
        })),
    update,
    async findNewPublicKey(kid) {
      await update()
      return findAccessKey(kid)
    },
  }
}

/** Starts the loop that reads changed keys within a second and advances the rotation. */
export const startKeyRotation = (context: KeyContext, keys: SigningKeys, log: Log): Loop =>
  startLoop('rotate keys', { idleMs: 1_000, log }, async () => {
    await keys.update()
    if (await advanceKeys(context, await findKeys(context.db))) await keys.update()
    return false
  })

const pairsOf = ({ stored, opened }: KeySet, isGood: (key: StoredKey) => boolean): KeyPair[] =>
  stored
    .filter(isGood)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .flatMap(({ kid }) => {
      const key = opened.get(kid)
      if (!key || key.secret) return []
      return [{ kid, algorithm: key.algorithm, pair: key.pair }]
    })

const rankOf = ({ status, purpose }: StoredKey): number =>
  (status === 'active' ? 0 : 2) + (purpose === 'access' ? 1 : 0)

async function readKeySet(context: KeyContext, before: Map<string, OpenedKey>): Promise<KeySet> {
  // The version is read first: if the keys change before they are read, the next `update` reads them again.
  const version = await findKeySetVersion(context.db)
  const stored = await findKeys(context.db)
  const opened = new Map<string, OpenedKey>()
  for (const key of stored) {
    if (key.status === 'revoked') continue
    opened.set(key.kid, before.get(key.kid) ?? (await open(context, key)))
  }
  return { version, stored, opened }
}

async function open(context: KeyContext, key: StoredKey): Promise<OpenedKey> {
  const secret = unseal(context.masterKeys, sealingPurpose(key.purpose, key.kid), key.sealedKey)
  // The secret is kept as a KeyObject, because HMAC with plain bytes takes Node five times as long.
  const { algorithm, publicJwk } = key
  if (publicJwk === null || algorithm === 'HS256') return { secret: createSecretKey(secret) }
  const verification = await importVerificationKey({ ...JSON.parse(publicJwk), alg: algorithm })
  const pair = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' })
  return { verification, algorithm, pair, sign: signer(algorithm, secret) }
}

/**
 * Encrypts every signing key with the current master key, which is the first in the setting. After one start with both master
 * keys, the former one is no longer needed.
 */
async function resealUnderFirst({ db, masterKeys }: KeyContext): Promise<void> {
  for (const { kid, purpose, status, sealedKey } of await findKeys(db)) {
    // A revoked key is never decrypted again, and after a restore on another machine its master key may be missing.
    if (status === 'revoked') continue
    const anew = sealedAnew(masterKeys, sealingPurpose(purpose, kid), sealedKey)
    if (anew) await resealKey(db, kid, sealedKey, anew)
  }
}
