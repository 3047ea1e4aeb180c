import Provider from 'oidc-provider'
import { digestOf } from '../../core/opaque-token.ts'
import type { Oidc } from '../core/oidc.ts'
import { insertArtifact } from './artifact-store.ts'
import { proofSourceOf } from './sources.ts'

/**
 * Stores that the proof of a key, or an assertion, was used. Returns false when it was used before: the insertion decides, so that of
 * two requests at the same time one is refused (I140).
 */
export const insertProof = (
  { db, clock }: Pick<Oidc, 'db' | 'clock'>,
  { issuer, jti, endsAtSeconds }: { issuer: string; jti: string; endsAtSeconds: number },
): Promise<boolean> =>
  insertArtifact(
    db,
    {
      model: 'ReplayDetection',
      digest: digestOf(JSON.stringify([issuer, jti])),
      payload: '{}',
      grantId: null,
      userCode: null,
      generation: 0,
      // `endsAtSeconds` is a time of the library, which reads the clock of this machine (`Date.now`) and not the shared
      // clock.
      expiresAt: clock.now() + Math.max(60_000, endsAtSeconds * 1000 - Date.now()) + 60_000,
    },
    proofSourceOf(Provider.ctx),
  )
