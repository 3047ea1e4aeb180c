import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signer } from '#auth/core/keys/key-material.ts'
import { type KeyContext, revokeKey, rotateKey, sealingPurpose } from '#auth/core/keys/rotate-keys.ts'
import { expiredKeys, findKeys, type StoredKey } from '#auth/core/keys/signing-key-store.ts'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import { systemClock } from '#runtime/clock.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { unseal } from '#runtime/sealing.ts'
import { type Engine, engines } from '#tests/support/engines.ts'
import { send } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { type Nodes, startNodes } from './nodes.ts'
import { type Random, seededRandom } from './random.ts'

export interface RotationReport {
  rotations: number
  revocations: number
  /** The number of expired keys that were removed from the database. */
  removals: number
  validations: number
  refreshes: number
  /** The number of tokens that were refused because their key was revoked or had expired. */
  refused: number
  /**
   * The number of replies with 503, which a busy machine gives now and then. They say nothing about a token.
   */
  unavailable: number
  /** The broken promises, each as a text. */
  violations: string[]
}

const seconds = 1_000
/**
 * The time for which a retired key is kept. As in production, this is longer than the lifetime of access
 * tokens, which is ten seconds here.
 */
const keptMs = 12 * seconds
const clientCount = 4
/** The time by which the publication of a key precedes its first signature. */
const publishMs = 200
const revokeEvery = 6

export async function rotateOnEachEngine({ seed, rounds = 120 }: CampaignOptions): Promise<Outcome> {
  const outcome: Outcome = { figures: [], violations: [] }
  const runs = engines.map(async (engine) => {
    const report = await rotateUnderLoad(engine, { rotations: rounds, everyMs: 5 * seconds, keptMs, seed })
    return { engine, report }
  })
  for (const { engine, report } of await Promise.all(runs)) {
    outcome.figures.push(
      [`${engine}: rotations`, report.rotations],
      [`${engine}: revocations of the active key`, report.revocations],
      [`${engine}: keys removed`, report.removals],
      [`${engine}: validations`, report.validations],
      [`${engine}: refreshes`, report.refreshes],
      [`${engine}: answered 503`, report.unavailable],
      [`${engine}: refused for a key that was revoked or removed`, report.refused],
    )
    outcome.violations.push(...report.violations.map((what) => `${engine}: ${what}`))
  }
  return outcome
}

/**
 * Rotates the keys for access and refresh tokens while clients validate and refresh at every node. No valid token may be
 * refused. Now and then the active key is revoked: from then on none of its tokens may be accepted, and refreshing must
 * still succeed.
 */
export async function rotateUnderLoad(
  engine: Engine,
  options: { rotations: number; everyMs: number; keptMs: number; seed: number },
): Promise<RotationReport> {
  await using nodes = await startNodes(engine, {
    LATCHKEY_ACCESS_TOKEN_LIFETIME: '10s',
    LATCHKEY_SESSION_IDLE: '1m',
  })
  await using context = await openKeyContext(nodes, options.keptMs)
  const report: RotationReport = {
    rotations: 0,
    revocations: 0,
    removals: 0,
    validations: 0,
    refreshes: 0,
    refused: 0,
    unavailable: 0,
    violations: [],
  }
  const load = startLoad(nodes, seededRandom(options.seed), report)
  await until('the first token', () => load.sample() !== '')
  for (let round = 1; round <= options.rotations && report.violations.length < 100; round++) {
    await sleep(options.everyMs - publishMs)
    if (round % revokeEvery === 0) await revokeActive(context, load, report)
    else await rotate(context, report)
    for (const key of await findKeys(context.db)) {
      const removesAt = key.removesAt ?? 0
      if (key.status === 'retired') load.ends(key.kid, { notBefore: removesAt - 1_000, notAfter: removesAt })
      if (key.status === 'active' && key.purpose === 'access')
        load.hold(outliving(context, key, load.sample()))
    }
    report.removals += await expiredKeys.remove(context.db, systemClock.now(), 100)
  }
  // On a busy machine, no token of the revoked key may have been sent yet.
  if (report.revocations > 0)
    await until('a token of a key that is gone is sent', () => report.refused + report.violations.length > 0)
  await load.stop()
  return report
}

/**
 * Returns a copy of a token that expires a year later, signed again with its key. Only the end of the key can
 * make this token invalid.
 */
