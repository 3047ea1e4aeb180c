import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { hash } from '@node-rs/argon2'
import type { Auth } from '#auth/core/auth.ts'
import { newSecretKey, newSigningKey, signer } from '#auth/core/keys/key-material.ts'
import { sealingPurpose } from '#auth/core/keys/rotate-keys.ts'
import { newSession, type Session } from '#auth/core/session.ts'
import { mintTokenPair } from '#auth/tokens/token.ts'
import { firstLine, lastLine } from '#cli/transfer/export-format.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import type { UserResource } from '#contract/users/user.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { newId } from '#runtime/ids.ts'
import { seal } from '#runtime/sealing.ts'

/**
 * Users who signed up over a year, with sessions that began today, as an export that `latchkey import` reads.
 */
export interface Population {
  /** A selection of the users, spread over the year. The first user is an admin. */
  people: UserResource[]
  password: string
  phc: string
  /** Returns the tokens of a session. No login is needed, because the signing keys are in the export. */
  tokensOf(session: number): TokenPairResource
  /** Returns tokens for a session that is not in this export, but was written into the database directly. */
  mint(session: Session, user: UserResource): TokenPairResource
  sessions: number
  /** The environment variables with which the services must be started to accept these tokens. */
  environment: Record<string, string>
  writeTo(file: string): Promise<void>
}

/** Returns the rows about the second factors of these users, as they are in an export. */
export type FactorRows = (
  people: readonly UserResource[],
  sealing: { masterKey: Buffer; now: number },
) => Iterable<object>

interface Wanted {
  users: number
  sessions?: number
  factorRows?: FactorRows | undefined
}

const yearMs = 365 * 24 * 3_600_000
const minuteMs = 60_000
const maxKept = 100_000
const pageRows = 1_000
const issuer = 'https://auth.example.com'
const accessTokenMs = 60 * minuteMs
/** The minimum cost of a password hash that OWASP recommends, which is also the cost in Latchkey. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const words =
  'amber birch cedar delta ember fjord grove heron iris juniper kestrel lark maple nova opal pine'.split(' ')

export async function newPopulation({
  users,
  sessions = 0,
  factorRows = () => [],
}: Wanted): Promise<Population> {
  const now = Date.now()
  const password = 'a long password'
  // All users share one hash. Nothing depends on the hashes being different, and a million hashes would take
  // hours.
  const phc = await hash(password, cost)
  const masterKey = randomBytes(32)
  const keys = { access: await newSigningKey('EdDSA'), refresh: newSecretKey(newId(now)) }
  const sign = signer('EdDSA', keys.access.secret)
  const everyUser = Math.ceil(users / maxKept)
  const everySession = Math.ceil(sessions / maxKept)
  const people = Array.from({ length: Math.ceil(users / everyUser) }, (_, at) =>
    user(at * everyUser, { users, now }),
  )
  // The sessions that `tokensOf` can return belong to the users in `people`.
  const ownerOf = (number: number) => people[(number / everySession) % people.length] as UserResource
  const kept = Array.from({ length: sessions === 0 ? 0 : Math.ceil(sessions / everySession) }, (_, at) =>
    session(ownerOf(at * everySession), now),
  )

  /**
   * The part of the authentication service's context (database, clock, log, …) that is needed to make a pair
   * of tokens.
   */
  const minter = {
    clock: { now: Date.now },
    policy: { issuer, audience: 'latchkey', accessTokenMs },
    keys: {
      access: () => ({ kid: keys.access.kid, algorithm: 'EdDSA', sign }),
      refresh: () => ({ kid: keys.refresh.kid, secret: keys.refresh.secret }),
    },
  } as unknown as Auth

  function* rows(): Generator<object> {
    yield firstLine(now)
    for (const purpose of ['access', 'refresh'] as const) {
      const { kid, publicJwk, secret } = keys[purpose]
      yield {
        type: 'signing_key',
        kid,
        purpose,
        algorithm: purpose === 'access' ? 'EdDSA' : 'HS256',
        status: 'active',
        public_jwk: publicJwk && JSON.stringify(publicJwk),
        sealed_key: seal([masterKey], sealingPurpose(purpose, kid), secret),
        created_at: now,
        activates_at: null,
        activated_at: now,
        removes_at: null,
      }
    }
    for (let number = 0; number < users; number++)
      yield userRow(people[number / everyUser] ?? user(number, { users, now }), { phc, now })
    yield* factorRows(people, { masterKey, now })
    for (let number = 0; number < sessions; number++)
      yield sessionRow(kept[number / everySession] ?? session(ownerOf(number - (number % everySession)), now))
    yield lastLine
  }

  return {
    people,
    password,
    phc,
    sessions: kept.length,
    tokensOf(number) {
      const one = kept[number]
      if (!one) throw new Error(`There are tokens of ${kept.length} sessions only.`)
      return mintTokenPair(minter, one, ownerOf(number * everySession))
    },
    mint: (session, user) => mintTokenPair(minter, session, user),
    environment: {
      LATCHKEY_MASTER_KEY: masterKey.toString('base64'),
      LATCHKEY_ISSUER: issuer,
      LATCHKEY_MAILBOX: 'on',
      LATCHKEY_ACCESS_TOKEN_LIFETIME: `${accessTokenMs / minuteMs}m`,
    },
    writeTo: (file) => pipeline(pagesOf(rows()), createWriteStream(file)),
  }
}

/** Joins many rows into one piece of text, because writing a million small pieces to a file is slow. */
function* pagesOf(rows: Iterable<object>): Generator<string> {
  let page: string[] = []
  for (const row of rows) {
    page.push(`${JSON.stringify(row)}\n`)
    if (page.length < pageRows) continue
    yield page.join('')
    page = []
  }
  yield page.join('')
}

function user(number: number, { users, now }: { users: number; now: number }): UserResource {
  const createdAt = Math.floor(now - yearMs + (yearMs * number) / users)
  const word = (step: number) => words[Math.floor(number / step) % words.length] ?? ''
  const name = `${word(1)}.${word(words.length)}.${number}`
  return {
    id: newId(createdAt),
    username: name,
    email: `${name}@example.com`,
    name: `${word(1)} ${word(words.length)}`,
    role: number === 0 ? 'admin' : 'user',
    status: 'active',
    is_active: true,
    locale: null,
    email_verified: true,
    has_password: true,
    metadata: { plan: word(7), locale: 'en' },
    created_at: toRfc3339(createdAt),
    updated_at: toRfc3339(createdAt),
    last_login_at: null,
  }
}

function userRow(one: UserResource, { phc }: { phc: string; now: number }): object {
  const { email_verified, has_password, is_active, created_at, updated_at, ...same } = one
  const createdAt = Date.parse(created_at)
  return {
    type: 'user',
    ...same,
    email_verified_at: createdAt,
    password_hash: phc,
    session_epoch: 0,
    version: 1,
    created_at: createdAt,
    updated_at: createdAt,
  }
}

function session({ id: userId }: UserResource, now: number): Session {
  const dayMs = 24 * 60 * minuteMs
  const ends = { idleExpiresAt: now + 30 * dayMs, expiresAt: now + 90 * dayMs }
  return newSession({ id: newId(now), userId, epoch: 0, amr: ['pwd'], ...ends }, now)
}

const sessionRow = (one: Session): object => ({
  type: 'session',
  id: one.id,
  user_id: one.userId,
  epoch: one.epoch,
  generation: one.generation,
  rotated_at: one.rotatedAt,
  created_at: one.createdAt,
  idle_expires_at: one.idleExpiresAt,
  expires_at: one.expiresAt,
  device_name: null,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '127.0.0.1',
})
