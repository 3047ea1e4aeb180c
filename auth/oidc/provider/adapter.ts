import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { digestOf } from '../../core/opaque-token.ts'
import type { Client } from '../../oidc-clients/client.ts'
import { toProviderMetadata } from '../../oidc-clients/provider-metadata.ts'
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
  findProviderSession,
  findProviderSessionById,
  removeProviderSession,
  storeProviderSession,
  toSessionPayload,
} from '../artifacts/provider-sessions.ts'
import { identityScopes } from '../core/capabilities.ts'
import type { Oidc } from '../core/oidc.ts'
import { findGrant, removeGrant } from '../grants/grant-store.ts'
import { answeringOutages } from './outages.ts'
import { refreshTokenAdapter } from './refresh-tokens.ts'
import { currentMemory, rememberBasis, write } from './request-memory.ts'

/** Makes the storage of one kind of artifact. The library asks for one by the name of each of its models. */
export const adapterOf =
  (oidc: Oidc) =>
  (model: string): Adapter =>
    answeringOutages(special[model]?.(oidc) ?? artifactAdapter(oidc, model))

const never = (model: string) => async (): Promise<never> => {
  throw new Error(`The provider never does this with a ${model}.`)
}

const none = async (): Promise<undefined> => undefined

/** An adapter that can do nothing but what is given. */
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
    // The library knows the other ones by the API that they are for. Without any it would allow all.
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
          // The session decides when a grant ends, and no time that nobody sees (I130).
          exp: Math.floor((Date.now() + policy.sessionMs) / 1000),
          accountId: grant.userId,
          clientId: grant.clientId,
          openid: { scope: grant.scope.join(' ') },
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
          ? toSessionPayload(oidc, { session: basis.session, grants: [basis.grant] })
          : findProviderSessionById(oidc, uid)
      },
      upsert: (cookie, payload) => storeProviderSession(oidc, cookie, payload),
      async destroy(cookie) {
        await removeProviderSession(oidc, cookie)
      },
    }),
  RefreshToken: refreshTokenAdapter,
}

/** Devices ask every five seconds unless they are told another interval (RFC 8628 section 3.5). Some are a little early. */
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
        // A request that waits for a person is not given under the grant that it names. Its person may sign in anew, which ends the
        // session with all that was given under it, and then goes on with this request.
        grantId: model === 'Interaction' ? null : (payload.grantId ?? null),
        userCode: payload.userCode === undefined ? null : digestOf(payload.userCode),
        generation: stepOf(payload),
        expiresAt: clock.now() + expiresIn * 1000,
      }
      if (model === 'DeviceCode') return storeDeviceCode({ db, artifact })
      await write(oidc, async (tx) => {
        if (await insertArtifact(tx, artifact)) return
        // A request under way is stored again when it goes on, and everything else once.
        if (model !== 'Interaction' || !(await replaceArtifact(tx, artifact)))
          throw new errors.InvalidRequest('it was stored before')
      })
    },
    async find(id) {
      const found = await findArtifact(db, keyOf(id))
      if (model === 'DeviceCode' && Provider.ctx?.oidc.route === 'token') {
        if (found) await requireSlowPolls(found)
        // A device that hears so shows a new code (RFC 8628 section 3.5).
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
        // Another request has used it up in the same moment.
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

/** The steps of a device code: 0 asked for, 1 a person has confirmed the code and decides, 2 decided. */
const stepOf = ({ inFlight, accountId, error, kind }: AdapterPayload): number => {
  if (kind !== 'DeviceCode') return 0
  return accountId !== undefined || error !== undefined ? 2 : inFlight ? 1 : 0
}

/** Stores a device code, or its next step: of several people who decide about one, the first does (I133). */
async function storeDeviceCode({ db, artifact }: { db: Oidc['db']; artifact: Artifact }): Promise<void> {
  const { generation: to } = artifact
  if (to === 0 && (await insertArtifact(db, artifact))) return
  for (let from = to - 1; from >= 0; from--) if (await advanceArtifact(db, { ...artifact, from }, to)) return
  throw new errors.AccessDenied('the code was used by somebody else')
}