function outliving({ masterKeys }: KeyContext, key: StoredKey, token: string): string {
  const [, payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const header = { alg: key.algorithm, kid: key.kid, typ: 'at+jwt' }
  const signed = [header, { ...claims, exp: claims.exp + 365 * 86_400 }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const secret = unseal(masterKeys, sealingPurpose(key.purpose, key.kid), key.sealedKey)
  return `${signed}.${signer('EdDSA', secret)(signed).toString('base64url')}`
}

async function rotate(context: KeyContext, report: RotationReport): Promise<void> {
  await rotateKey(context, { purpose: 'access', isNow: false })
  await sleep(publishMs)
  await rotateKey(context, { purpose: 'access', isNow: true })
  await rotateKey(context, { purpose: 'refresh', isNow: true })
  report.rotations++
}

async function revokeActive(context: KeyContext, load: Load, report: RotationReport): Promise<void> {
  const active = (await findKeys(context.db)).find(
    (key) => key.purpose === 'access' && key.status === 'active',
  )
  if (!active) return void report.violations.push('there is no active key')
  const notBefore = systemClock.now()
  load.ends(active.kid, { notBefore, notAfter: Infinity })
  await revokeKey(context, { kid: active.kid })
  load.ends(active.kid, { notBefore, notAfter: systemClock.now() })
  report.revocations++
}

async function openKeyContext(
  { deployment }: Nodes,
  accessMs: number,
): Promise<KeyContext & AsyncDisposable> {
  const db = await openDatabase(deployment.urls.auth, commandDatabaseOptions)
  const masterKey = Buffer.from(readFileSync(join(deployment.data, 'master-key'), 'utf8'), 'base64')
  return {
    db,
    clock: systemClock,
    masterKeys: [masterKey],
    policy: {
      algorithm: 'EdDSA',
      rotationMs: 90 * 86_400_000,
      publishMs,
      keptMs: { access: accessMs, refresh: 70 * seconds },
    },
    [Symbol.asyncDispose]: () => db.close(),
  }
}

/**
 * The end of a signing key: tokens signed with it must be accepted before `notBefore` and must be refused
 * after `notAfter`.
 */
interface End {
  notBefore: number
  notAfter: number
}

interface Load {
  /** Returns a current access token of one of the simulated clients. */
  sample(): string
  /** Adds a token that the simulated clients validate now and then. */
  hold(token: string): void
  ends(kid: string, end: End): void
  stop(): Promise<void>
}

function startLoad({ started }: Nodes, random: Random, report: RotationReport): Load {
  const ends = new Map<string, End>()
  const outliving: string[] = []
  let sample = ''
  let isOver = false
  const pick = () => random.pick(started)?.auth ?? ''

  async function validate(token: string): Promise<void> {
    const { kid, expiresAt } = claimsOf(token)
    const wasOver = Date.now() > (ends.get(kid)?.notAfter ?? Infinity)
    const { status, body } = await send('GET', `${pick()}/auth/validate`, { token })
    report.validations++
    if (status === 200 && wasOver) report.violations.push('a token under a key that is gone was accepted')
    if (status === 503) report.unavailable++
    if (status === 200 || status === 503) return
    const isOver = Date.now() > Math.min(expiresAt - 1_000, ends.get(kid)?.notBefore ?? Infinity)
    if (!isOver) report.violations.push(`a good token got ${body.code}`)
    else if (body.code === 'token_invalid') report.refused++
  }

  async function logIn(username: string, password: string): Promise<TokenPairResource> {
    for (;;) {
      const { status, body } = await send('POST', `${pick()}/auth/login`, { body: { username, password } })
      if (status === 200) return body
      if (status !== 503) throw new Error(`${status}: ${JSON.stringify(body)}`)
      report.unavailable++
      await sleep(100)
    }
  }

  async function client(number: number): Promise<void> {
    const body = {
      username: `user-${number}`,
      email: `user-${number}@example.com`,
      password: 'a long password',
    }
    await send('POST', `${started[0].users}/users/create`, { body })
    const { username, password } = body
    let pair = await logIn(username, password)
    /** The access tokens of the last refreshes. They are still valid, although their keys may be retired. */
    const held: string[] = []
    while (!isOver) {
      sample = pair.access_token
      held.unshift(sample)
      held.length = Math.min(held.length, 20)
      for (let times = 0; times < 20 && !isOver; times++) {
        await validate(random.pick(random.below(4) === 0 && outliving.length > 0 ? outliving : held) ?? '')
        await sleep(5)
      }
      const reply = await send('POST', `${pick()}/auth/refresh`, {
        body: { refresh_token: pair.refresh_token },
      })
      report.refreshes++
      if (reply.status === 503) report.unavailable++
      else if (reply.status === 200) pair = reply.body
      else report.violations.push(`a refresh got ${reply.status} ${reply.body.code}`)
    }
  }

  const clients = Promise.all(Array.from({ length: clientCount }, (_, number) => client(number)))
  clients.catch((error) => report.violations.push(String(error)))
  return {
    sample: () => sample,
    hold(token) {
      outliving.unshift(token)
      outliving.length = Math.min(outliving.length, 10)
    },
    ends: (kid, end) => void ends.set(kid, end),
    async stop() {
      isOver = true
      await clients
    },
  }
}

function claimsOf(token: string): { kid: string; expiresAt: number } {
  const [header, payload] = token
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  // A second is subtracted, because a token that is valid when it is sent may have expired when it arrives.
  return { kid: header.kid, expiresAt: payload.exp * 1000 - 1_000 }
}
