import { Failure } from '#contract/declaration/failures.ts'
import { record } from '#runtime/events/record.ts'
import { replaceClient } from './client-store.ts'
import { requireLockedClient } from './find-client.ts'
import type { OidcClients } from './oidc-clients.ts'

/**
 * Revokes a secret of a client, even its last one, because a secret that leaked must become invalid immediately. `by` is null
 * on the command line.
 * @throws {Failure} `client_not_found`, `client_secret_not_found`
 */
export async function revokeClientSecret(
  { db, clock }: Pick<OidcClients, 'db' | 'clock'>,
  input: { id: string; secretId: string; by: string | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    const client = await requireLockedClient(tx, input.id)
    const secretId = input.secretId.toLowerCase()
    const secrets = client.secrets.filter(({ id }) => id !== secretId)
    if (secrets.length === client.secrets.length) throw new Failure('client_secret_not_found')
    const at = clock.now()
    await replaceClient(tx, { ...client, secrets, updatedAt: at, version: client.version + 1 })
    const data = { client_id: client.id, name: client.name, secret_id: secretId, by: input.by }
    await record(tx, { type: 'client.secret_revoked', subject: null, data, at })
  })
}
