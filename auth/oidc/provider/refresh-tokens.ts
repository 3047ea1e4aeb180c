import { type Adapter, errors, type default as Provider } from 'oidc-provider'
import { insertArtifact, removeArtifact, removeArtifactsOfGrant } from '../artifacts/artifact-store.ts'
import { fromStoredPayload, toStoredPayload } from '../artifacts/payload.ts'
import { findRefreshToken, rotateRefreshToken } from '../artifacts/refresh-family.ts'
import {
  familyDigest,
  mintRefreshToken,
  newFamily,
  type RefreshTokenParts,
  readRefreshToken,
} from '../artifacts/refresh-token.ts'
import type { Oidc } from '../core/oidc.ts'

const model = 'RefreshToken'

/**
 * Keeps all refresh tokens that one login gave to one client in one row, with the number of the present one. `consume` moves the row
 * on, and then the library stores a successor: that is made from the row again, so that honest racers get the same one (I128).
 */
export function refreshTokenAdapter(oidc: Oidc): Adapter {
  const { db, keys, clock, masterKeys } = oidc
  const requireParts = async (token: string): Promise<RefreshTokenParts> => {
    const parts = await readRefreshToken(keys, token)
    if (!parts) throw new Error('This is no refresh token of ours.')
    return parts
  }
  return {
    async upsert(token, payload, expiresIn = 0) {
      const parts = await requireParts(token)
      // A successor has the row of its family already.
      if (parts.generation > 1) return
      await insertArtifact(db, {
        model,
        digest: familyDigest(parts),
        payload: toStoredPayload(masterKeys, { id: token, model, payload }),
        grantId: payload.grantId ?? null,
        userCode: null,
        generation: 1,
        expiresAt: clock.now() + expiresIn * 1000,
      })
    },
    async find(token) {
      const known = await findRefreshToken(oidc, token)
      return known && fromStoredPayload(masterKeys, { id: token, model, text: known.row.payload })
    },
    async consume(token) {
      if (!(await rotateRefreshToken(oidc, token)))
        throw new errors.InvalidGrant('refresh token already used')
    },
    async destroy(token) {
      await removeArtifact(db, { model, digest: familyDigest(await requireParts(token)) })
    },
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    revokeByGrantId: (grantId) => removeArtifactsOfGrant(db, { model, grantId }),
  }
}

/** Has the library give refresh tokens the form that says their family and generation. */
export function makeOwnRefreshTokens(
  provider: Provider,
  { keys }: Oidc,
  requestContext: RequestContext,
): void {
  Object.defineProperty(provider.RefreshToken.prototype, 'generateTokenId', {
    value: () => {
      const before = requestContext()?.oidc.entities.RotatedRefreshToken?.jti
      return before === undefined
        ? mintRefreshToken(keys, { family: newFamily(), generation: 1 })
        : successorOf(keys, before)
    },
  })
}

type RequestContext = () =>
  | { oidc: { entities: { RotatedRefreshToken?: { jti: string } | undefined } } }
  | undefined

/** The token was read before, when its row was found. */
function successorOf(keys: Oidc['keys'], before: string): string {
  const [, family = '', generation = ''] = before.split('.')
  return mintRefreshToken(keys, { family, generation: Number(generation) + 1 })
}
