import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { record } from '#runtime/events/record.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import { usesSecrets } from './client.ts'
import { makeClientSecret, maxSecrets, type NewClientSecret } from './client-secret.ts'
import { replaceClient } from './client-store.ts'
import { requireLockedClient } from './find-client.ts'
import type { OidcClients } from './oidc-clients.ts'

/**
 * Makes another secret for a client. The earlier secret stays valid, so that the client can change to the new one without an
 * outage.
 * @throws {Failure} `client_not_found`, `client_has_no_secrets`, `too_many_client_secrets`, `reauthentication_required`
 */
export async function addClientSecret(
  clients: OidcClients,
  input: { id: string; by: Caller },
): Promise<NewClientSecret> {
  await requireRecentLogin(clients, input.by)
  const now = clients.clock.now()
  const by = authorId(input.by)
  const made = makeClientSecret({ createdAt: now, createdBy: by })
  await clients.db.transaction(async (tx) => {
    const client = await requireLockedClient(tx, input.id)
    if (!usesSecrets(client)) throw new Failure('client_has_no_secrets')
    if (client.secrets.length >= maxSecrets) throw new Failure('too_many_client_secrets')
    const secrets = [...client.secrets, made.secret]
    await replaceClient(tx, { ...client, secrets, updatedAt: now, version: client.version + 1 })
    const data = { client_id: client.id, name: client.name, secret_id: made.secret.id, by }
    await record(tx, { type: 'client.secret_created', subject: null, data, at: now })
  })
  return made
}
