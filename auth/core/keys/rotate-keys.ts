import { Failure } from '#contract/declaration/failures.ts'
import { keyPurposes } from '#contract/sessions/tokens.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Database, Sql } from '#runtime/database/database.ts'
import { maxClockSkewMs } from '#runtime/database/lease.ts'
import { record } from '#runtime/events/record.ts'
import { newId } from '#runtime/ids.ts'
import { seal, unseal } from '#runtime/sealing.ts'
import type { SignatureAlgorithm } from '#sdk/verification-key.ts'
import { type KeyMaterial, newSecretKey, newSigningKey } from './key-material.ts'
import {
  findKeys,
  insertKey,
  type KeyPurpose,
  lockKeySet,
  moveKey,
  raiseKeySetVersion,
  type StoredKey,
} from './signing-key-store.ts'

export interface KeyPolicy {
  /** The algorithm of access tokens. Those of all other purposes are fixed (see `algorithmOf`). */
  algorithm: SignatureAlgorithm
  /** The time for which a key signs. */
  rotationMs: number
  /** The time for which a key is published before it signs. It must be longer than validators cache the key set. */
  publishMs: number
  /**
   * The time for which a retired key is kept after its last signature, because tokens that it has signed can still be
   * valid. ID tokens count for as long as refresh tokens: an application sends the ID token of a session again to log
   * the person out.
   */
  keptMs: Record<'access' | 'refresh', number>
}

/** The context of functions that change signing keys. The service has one, and so does the command `latchkey keys`. */
export interface KeyContext {
  db: Database
  clock: Clock
  /** The master keys. The first one is the current one, which encrypts signing keys; each of them can decrypt. */
  masterKeys: readonly Buffer[]
  policy: KeyPolicy
}

/** The purposes for which every installation has keys. The keys of ID tokens are made when an OpenID client needs them. */
const usualPurposes: readonly KeyPurpose[] = ['access', 'refresh']

export const sealingPurpose = (purpose: KeyPurpose, kid: string): string => `signing key ${purpose} ${kid}`

/**
 * Advances the rotation of keys: makes the first key, publishes the next one in time, and activates it when
 * it has been published for long enough. Returns true when a key changed. Several nodes may call it at the
 * same time: a lock lets one of them make the change.
 */
export async function advanceKeys(
  context: KeyContext,
  known: readonly StoredKey[],
  wanted: readonly KeyPurpose[] = usualPurposes,
): Promise<boolean> {
  let changed = 0
  const isInUse = (purpose: KeyPurpose) => known.some((key) => key.purpose === purpose)
  for (const purpose of keyPurposes) {
    if (!wanted.includes(purpose) && !isInUse(purpose)) continue
    if (!isDue(context, ofPurpose(known, purpose))) continue
    const made = await makeKey(context, purpose)
    changed += await changeKeys(context, purpose, (keys) => step(context, keys, made))
  }
  return changed > 0
}

const limitedSeconds = 3_600

/**
 * Publishes a next key now. With `isNow` the key signs immediately, before validators with a cached key set
 * know it.
 * @throws {Failure} `changes_limited` when there are `maxKeys` keys of this purpose, the retired ones counted
 */
export async function rotateKey(
  context: KeyContext,
  input: { purpose: KeyPurpose; isNow: boolean; by?: string | undefined; maxKeys?: number },
): Promise<void> {
  await requireMasterKey(context)
  const made = await makeKey(context, input.purpose)
  const { maxKeys = Number.POSITIVE_INFINITY } = input
  const decide = (keys: StoredKey[]) => {
    const waiting = keys.find(isNext)
    if (!waiting && keys.length >= maxKeys)
      throw new Failure('changes_limited', {
        retryAfterSeconds: secondsUntilRemoval(keys, context.clock.now()),
      })
    const next = waiting ?? published(context, made)
    if (!input.isNow) return waiting ? [] : [next]
    return [...retireActive(context, keys), activated(context, next)]
  }
  await changeKeys(context, input.purpose, decide, input.by)
}

