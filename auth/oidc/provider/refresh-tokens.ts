import Provider, { type Adapter, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { isObject } from '#contract/rules/strict-json.ts'
import { isClientGone } from '#runtime/http/client-gone.ts'
import { noteUse } from '../../core/note-use.ts'
import {
  type Artifact,
  insertArtifact,
  removeArtifact,
  removeArtifactsOfGrant,
} from '../artifacts/artifact-store.ts'
import { fromStoredPayload, toStoredPayload } from '../artifacts/payload.ts'
import { findRefreshToken, rotateRefreshToken } from '../artifacts/refresh-family.ts'
import { familyDigest, partsOf } from '../artifacts/refresh-token.ts'
import { sourceOf } from '../artifacts/sources.ts'
import type { Oidc } from '../core/oidc.ts'
import { currentMemory, rememberBasis, sessionOfReply, write } from './request-memory.ts'

const model = 'RefreshToken'

/**
 * Makes the adapter that stores all refresh tokens that one login gave to one client in one row, with the number of the present
 * token. `consume` raises the number; the next token is computed from the row, so that concurrent requests of an honest client
 * get the same token (I128).
 */
export function refreshTokenAdapter(oidc: Oidc): Adapter {
  const { db, clock, masterKeys } = oidc
  return {
    async upsert(token, payload, expiresIn = 0) {
      const parts = partsOf(token)
      // Only the first token of a family stores a row. Later ones share it.
      if (parts.generation > 1) return
      const artifact: Artifact = {
        model,
        digest: familyDigest(parts),
        payload: toStoredPayload(masterKeys, { id: token, model, payload }),
        grantId: payload.grantId ?? null,
        userCode: null,
        generation: 1,
        expiresAt: clock.now() + expiresIn * 1000,
      }
      const source = sourceOf(model, Provider.ctx, payload.grantId)
      await write(oidc, async (tx) => void (await insertArtifact(tx, artifact, source)))
    },
    async find(token) {
      const { ctx } = Provider
      const isGone = async () => ctx !== undefined && (await isClientGone(ctx.req))
      const known = await findRefreshToken(oidc, token, isGone)
      if (!known) return undefined
      const payload = fromStoredPayload(masterKeys, { id: token, model, text: known.row.payload })
      await rememberBasis(oidc, { grantId: known.row.grantId, sessionId: payload.sessionUid })
      const memory = currentMemory()
      if (memory) memory.refreshToken = { ...known, token }
      return payload
    },
    async consume(token) {
      const { refreshToken, basis } = currentMemory() ?? {}
      if (!basis || refreshToken?.token !== token)
        throw new Error('A refresh token is found before it is used.')
      await write(oidc, async (tx) => {
        if (!(await rotateRefreshToken(tx, oidc, refreshToken)))
          throw new errors.InvalidGrant('refresh token already used')
        // A refresh is a use of the session, as a visit of a page is.
        basis.session = (await noteUse({ ...oidc, db: tx }, basis.session)) ?? basis.session
      })
    },
    async destroy(token) {
      await removeArtifact(db, { model, digest: familyDigest(partsOf(token)) })
    },
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    revokeByGrantId: (grantId) => removeArtifactsOfGrant(db, { model, grantId }),
  }
}

/**
 * Adds `refresh_expires_in` to a reply with a refresh token, as the API's own replies have it. Without it, an application that keeps
 * its tokens in a cookie cannot know how long the cookie is of use. Call it after the writes are committed: a refresh extends the session.
 */
export function nameRefreshExpiry({ clock }: Pick<Oidc, 'clock'>, ctx: KoaContextWithOIDC): void {
  const session = sessionOfReply(ctx)
  const { body } = ctx
  if (ctx.oidc.route !== 'token' || ctx.status !== 200 || !session || !isObject(body)) return
  if (typeof body.refresh_token !== 'string') return
  body.refresh_expires_in = Math.floor(session.idleExpiresAt / 1000) - Math.floor(clock.now() / 1000)
}
