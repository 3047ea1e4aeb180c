import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'
import type { Source } from './sources.ts'

/**
 * An artifact: data that the OpenID provider keeps between two requests, such as an authorization code. `model` is its kind, by
 * the name in the library `oidc-provider`. An artifact of one kind is never found as one of another kind (I127).
 */
export interface Artifact {
  model: string
  /** The digest of the artifact's id. Only the client or the browser knows the id itself. */
  digest: string
  /** The content, as the text of a JSON object. */
  payload: string
  grantId: string | null
  /** The digest of the code that a person types in to sign in a device; null for everything but a device code. */
  userCode: string | null
  generation: number
  expiresAt: number
}

export interface StoredArtifact extends Artifact {
  consumedAt: number | null
  rotatedAt: number | null
}

interface Row {
  model: string
  digest: string
  payload: string
  grant_id: string | null
  user_code: string | null
  generation: number
  rotated_at: number | null
  consumed_at: number | null
  expires_at: number
}

const columns = sql`
  model, digest, payload, grant_id, user_code, generation, rotated_at, consumed_at, expires_at`

const toArtifact = (row: Row): StoredArtifact => ({
  model: row.model,
  digest: row.digest,
  payload: row.payload,
  grantId: row.grant_id,
  userCode: row.user_code,
  generation: row.generation,
  rotatedAt: row.rotated_at,
  consumedAt: row.consumed_at,
  expiresAt: row.expires_at,
})

/**
 * Stores an artifact unless there is one with its id. Returns false for all but one of several callers, on any node. Beyond the
 * limit of the source, its oldest artifacts are removed, and none of another source.
 */
export async function insertArtifact(db: Sql, artifact: Artifact, source?: Source): Promise<boolean> {
  const { model, digest, payload, grantId, userCode, generation, expiresAt } = artifact
  const inserted = await db.query`
    INSERT INTO oidc_artifacts (model, digest, payload, grant_id, user_code, generation, expires_at, source)
    VALUES (${model}, ${digest}, ${payload}, ${grantId}, ${userCode}, ${generation}, ${expiresAt}, ${source?.key ?? null})
    ON CONFLICT (model, digest) DO NOTHING RETURNING digest`
  // The digest of a secret is as good as a random number.
  if (inserted.length > 0 && source && (!source.isRarelyCut || /^[A-D]/.test(digest)))
    await db.query`
      DELETE FROM oidc_artifacts WHERE model = ${model} AND digest IN (
        SELECT digest FROM oidc_artifacts WHERE source = ${source.key}
        ORDER BY expires_at DESC LIMIT 1000 OFFSET ${source.max})`
  return inserted.length > 0
}

/** The limit on the artifacts of one source that are held. */
const maxHeld = 500

/**
 * Protects ("holds") an artifact that a person is using from removal when its source creates many others. Held
 * artifacts have a limit of their own. When it is reached no further artifact is held, so that a flood from the network
 * of a person never removes one that was held before.
 */
export async function holdArtifact(
  db: Sql,
  { model, digest }: { model: string; digest: string },
): Promise<void> {
  await db.query`
    UPDATE oidc_artifacts SET source = 'held ' || source
    WHERE model = ${model} AND digest = ${digest} AND source NOT LIKE 'held %' AND (
      SELECT COUNT(*) FROM (
        SELECT 1 FROM oidc_artifacts AS held WHERE held.source = 'held ' || oidc_artifacts.source LIMIT ${maxHeld}
      ) AS counted
    ) < ${maxHeld}`
}

/**
 * Replaces the payload of a stored artifact, unless the artifact was used or has reached a later step meanwhile: a decision
 * that was made must not be replaced by another one. Returns false in that case, and when there is no such artifact.
 */
export async function replaceArtifact(db: Sql, artifact: Artifact): Promise<boolean> {
  const { model, digest, payload, grantId, generation, expiresAt } = artifact
  const replaced = await db.query`
    UPDATE oidc_artifacts SET payload = ${payload}, grant_id = ${grantId}, generation = ${generation},
      expires_at = ${expiresAt}
    WHERE model = ${model} AND digest = ${digest} AND consumed_at IS NULL AND generation <= ${generation}
    RETURNING digest`
  return replaced.length > 0
}

