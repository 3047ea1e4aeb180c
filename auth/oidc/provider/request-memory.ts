import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Sql } from '#runtime/database/database.ts'
import { endOf, type Session } from '../../core/session.ts'
import { findSession } from '../../core/session-store.ts'
import type { KnownRefreshToken } from '../artifacts/refresh-family.ts'
import type { Oidc } from '../core/oidc.ts'
import { findGrant, findGrantAlone, type Grant } from '../grants/grant-store.ts'
import { toProviderError } from './outages.ts'

/** A write that is committed together with the others of its request. It throws an error of the library when it lost a race. */
export type Write = (tx: Sql) => Promise<void>

/** The grant of a code or token, and the session of that grant, which lived when both were read. */
interface Basis {
  grant: Grant
  session: Session
}

/**
 * The memory that the adapters share while one request is answered. Without it the library would read a grant and its session
 * up to four times, and write each token by itself.
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
 * Runs a write. In a request for tokens it is committed together with the other writes, before the reply is sent; in any other
 * request it runs immediately. One commit takes a third of the time of three, and tokens that nobody gets are not stored.
 */
export async function write({ db }: Pick<Oidc, 'db'>, one: Write): Promise<void> {
  const memory = Provider.ctx?.oidc.route === 'token' ? currentMemory() : undefined
  if (memory) memory.writes.push(one)
  else await one(db)
}

/**
 * Commits the writes of a request for tokens. Its code or refresh token is marked as used in the same transaction that stores
 * the new tokens, and only while the session lives: a request that began before a logout issues nothing after it.
 */
export async function commitWrites(oidc: Oidc, ctx: KoaContextWithOIDC): Promise<void> {
  const { basis, refreshToken, writes = [] } = memories.get(ctx) ?? {}
  // If the reply refuses the refresh, its token stays unused: the client sends it again, and a used token would end the
  // session.
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

/** Returns the session that the tokens in a reply belong to, as it is after the writes of the request; undefined without one. */
export const sessionOfReply = (ctx: KoaContextWithOIDC): Session | undefined =>
  memories.get(ctx)?.basis?.session

/** Answers with an error in the same way as the library answers an error of its adapters. */
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