/** The time until the first retired key is removed. */
function secondsUntilRemoval(keys: readonly StoredKey[], now: number): number {
  const times = keys.flatMap(({ removesAt }) => removesAt ?? [])
  return times.length === 0 ? limitedSeconds : Math.max(1, Math.ceil((Math.min(...times) - now) / 1000))
}

/**
 * Revokes a key: every node refuses all tokens signed with it from its next request on. An active key is
 * replaced immediately. Returns false when there is no such key.
 */
export async function revokeKey(context: KeyContext, input: { kid: string }): Promise<boolean> {
  await requireMasterKey(context)
  const found = (await findKeys(context.db)).find(({ kid }) => kid === input.kid)
  if (!found) return false
  const made = await makeKey(context, found.purpose)
  await changeKeys(context, found.purpose, (keys) => {
    const key = keys.find(({ kid }) => kid === input.kid)
    if (!key || isRevoked(key)) return []
    const gone = revoked(context, key)
    if (!isActive(key)) return [gone]
    return [gone, activated(context, keys.find(isNext) ?? published(context, made))]
  })
  return true
}

/**
 * Revokes every key and returns how many. It makes no new keys: a running node makes them within a second,
 * otherwise the next start does.
 */
export async function revokeAllKeys(context: Pick<KeyContext, 'db' | 'clock'>): Promise<number> {
  let changed = 0
  for (const purpose of keyPurposes)
    changed += await changeKeys(context, purpose, (keys) =>
      keys.filter((key) => !isRevoked(key)).map((key) => revoked(context, key)),
    )
  return changed
}

/**
 * Refuses a current master key (the first one) with which the signing keys in force were not encrypted. Otherwise a new signing
 * key would be encrypted with another master key than the existing ones, neither master key could decrypt all of them, and no
 * service would start any more.
 * @throws {StartFault}
 */
async function requireMasterKey({ db, masterKeys }: KeyContext): Promise<void> {
  for (const { kid, purpose, status, sealedKey } of await findKeys(db))
    if (status !== 'revoked') unseal(masterKeys, sealingPurpose(purpose, kid), sealedKey)
}

const rememberRevokedMs = 90 * 86_400_000

/**
 * Changes keys under a lock, so that changes of all nodes happen one after the other. Returns how many keys
 * `decide` has changed.
 */
function changeKeys(
  { db, clock }: Pick<KeyContext, 'db' | 'clock'>,
  purpose: KeyPurpose,
  decide: (keys: StoredKey[]) => StoredKey[],
  by?: string,
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockKeySet(tx)
    const before = ofPurpose(await findKeys(tx), purpose)
    const changed = decide(before)
    if (changed.length === 0) return 0
    await write(tx, before, changed)
    await raiseKeySetVersion(tx)
    // The first keys of an installation replace no key, so no rotation is recorded.
    if (before.length > 0) await recordRotation(tx, { purpose, changed, by, at: clock.now() })
    return changed.length
  })
}

async function recordRotation(
  tx: Sql,
  {
    purpose,
    changed,
    by,
    at,
  }: { purpose: KeyPurpose; changed: StoredKey[]; by: string | undefined; at: number },
): Promise<void> {
  const keys = ofPurpose(await findKeys(tx), purpose)
  const kid = keys.find(isActive)?.kid ?? null
  const next_kid = keys.find(isNext)?.kid ?? null
  const revoked = changed.filter(isRevoked).map((key) => key.kid)
  const data = { purpose, kid, next_kid, revoked, ...(by === undefined ? {} : { by }) }
  await record(tx, { type: 'keys.rotated', subject: null, data, at })
}

/** Writes changed keys in order: a unique index allows one active key, so the key that was active must be retired first. */
async function write(tx: Sql, before: StoredKey[], after: StoredKey[]): Promise<void> {
  const isNew = ({ kid }: StoredKey) => !before.some((key) => key.kid === kid)
  for (const key of after) await (isNew(key) ? insertKey(tx, key) : moveKey(tx, key))
}

function isDue(context: KeyContext, keys: StoredKey[]): boolean {
  const active = keys.find(isActive)
  const next = keys.find(isNext)
  const now = context.clock.now()
  if (!active) return true
  if (isOfClockAhead(context, active) || (next && isOfClockAhead(context, next))) return true
  if (next) return (next.activatesAt ?? 0) <= now
  const { rotationMs, publishMs } = context.policy
  const isOtherAlgorithm = active.algorithm !== algorithmOf(context.policy, active.purpose)
  return isOtherAlgorithm || activeSince(active) + rotationMs - publishMs <= now
}

