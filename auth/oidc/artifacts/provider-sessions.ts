import Provider, { type AdapterPayload } from 'oidc-provider'
import { findBrowserSession, removeBrowserSession } from '../../browser-sessions/index.ts'
import { levelOf } from '../../core/level-of.ts'
import { digestOf } from '../../core/opaque-token.ts'
import { endOf, type Session } from '../../core/session.ts'
import { endSession, findSession } from '../../core/session-store.ts'
import { addresses, type Oidc } from '../core/oidc.ts'
import { findGrantsOfSession, type Grant } from '../grants/grant-store.ts'
import { findArtifact, insertArtifact, removeArtifact, replaceArtifact } from './artifact-store.ts'
import { sourceOf } from './sources.ts'

const model = 'Session'

/**
 * Finds the session of a browser for the library, by the cookie. Only the row of the session says who is signed in, so that a
 * session that has ended is not found here either (I129). Besides, the provider stores only the secret of a form that it has
 * shown.
 */
export async function findProviderSession(oidc: Oidc, cookie: string): Promise<AdapterPayload | undefined> {
  const [session, form] = await Promise.all([
    findBrowserSession(oidc, `__Host-latchkey=${cookie}`),
    findArtifact(oidc.db, { model, digest: digestOf(cookie), now: oidc.clock.now() }),
  ])
  const kept: AdapterPayload = form ? JSON.parse(form.payload) : {}
  if (session) return { ...(await findPayload(oidc, session)), jti: cookie, state: kept.state }
  return form && { ...kept, jti: cookie }
}

/** Finds the session of a code or a token; undefined when it has ended or expired. */
export async function findProviderSessionById(oidc: Oidc, id: string): Promise<AdapterPayload | undefined> {
  const session = await findSession(oidc.db, id)
  return session && !endOf(session, oidc.clock.now()) ? findPayload(oidc, session) : undefined
}

const findPayload = async (oidc: Oidc, session: Session): Promise<AdapterPayload> =>
  toSessionPayload({ session, grants: await findGrantsOfSession(oidc.db, session.id) })

/** Converts a session to the form of the library, with the grants of clients in this session. */
export function toSessionPayload({
  session,
  grants,
}: {
  session: Session
  grants: readonly Grant[]
}): AdapterPayload {
  const authorizations = Object.fromEntries(
    grants.map(({ clientId, id }) => [clientId, { sid: session.id, grantId: id }]),
  )
  return {
    kind: model,
    uid: session.id,
    iat: seconds(session.createdAt),
    // Whether the session lives is decided by its row, and not by this time.
    exp: seconds(session.expiresAt),
    accountId: session.userId,
    loginTs: seconds(session.authenticatedAt),
    amr: [...session.amr],
    acr: levelOf(session.amr),
    authorizations,
  }
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

/** The time for which the secret of a form is valid, in milliseconds. After it the form cannot be sent. */
const formMs = 60 * 60_000

/** Stores the secret of a form that was shown to a browser, or removes it when the library does not need it any more. */
export async function storeProviderSession(
  { db, clock }: Oidc,
  cookie: string,
  payload: AdapterPayload,
): Promise<void> {
  const now = clock.now()
  const digest = digestOf(cookie)
  const before = await findArtifact(db, { model, digest, now })
  const { accountId, state, uid, kind, iat, exp } = payload
  if (state === undefined && accountId !== undefined) {
    if (before) await removeArtifact(db, { model, digest })
    return
  }
  const kept = JSON.stringify({ kind, uid, iat, exp, state })
  if (before?.payload === kept) return
  const artifact = { model, digest, payload: kept, grantId: null, userCode: null, generation: 0 }
  const stored = { ...artifact, expiresAt: now + formMs }
  if (!(await replaceArtifact(db, stored))) await insertArtifact(db, stored, sourceOf(model, Provider.ctx))
}

/**
 * Ends the session of a browser that signs out, and removes the secret of its form. The library destroys only the session of the
 * request that it answers, and says of it no more than the cookie.
 */
export async function endProviderSession({ db, clock }: Oidc, cookie: string): Promise<void> {
  const { oidc, req } = Provider.ctx ?? {}
  const digest = digestOf(cookie)
  if (oidc?.session?.jti === cookie && oidc.session.accountId !== undefined) {
    const { uid } = oidc.session
    const address = req && addresses.get(req)
    await db.transaction(async (tx) => {
      await endSession(tx, uid, { reason: 'logout', at: clock.now(), address })
      await removeBrowserSession(tx, digest)
    })
  }
  await removeArtifact(db, { model, digest })
}