/** Moves an artifact from one step to a later one. Returns true for exactly one of several concurrent callers. */
export async function advanceArtifact(
  db: Sql,
  {
    model,
    digest,
    from,
    payload,
    grantId,
  }: Pick<Artifact, 'model' | 'digest' | 'payload' | 'grantId'> & {
    from: number
  },
  to: number,
): Promise<boolean> {
  const advanced = await db.query`
    UPDATE oidc_artifacts SET payload = ${payload}, grant_id = ${grantId}, generation = ${to}
    WHERE model = ${model} AND digest = ${digest} AND consumed_at IS NULL AND generation = ${from}
    RETURNING digest`
  return advanced.length > 0
}

/**
 * Finds an artifact by primary key; undefined when it has expired. A used artifact is found too, so that its second use is
 * noticed.
 */
export async function findArtifact(
  db: Sql,
  { model, digest, now }: { model: string; digest: string; now: number },
): Promise<StoredArtifact | undefined> {
  const [row] = await db.query<Row>`
    SELECT ${columns} FROM oidc_artifacts
    WHERE model = ${model} AND digest = ${digest} AND expires_at > ${now}`
  return row && toArtifact(row)
}

export async function findArtifactByUserCode(
  db: Sql,
  { userCode, now }: { userCode: string; now: number },
): Promise<StoredArtifact | undefined> {
  const [row] = await db.query<Row>`
    SELECT ${columns} FROM oidc_artifacts WHERE user_code = ${userCode} AND expires_at > ${now}`
  return row && toArtifact(row)
}

/** Marks an artifact as used. Returns true for exactly one of several concurrent callers, on any node. */
export async function consumeArtifact(
  db: Sql,
  { model, digest, now }: { model: string; digest: string; now: number },
): Promise<boolean> {
  const consumed = await db.query`
    UPDATE oidc_artifacts SET consumed_at = ${now}
    WHERE model = ${model} AND digest = ${digest} AND consumed_at IS NULL AND expires_at > ${now} RETURNING digest`
  return consumed.length > 0
}

/**
 * Moves a family of refresh tokens to its next generation. Returns true for exactly one of several concurrent callers, on any
 * node.
 */
export async function advanceRefreshToken(
  db: Sql,
  { digest, generation, now }: { digest: string; generation: number; now: number },
): Promise<boolean> {
  const advanced = await db.query`
    UPDATE oidc_artifacts SET generation = generation + 1, rotated_at = ${now}
    WHERE model = 'RefreshToken' AND digest = ${digest} AND generation = ${generation} AND expires_at > ${now}
    RETURNING digest`
  return advanced.length > 0
}

/**
 * Stores the time of a poll, by which a device asks whether a person has signed it in. Returns false when the last poll was
 * less than `gapMs` ago.
 */
export async function countPoll(
  db: Sql,
  { digest, now, gapMs }: { digest: string; now: number; gapMs: number },
): Promise<boolean> {
  const counted = await db.query`
    UPDATE oidc_artifacts SET rotated_at = ${now}
    WHERE model = 'DeviceCode' AND digest = ${digest} AND (rotated_at IS NULL OR rotated_at <= ${now - gapMs})
    RETURNING digest`
  return counted.length > 0
}

export async function removeArtifact(
  db: Sql,
  { model, digest }: { model: string; digest: string },
): Promise<boolean> {
  const removed = await db.query`
    DELETE FROM oidc_artifacts WHERE model = ${model} AND digest = ${digest} RETURNING digest`
  return removed.length > 0
}

/** Removes the artifacts of one kind that were given under a grant. */
export async function removeArtifactsOfGrant(
  db: Sql,
  { model, grantId }: { model: string; grantId: string },
): Promise<void> {
  await db.query`DELETE FROM oidc_artifacts WHERE grant_id = ${grantId} AND model = ${model}`
}

/**
 * The time for which expired artifacts are kept, in milliseconds. A device that polls with an expired code must be told so (RFC
 * 8628 section 3.5), but a removed code would look like a code that never existed. Devices poll every few seconds, or slower if
 * they are told to.
 */
const keptMs = 10 * 60_000

export const expiredArtifacts = expiring({
  table: sql`oidc_artifacts`,
  key: sql`model, digest`,
  column: sql`expires_at`,
  keptMs,
})