const activeSince = ({ activatedAt, createdAt }: StoredKey): number => activatedAt ?? createdAt

/**
 * Returns whether the time of a key was written by a clock that was ahead. Such a time is set anew, because the
 * rotation would otherwise stop until it has come.
 */
function isOfClockAhead({ clock, policy }: KeyContext, key: StoredKey): boolean {
  const latest = clock.now() + maxClockSkewMs
  return isNext(key) ? (key.activatesAt ?? 0) > latest + policy.publishMs : activeSince(key) > latest
}

function step(context: KeyContext, keys: StoredKey[], made: StoredKey): StoredKey[] {
  if (!isDue(context, keys)) return []
  const active = keys.find(isActive)
  const next = keys.find(isNext)
  if (!active) return [activated(context, next ?? made)]
  // The waiting time starts again, because a validator may not have fetched the next key yet.
  if (isOfClockAhead(context, active)) return [activated(context, active)]
  if (next && isOfClockAhead(context, next)) return [published(context, next)]
  return next ? [...retireActive(context, keys), activated(context, next)] : [published(context, made)]
}

function retireActive({ clock, policy }: KeyContext, keys: StoredKey[]): StoredKey[] {
  const removesAt = (key: StoredKey) =>
    clock.now() + policy.keptMs[key.purpose === 'access' ? 'access' : 'refresh']
  return keys.filter(isActive).map((key) => ({ ...key, status: 'retired', removesAt: removesAt(key) }))
}

/**
 * Gives a key the status `next`. A secret for refresh tokens may sign immediately, because no validator has to fetch it first.
 */
const published = ({ clock, policy }: KeyContext, key: StoredKey): StoredKey => ({
  ...key,
  status: 'next',
  activatesAt: clock.now() + (key.purpose === 'refresh' ? 0 : policy.publishMs),
})

const activated = ({ clock }: KeyContext, key: StoredKey): StoredKey => ({
  ...key,
  status: 'active',
  activatedAt: clock.now(),
})

const revoked = ({ clock }: Pick<KeyContext, 'clock'>, key: StoredKey): StoredKey => ({
  ...key,
  status: 'revoked',
  removesAt: clock.now() + rememberRevokedMs,
})

const fixedAlgorithms = {
  // HMAC is enough for refresh tokens, because only this service reads them.
  refresh: 'HS256',
  // The default for ID tokens is RS256, the only algorithm that many libraries accept. A client may ask for another
  // one.
  id_token: 'RS256',
  id_token_es256: 'ES256',
  id_token_eddsa: 'EdDSA',
} as const

const algorithmOf = ({ algorithm }: KeyPolicy, purpose: KeyPurpose): StoredKey['algorithm'] =>
  purpose === 'access' ? algorithm : fixedAlgorithms[purpose]

async function makeKey({ clock, masterKeys, policy }: KeyContext, purpose: KeyPurpose): Promise<StoredKey> {
  const algorithm = algorithmOf(policy, purpose)
  const material: KeyMaterial =
    algorithm === 'HS256' ? newSecretKey(newId(clock.now())) : await newSigningKey(algorithm)
  return {
    kid: material.kid,
    purpose,
    algorithm,
    status: 'next',
    publicJwk: material.publicJwk && JSON.stringify(material.publicJwk),
    sealedKey: seal(masterKeys, sealingPurpose(purpose, material.kid), material.secret),
    createdAt: clock.now(),
    activatesAt: null,
    activatedAt: null,
    removesAt: null,
  }
}

const ofPurpose = (keys: readonly StoredKey[], purpose: KeyPurpose): StoredKey[] =>
  keys.filter((key) => key.purpose === purpose)
const isRevoked = ({ status }: StoredKey): boolean => status === 'revoked'
const isActive = ({ status }: StoredKey): boolean => status === 'active'
const isNext = ({ status }: StoredKey): boolean => status === 'next'
