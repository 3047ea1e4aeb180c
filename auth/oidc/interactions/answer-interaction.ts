import type { InteractionResults } from 'oidc-provider'
import type { Sql } from '#runtime/database/database.ts'
import { digestOf } from '../../core/opaque-token.ts'
import { replaceArtifact } from '../artifacts/artifact-store.ts'
import { toStoredPayload } from '../artifacts/payload.ts'
import type { InteractionContext } from '../core/oidc.ts'
import { findStoredInteraction } from './interaction.ts'

/**
 * Stores a person's answer to the request of a client, which the library reads when the browser continues. The session with
 * which the request began is left out, because another session may have answered. Returns false when the request is over.
 */
export async function answerInteraction(
  oidc: InteractionContext,
  { uid, result }: { uid: string; result: InteractionResults },
  tx: Sql = oidc.db,
): Promise<boolean> {
  const found = await findStoredInteraction(oidc, uid)
  if (!found) return false
  const { session, ...payload } = found.payload
  const answered = { ...payload, result: { ...payload.lastSubmission, ...result } }
  const model = 'Interaction'
  return replaceArtifact(tx, {
    model,
    digest: digestOf(uid),
    payload: toStoredPayload(oidc.masterKeys, { id: uid, model, payload: answered }),
    grantId: null,
    userCode: null,
    generation: 0,
    expiresAt: found.expiresAt,
  })
}
