import type { AdapterPayload } from 'oidc-provider'
import type { Sql } from '#runtime/database/database.ts'
import { levelOf } from '../../core/level-of.ts'
import { digestOf } from '../../core/opaque-token.ts'
import type { Session } from '../../core/session.ts'
import type { Client } from '../../oidc-clients/client.ts'
import { findSession } from '../../sessions/session-store.ts'
import { findArtifact, removeArtifact } from '../artifacts/artifact-store.ts'
import { findRefreshToken, type RefreshContext } from '../artifacts/refresh-family.ts'
import { findGrant, removeGrant } from '../grants/grant-store.ts'

/** A valid opaque token of the provider: its grant exists and its session lives, or it is a token of the client itself. */
export interface ProviderToken {
  model: 'AccessToken' | 'ClientCredentials' | 'RefreshToken'
  /** The digest under which the token is stored. */
  digest: string
  clientId: string
  grantId: string | undefined
  scope: string
  issuedAtSeconds: number
  expiresAtSeconds: number
  /** The session of the person; undefined for a token of the client itself. */
  session: Session | undefined
  /** The thumbprint of the key that the token is bound to (RFC 9449). */
  boundTo: string | undefined
}

/**
 * Finds a valid opaque token that was given to the client. Tokens of other clients are not found, so that nobody learns about
 * them (I138).
 */
export async function findProviderToken(
  context: RefreshContext,
  { token, client }: { token: string; client: Pick<Client, 'id'> },
): Promise<ProviderToken | undefined> {
  const stored = await findStored(context, token)
  if (!stored || stored.payload.clientId !== client.id) return undefined
  const { model, digest, payload, expiresAt } = stored
  const session = model === 'ClientCredentials' ? undefined : await findLivingSession(context, payload)
  if (model !== 'ClientCredentials' && !session) return undefined
  // A token never counts longer than its session (I130).
  const endsAt = Math.min(expiresAt, session?.idleExpiresAt ?? expiresAt, session?.expiresAt ?? expiresAt)
  return {
    ...{ model, digest, session },
    clientId: client.id,
    grantId: payload.grantId,
    scope: payload.scope ?? '',
    issuedAtSeconds: payload.iat ?? 0,
    expiresAtSeconds: Math.floor(endsAt / 1000),
    boundTo: 'jkt' in payload && typeof payload.jkt === 'string' ? payload.jkt : undefined,
  }
}

/** Returns what an introspection reply says about a token (RFC 7662 section 2.2). */
export function toIntrospection(
  { policy }: Pick<RefreshContext, 'policy'>,
  { model, session, boundTo, ...token }: ProviderToken,
) {
  return {
    active: true as const,
    client_id: token.clientId,
    sub: session?.userId ?? token.clientId,
    scope: token.scope,
    iat: token.issuedAtSeconds,
    exp: token.expiresAtSeconds,
    iss: policy.issuer,
    ...(session
      ? {
          sid: session.id,
          auth_time: Math.floor(session.authenticatedAt / 1000),
          acr: levelOf(session.amr),
          amr: [...session.amr],
        }
      : {}),
    ...(model === 'RefreshToken'
      ? {}
      : { token_type: boundTo === undefined ? ('Bearer' as const) : ('DPoP' as const) }),
    ...(boundTo === undefined ? {} : { cnf: { jkt: boundTo } }),
  }
}

/**
 * Revokes an opaque token of a client, and all access that the same session gave to this client (RFC 7009 section 2.1). The
 * session of the person continues. Returns false for a text that is no token of the client.
 */
export async function revokeProviderToken(
  context: RefreshContext,
  input: { token: string; client: Pick<Client, 'id'> },
): Promise<boolean> {
  const token = await findProviderToken(context, input)
  if (!token) return false
  const { grantId } = token
  await context.db.transaction(async (tx: Sql) => {
    await removeArtifact(tx, token)
    if (grantId !== undefined) await removeGrant(tx, grantId)
  })
  return true
}

interface Stored {
  model: ProviderToken['model']
  digest: string
  payload: AdapterPayload
  expiresAt: number
}

async function findStored(context: RefreshContext, token: string): Promise<Stored | undefined> {
  if (token.startsWith('lk_refresh_')) {
    const known = await findRefreshToken(context, token)
    return known && { model: 'RefreshToken', ...withPayload(known.row) }
  }
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const digest = digestOf(token)
  for (const model of ['AccessToken', 'ClientCredentials'] as const) {
    const row = await findArtifact(context.db, { model, digest, now: context.clock.now() })
    if (row) return { model, ...withPayload(row) }
  }
  return undefined
}

const withPayload = ({
  digest,
  payload,
  expiresAt,
}: {
  digest: string
  payload: string
  expiresAt: number
}) => ({
  ...{ digest, expiresAt },
  payload: JSON.parse(payload),
})

async function findLivingSession(
  { db, clock }: Pick<RefreshContext, 'db' | 'clock'>,
  { grantId, sessionUid, accountId }: AdapterPayload,
): Promise<Session | undefined> {
  // The grant is found only while its session lives.
  const grant = grantId === undefined ? undefined : await findGrant(db, grantId, clock.now())
  if (!grant || grant.sessionId !== sessionUid || grant.userId !== accountId) return undefined
  return findSession(db, grant.sessionId)
}
