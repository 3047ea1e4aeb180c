import { isDeepStrictEqual } from 'node:util'
import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { record } from '#runtime/events/record.ts'
import { requireMatch } from '#runtime/requests/etag.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import { type Client, isPublic, type RequestedSettings, toSettingFields, withRequested } from './client.ts'
import { requireUsableKeys } from './client-keys.ts'
import { replaceClient } from './client-store.ts'
import { requireLockedClient } from './find-client.ts'
import type { OidcClients } from './oidc-clients.ts'
import { requireSoundClient } from './require-sound-client.ts'

export interface ClientPatch extends RequestedSettings {
  enabled?: boolean | undefined
}

/** @throws {Failure} `client_not_found`, `precondition_failed`, `invalid_request`, `reauthentication_required` */
export async function updateClient(
  clients: OidcClients,
  input: { id: string; patch: ClientPatch; by: Caller; ifMatch?: string | undefined },
): Promise<Client> {
  const { patch, by } = input
  // Keys are checked and the user service is called before the transaction, which must not wait for them while it holds locks.
  if (patch.jwks) await requireUsableKeys(patch.jwks)
  if (needsRecentLogin(patch)) await requireRecentLogin(clients, by)
  return clients.db.transaction(async (tx) => {
    const before = await requireLockedClient(tx, input.id)
    requireMatch(before, input.ifMatch)
    const after = { ...before, ...withRequested(before, patch), isEnabled: patch.enabled ?? before.isEnabled }
    requireSameKind(before, after)
    requireSoundClient(after, clients.policy)
    const changed = changedFields(before, after)
    if (changed.length === 0) return before
    const at = clients.clock.now()
    const client = { ...after, updatedAt: at, version: before.version + 1 }
    await replaceClient(tx, client)
    const data = {
      client_id: client.id,
      name: client.name,
      redirect_uris: [...client.redirectUris],
      changed,
      by: authorId(by),
    }
    await record(tx, { type: 'client.updated', subject: null, data, at })
    return client
  })
}

/**
 * Returns whether a change requires a recent login. A new name does not, and neither does disabling: an admin who
 * notices that a client is misused must be able to stop it immediately.
 */
const needsRecentLogin = ({ name, enabled, ...others }: ClientPatch): boolean =>
  enabled === true || Object.values(others).some((value) => value !== undefined)

/** Refuses to make a public client confidential, or the reverse: people have given their grants to a client of the other kind. */
function requireSameKind(before: Client, after: Client): void {
  if (isPublic(before) === isPublic(after)) return
  const detail = 'A public client stays public, and a confidential one confidential: make another client.'
  throw new Failure('invalid_request', {
    errors: [{ pointer: '/token_endpoint_auth_method', code: 'not_allowed', detail }],
  })
}

/** Returns the names of the changed fields, as in the API. */
function changedFields(before: Client, after: Client): string[] {
  const [old, now] = [toSettingFields(before), toSettingFields(after)]
  const changed = Object.entries(now).filter(
    ([field, value]) => !isDeepStrictEqual(value, old[field as keyof typeof old]),
  )
  return [...changed.map(([field]) => field), ...(before.isEnabled === after.isEnabled ? [] : ['enabled'])]
}
