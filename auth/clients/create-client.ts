import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { record } from '#runtime/events/record.ts'
import { newId } from '#runtime/ids.ts'
import { claimReply, type Repeatable } from '#runtime/requests/idempotency.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import { type Client, newSettings, type RequestedSettings, usesSecrets, withRequested } from './client.ts'
import { requireUsableKeys } from './client-keys.ts'
import { makeClientSecret } from './client-secret.ts'
import { insertClient } from './client-store.ts'
import { requireClient } from './find-client.ts'
import { requireAddress } from './issuer-address.ts'
import type { OidcClients } from './oidc-clients.ts'
import { requireSoundClient } from './require-sound-client.ts'

export interface NewClient {
  requested: RequestedSettings & { name: string }
  by: Caller
  repeatable?: Repeatable | undefined
}

export interface CreatedClient {
  client: Client
  /** The first secret of the client, which is never shown again; undefined for a client that authenticates without a secret. */
  secret: string | undefined
}

/** @throws {Failure} `invalid_request`, `client_secret_shown_before`, `reauthentication_required` */
export async function createClient(clients: OidcClients, input: NewClient): Promise<CreatedClient> {
  const settings = withRequested(newSettings(input.requested), input.requested)
  requireSoundClient(settings, clients.policy)
  requireAddress(clients.policy)
  if (settings.jwks) await requireUsableKeys(settings.jwks)
  await requireRecentLogin(clients, input.by)
  const now = clients.clock.now()
  const createdBy = authorId(input.by)
  const first = usesSecrets(settings) ? makeClientSecret({ createdAt: now, createdBy }) : undefined
  const client: Client = {
    id: newId(now),
    ...settings,
    isEnabled: true,
    secrets: first ? [first.secret] : [],
    createdBy,
    createdAt: now,
    updatedAt: now,
    version: 1,
  }
  const before = await clients.db.transaction(async (tx) => {
    // Only the id is stored for a retry: to show the secret again it would have to be stored in clear.
    const earlier = await claimReply(tx, input.repeatable, { id: client.id }, { now })
    if (earlier) return earlier.id
    await insertClient(tx, client)
    const data = {
      client_id: client.id,
      name: client.name,
      redirect_uris: [...client.redirectUris],
      by: createdBy,
    }
    await record(tx, { type: 'client.created', subject: null, data, at: now })
    return undefined
  })
  if (before === undefined) return { client, secret: first?.shown }
  if (first) throw shownBefore(before)
  return { client: await requireClient(clients.db, before), secret: undefined }
}

const shownBefore = (id: string): Failure =>
  new Failure('client_secret_shown_before', {
    detail: `Give the client ${id} another secret, or delete it.`,
    headers: { location: `/api/v1/oidc-clients/${id}` },
  })
