import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Sql } from '#runtime/database/database.ts'
import { endOf, type Session } from '../../core/session.ts'
import { findSession } from '../../sessions/session-store.ts'
import type { KnownRefreshToken } from '../artifacts/refresh-family.ts'
import type { Oidc } from '../core/oidc.ts'
import { findGrant, findGrantAlone, type Grant } from '../grants/grant-store.ts'
import { toProviderError } from './outages.ts'

/** A write that is committed together with the others of its request. It throws an error of the library when it lost a race. */
export type Write = (tx: Sql) => Promise<void>

/** What a code or a token was given under: a grant, and the session of that grant, which lived when both were read. */
interface Basis {
  grant: Grant
  session: Session
}

/**
 * What the adapters know while one request is answered. The library reads a grant and its session up to four times for a request, and
 * writes each token by itself.
 */
interface RequestMemory {
  basis?: Basis | undefined
  refreshToken?: (KnownRefreshToken & { token: string }) | undefined
  writes: Write[]
}

const memories = new WeakMap<object, RequestMemory>()

/** Returns the memory of the request that is being answered; undefined outside of one. */
export function currentMemory(): RequestMemory | undefined {
  const { ctx } = Provider
  if (!ctx) return undefined
  let memory = memories.get(ctx)
  if (!memory) {
    memory = { writes: [] }
    memories.set(ctx, memory)
  }
  return memory
}

/** Reads the grant of a code or token with its session, before the library asks for both. */
export async function rememberBasis(
  { db, clock }: Pick<Oidc, 'db' | 'clock'>,
  { grantId, sessionId }: { grantId: string | null | undefined; sessionId: unknown },
): Promise<void> {
  const memory = currentMemory()
  if (!memory || typeof grantId !== 'string' || typeof sessionId !== 'string') return
  const [grant, session] = await Promise.all([findGrantAlone(db, grantId), findSession(db, sessionId)])
  if (!grant || !session || grant.sessionId !== session.id || endOf(session, clock.now())) return
  memory.basis = { grant, session }
}

/**
 * Writes: for a request for tokens together with its other writes, before the reply is sent, and at once for any other request. One
 * commit costs a request for tokens a third of three, and nothing is stored of tokens that nobody gets.
 */
export async function write({ db }: Pick<Oidc, 'db'>, one: Write): Promise<void> {
  const memory = Provider.ctx?.oidc.route === 'token' ? currentMemory() : undefined
  if (memory) memory.writes.push(one)
  else await one(db)
}

/**
 * Commits what a request for tokens writes. Its code or refresh token is used up in the same transaction that stores what was given for
 * it, and only while its session lives: a request that began before a logout gives nothing after it.
 */
export async function commitWrites(oidc: Oidc, ctx: KoaContextWithOIDC): Promise<void> {
  const { basis, refreshToken, writes = [] } = memories.get(ctx) ?? {}
  // A refresh that was refused after all leaves its token as it is: the client goes on with it, and used up it would end the session.
  if (refreshToken && ctx.status >= 400) return
  const [first, ...others] = writes
  if (!first) return
  try {
    if (!basis && others.length === 0) await first(oidc.db)
    else
      await oidc.db.transaction(async (tx) => {
        if (basis && !(await findGrant(tx, basis.grant.id, oidc.clock.now())))
          throw new errors.InvalidGrant('the session has ended')
        for (const one of writes) await one(tx)
      })
  } catch (error) {
    answerError(ctx, toProviderError(error))
  }
}

/** Answers as the library answers an error of its adapters. */
function answerError(ctx: KoaContextWithOIDC, error: unknown): void {
  if (error instanceof errors.OIDCProviderError && error.expose) {
    ctx.status = error.statusCode
    ctx.body = { error: error.error, error_description: error.error_description }
    return
  }
  ctx.status = 500
  ctx.body = { error: 'server_error', error_description: 'oops! something went wrong' }
  ctx.oidc.provider.emit('server_error', ctx, error)
}
