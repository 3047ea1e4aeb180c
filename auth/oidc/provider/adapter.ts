import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { type Client, toProviderMetadata } from '../../clients/index.ts'
import { identityScopes } from '../../core/capabilities.ts'
import { claimsOfGranted } from '../../core/claims.ts'
import { digestOf } from '../../core/opaque-token.ts'
import {
  type Artifact,
  advanceArtifact,
  consumeArtifact,
  countPoll,
  findArtifact,
  findArtifactByUserCode,
  insertArtifact,
  removeArtifact,
  removeArtifactsOfGrant,
  replaceArtifact,
} from '../artifacts/artifact-store.ts'
import { fromStoredPayload, toStoredPayload } from '../artifacts/payload.ts'
import {
  endProviderSession,
  findProviderSession,
  findProviderSessionById,
  storeProviderSession,
  toSessionPayload,
} from '../artifacts/provider-sessions.ts'
import { requireShortParameters } from '../artifacts/short-parameters.ts'
import { type Source, sourceOf } from '../artifacts/sources.ts'
import type { Oidc } from '../core/oidc.ts'
import { findGrant, removeGrant } from '../grants/grant-store.ts'
import { storingSharedTimes } from './machine-clock.ts'
import { answeringOutages } from './outages.ts'
import { refreshTokenAdapter } from './refresh-tokens.ts'
import { currentMemory, rememberBasis, write } from './request-memory.ts'

/**
 * Makes the adapter by which the library stores one kind of artifact. The library asks for one adapter for each of its models.
 */
export const adapterOf =
  (oidc: Oidc) =>
  (model: string): Adapter =>
    answeringOutages(storingSharedTimes(special[model]?.(oidc) ?? artifactAdapter(oidc, model), oidc))

const never = (model: string) => async (): Promise<never> => {
  throw new Error(`The provider never does this with a ${model}.`)
}

const none = async (): Promise<undefined> => undefined

/**
 * Makes an adapter with only the given methods. Every other method finds nothing, or throws because the library never calls it.
 */
const only = (model: string, given: Partial<Adapter>): Adapter => ({
  upsert: never(model),
  find: none,
  findByUid: none,
  findByUserCode: none,
  consume: never(model),
  destroy: never(model),
  revokeByGrantId: never(model),
  ...given,
})

function toPayload(client: Client): AdapterPayload {
  const { application_type: type, ...metadata } = toProviderMetadata(client)
  return {
    ...metadata,
    application_type: type === 'native' ? 'native' : 'web',
    // Only scopes about the person are listed: the library gets the scopes of other APIs with each API. An empty list would
    // allow all scopes.
    scope: client.scopes.filter((scope) => identityScopes.includes(scope)).join(' ') || 'openid',
  }
}

const special: Record<string, (oidc: Oidc) => Adapter> = {
  Client: ({ clients }) =>
    only('Client', {
      async find(id) {
        const client = await clients.find(id)
        return client && toPayload(client)
      },
    }),
  Grant: ({ db, clock, policy }) =>
    only('Grant', {
      async find(id) {
        const { basis } = currentMemory() ?? {}
        const grant = basis?.grant.id === id ? basis.grant : await findGrant(db, id, clock.now())
        if (!grant) return undefined
        const resources = Object.fromEntries(
          Object.entries(grant.resources).map(([address, scope]) => [address, scope.join(' ')]),
        )
        return {
          kind: 'Grant',
          jti: grant.id,
          iat: Math.floor(grant.createdAt / 1000),
          // A grant ends with its session (I130), so this expiry is always in the future and never decides.
          exp: Math.floor((clock.now() + policy.sessionMs) / 1000),
          accountId: grant.userId,
          clientId: grant.clientId,
          // A claim that is asked for by its name is read with the scope that it belongs to.
          openid: { scope: grant.scope.join(' '), claims: claimsOfGranted(grant.scope) },
          resources,
        }
      },
      destroy: (id) => db.transaction((tx) => removeGrant(tx, id)),
    }),
  Session: (oidc) =>
    only('Session', {
      find: (cookie) => findProviderSession(oidc, cookie),
      async findByUid(uid) {
        const { basis } = currentMemory() ?? {}
        return basis?.session.id === uid
          ? toSessionPayload({ session: basis.session, grants: [basis.grant] })
          : findProviderSessionById(oidc, uid)
      },
      upsert: (cookie, payload) => storeProviderSession(oidc, cookie, payload),
      destroy: (cookie) => endProviderSession(oidc, cookie),
    }),
  RefreshToken: refreshTokenAdapter,
}

