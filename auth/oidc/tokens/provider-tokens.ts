import type { AdapterPayload } from 'oidc-provider'
import { Failure } from '#contract/declaration/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { type Client, isApi } from '../../clients/index.ts'
import { levelOf } from '../../core/level-of.ts'
import { digestOf } from '../../core/opaque-token.ts'
import type { Session } from '../../core/session.ts'
import { findSession } from '../../core/session-store.ts'
import { findArtifact, removeArtifact } from '../artifacts/artifact-store.ts'
import { lookUpRefreshToken, type RefreshContext } from '../artifacts/refresh-family.ts'
import { findGrant, removeGrant } from '../grants/grant-store.ts'
import { readApiToken } from './api-token.ts'

/** A token of the provider whose grant exists and whose session lives, or a token of the client itself. */
export interface ProviderToken {
  model: 'AccessToken' | 'ClientCredentials' | 'RefreshToken'
  /** The digest under which the token is stored; undefined for a signed token, which is not stored. */
  digest: string | undefined
  /** The API that a signed token is for; undefined for an opaque token. */
  audience: string | undefined
  /** True for an earlier refresh token, in whose place its client has a later one. */
  isSuperseded: boolean
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

/** Says whether a client was given a token. No other client may revoke it (RFC 7009 section 2.1). */
export const belongsTo = ({ clientId }: ProviderToken, client: Pick<Client, 'id'>): boolean =>
  clientId === client.id

/**
 * Says whether a client is the API that a token is for. Other clients that get tokens for the same API are not told about it
 * (I138).
 */
export const isFor = ({ audience }: ProviderToken, client: Client): boolean =>
  audience !== undefined && isApi(client) && client.resources.includes(audience)

/** Finds a token that has not expired, whichever client it was given to. The caller must check who may learn about it. */
export async function findProviderToken(
  context: RefreshContext,
  token: string,
): Promise<ProviderToken | undefined> {
  const stored = await findStored(context, token)
  if (!stored) return undefined
  const { model, digest, audience, isSuperseded, payload, expiresAt } = stored
  const session = model === 'ClientCredentials' ? undefined : await findLivingSession(context, payload)
  if (model !== 'ClientCredentials' && !session) return undefined
  // A token never counts longer than its session (I130).
  const endsAt = Math.min(expiresAt, session?.idleExpiresAt ?? expiresAt, session?.expiresAt ?? expiresAt)
  return {
    model,
    digest,
    audience,
    isSuperseded,
    session,
    clientId: payload.clientId ?? '',
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
  if (token.isSuperseded) return { active: false as const }
  return {
    active: true as const,
    client_id: token.clientId,
    sub: session?.userId ?? token.clientId,
    scope: token.scope,
    iat: token.issuedAtSeconds,
    exp: token.expiresAtSeconds,
    iss: policy.issuer,
    ...(token.audience === undefined ? {} : { aud: token.audience }),
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
 * Revokes a token of a client, and all access that the same session gave to this client (RFC 7009 section 2.1). The session of
 * the person continues. A text that is no token of the client changes nothing.
 * @throws {Failure} `unsupported_token_type` for a signed token of the client itself, which has no grant to remove
 */
export async function revokeProviderToken(
  context: RefreshContext,
  { token: text, client }: { token: string; client: Pick<Client, 'id'> },
): Promise<void> {
  const token = await findProviderToken(context, text)
  if (!token || !belongsTo(token, client)) return
  const { model, digest, grantId } = token
  if (digest === undefined && grantId === undefined) {
    const detail = 'A client’s own access token for an API cannot be revoked. It expires soon.'
    throw new Failure('unsupported_token_type', { detail })
  }
  await context.db.transaction(async (tx: Sql) => {
    if (digest !== undefined) await removeArtifact(tx, { model, digest })
    if (grantId !== undefined) await removeGrant(tx, grantId)
  })
}

type Stored = Pick<ProviderToken, 'model' | 'digest' | 'audience' | 'isSuperseded'> & {
  payload: AdapterPayload
  expiresAt: number
}

async function findStored(context: RefreshContext, token: string): Promise<Stored | undefined> {
  if (token.startsWith('lk_refresh_')) {
    const known = await lookUpRefreshToken(context, token)
    return known && { model: 'RefreshToken', ...withPayload(known.row), isSuperseded: !known.isGood }
  }
  if (token.includes('.')) return findSigned(context, token)
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const digest = digestOf(token)
  for (const model of ['AccessToken', 'ClientCredentials'] as const) {
    const row = await findArtifact(context.db, { model, digest, now: context.clock.now() })
    if (row) return { model, ...withPayload(row) }
  }
  return undefined
}

/** Reads a signed access token for an API, which is not stored, in the form of a stored one. */
async function findSigned(context: RefreshContext, token: string): Promise<Stored | undefined> {
  const claims = await readApiToken(context, token)
  if (!claims) return undefined
  const { aud: audience, sub, client_id: clientId, iat, exp, scope, sid, grant_id: grantId, jkt } = claims
  const given = { clientId, scope, iat, ...(jkt === undefined ? {} : { jkt }) }
  const found = { audience, digest: undefined, isSuperseded: false, expiresAt: exp * 1000 }
  if (sid !== undefined && grantId !== undefined)
    return { model: 'AccessToken', ...found, payload: { ...given, grantId, sessionUid: sid, accountId: sub } }
  return sub === clientId ? { model: 'ClientCredentials', ...found, payload: given } : undefined
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
  digest,
  expiresAt,
  audience: undefined,
  isSuperseded: false,
  payload: JSON.parse(payload),
})

async function findLivingSession(
  { db, clock }: Pick<RefreshContext, 'db' | 'clock'>,
  { grantId, sessionUid, accountId, clientId }: AdapterPayload,
): Promise<Session | undefined> {
  // The grant is found only while its session lives.
  const grant = grantId === undefined ? undefined : await findGrant(db, grantId, clock.now())
  if (!grant || grant.sessionId !== sessionUid || grant.userId !== accountId || grant.clientId !== clientId)
    return undefined
  return findSession(db, grant.sessionId)
}