/**
 * The shortest time between two polls of a device, in milliseconds. Devices poll every five seconds unless they are told
 * another interval (RFC 8628 section 3.5), and some are a little early.
 */
const pollGapMs = 4_000

function artifactAdapter(oidc: Oidc, model: string): Adapter {
  const { db, clock, masterKeys } = oidc
  const keyOf = (id: string) => ({ model, digest: digestOf(id), now: clock.now() })
  const toPayload = (
    found: { payload: string; consumedAt: number | null } | undefined,
    id?: string,
  ): AdapterPayload | undefined => {
    if (!found) return undefined
    const payload = fromStoredPayload(masterKeys, { id, model, text: found.payload })
    return found.consumedAt === null ? payload : { ...payload, consumed: Math.floor(found.consumedAt / 1000) }
  }
  const requireSlowPolls = async ({ digest, generation }: Artifact) => {
    if (generation === 2 || (await countPoll(db, { digest, now: clock.now(), gapMs: pollGapMs }))) return
    throw new errors.SlowDown()
  }
  return {
    async upsert(id, payload, expiresIn = 0) {
      const artifact: Artifact = {
        ...keyOf(id),
        payload: toStoredPayload(masterKeys, { id, model, payload }),
        // A request that waits for a person is not stored under the grant that it names. The person may sign in anew, which
        // ends the session and removes everything under its grants, and must then be able to continue with this request.
        grantId: model === 'Interaction' ? null : (payload.grantId ?? null),
        userCode: payload.userCode === undefined ? null : digestOf(payload.userCode),
        generation: stepOf(payload),
        expiresAt: clock.now() + expiresIn * 1000,
      }
      requireShortParameters(payload.params)
      const source = sourceOf(model, Provider.ctx, payload.grantId)
      if (model === 'DeviceCode') return storeDeviceCode({ db, artifact, source })
      await write(oidc, async (tx) => {
        if (await insertArtifact(tx, artifact, source)) return
        // Only a request that waits for a person is stored again, when it continues. Everything else is stored once.
        if (model !== 'Interaction' || !(await replaceArtifact(tx, artifact)))
          throw new errors.InvalidRequest('it was stored before')
      })
    },
    async find(id) {
      const found = await findArtifact(db, keyOf(id))
      if (model === 'DeviceCode' && Provider.ctx?.oidc.route === 'token') {
        if (found) await requireSlowPolls(found)
        // A device that gets this error shows a new code (RFC 8628 section 3.5).
        else if (await findArtifact(db, { ...keyOf(id), now: 0 }))
          throw new errors.ExpiredToken('device code is expired')
      }
      const payload = toPayload(found, id)
      await rememberBasis(oidc, { grantId: found?.grantId, sessionId: payload?.sessionUid })
      return payload
    },
    findByUid: none,
    async findByUserCode(userCode) {
      const found = await findArtifactByUserCode(db, { userCode: digestOf(userCode), now: clock.now() })
      const payload = found?.model === model ? toPayload(found) : undefined
      return payload && { ...payload, userCode }
    },
    async consume(id) {
      await write(oidc, async (tx) => {
        if (await consumeArtifact(tx, keyOf(id))) return
        // Another request has used the artifact at the same moment.
        if (model === 'PushedAuthorizationRequest')
          throw new errors.InvalidRequestUri('request_uri is invalid, expired, or was already used')
        throw new errors.InvalidGrant('already used')
      })
    },
    async destroy(id) {
      await removeArtifact(db, keyOf(id))
    },
    revokeByGrantId: (grantId) => removeArtifactsOfGrant(db, { model, grantId }),
  }
}

/**
 * Returns the step of a device code: 0 when a device has asked for it, 1 when a person has confirmed the code, 2 when the
 * person has decided.
 */
const stepOf = ({ inFlight, accountId, error, kind }: AdapterPayload): number => {
  if (kind !== 'DeviceCode') return 0
  return accountId !== undefined || error !== undefined ? 2 : inFlight ? 1 : 0
}

/**
 * Stores a device code, or moves it to its next step. Of several people who decide about the same code, only the first one
 * succeeds (I133).
 */
async function storeDeviceCode({
  db,
  artifact,
  source,
}: {
  db: Oidc['db']
  artifact: Artifact
  source: Source | undefined
}): Promise<void> {
  const { generation: to } = artifact
  if (to === 0 && (await insertArtifact(db, artifact, source))) return
  for (let from = to - 1; from >= 0; from--) if (await advanceArtifact(db, { ...artifact, from }, to)) return
  throw new errors.AccessDenied('the code was already used')
}
