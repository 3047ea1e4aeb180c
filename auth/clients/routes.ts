import { authorId, callerId } from '#contract/declaration/endpoint.ts'
import {
  createClientSecretEndpoint,
  createOidcClientEndpoint,
  deleteOidcClientEndpoint,
  getOidcClientEndpoint,
  listOidcClientsEndpoint,
  revokeClientSecretEndpoint,
  updateOidcClientEndpoint,
} from '#contract/oidc/clients.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { etagOf } from '#runtime/requests/etag.ts'
import { toRepeatable } from '#runtime/requests/idempotency.ts'
import { Answer, route } from '#runtime/requests/route.ts'
import { addClientSecret } from './add-client-secret.ts'
import { type Client, toOidcClientResource } from './client.ts'
import { createClient } from './create-client.ts'
import { deleteClient } from './delete-client.ts'
import { requireClient } from './find-client.ts'
import { listClients } from './list-clients.ts'
import type { OidcClients } from './oidc-clients.ts'
import { revokeClientSecret } from './revoke-client-secret.ts'
import { updateClient } from './update-client.ts'

const tagged = (client: Client) => new Answer(toOidcClientResource(client), { etag: etagOf(client) })

export const oidcClientRoutes = (clients: OidcClients) => [
  route(createOidcClientEndpoint, async ({ body, caller, idempotencyKey }) => {
    const scope = `createOidcClient ${callerId(caller)}`
    const repeatable = toRepeatable(idempotencyKey, { scope, body }, clients.fingerprintKey)
    const { client, secret } = await createClient(clients, { requested: body, by: caller, repeatable })
    const shown = secret === undefined ? {} : { client_secret: secret }
    const headers = { etag: etagOf(client), location: `/api/v1/oidc-clients/${client.id}` }
    return new Answer({ ...toOidcClientResource(client), ...shown }, headers)
  }),
  route(listOidcClientsEndpoint, async ({ query }) => {
    const page = await listClients(clients, query)
    return { data: page.clients.map(toOidcClientResource), next_cursor: page.nextCursor }
  }),
  route(getOidcClientEndpoint, async ({ params }) => tagged(await requireClient(clients.db, params.id))),
  route(updateOidcClientEndpoint, async ({ params, body, caller, ifMatch }) =>
    tagged(await updateClient(clients, { id: params.id, patch: body, by: caller, ifMatch })),
  ),
  route(deleteOidcClientEndpoint, ({ params, caller, ifMatch }) =>
    deleteClient(clients, { id: params.id, by: authorId(caller), ifMatch }),
  ),
  route(createClientSecretEndpoint, async ({ params, caller }) => {
    const { secret, shown } = await addClientSecret(clients, { id: params.id, by: caller })
    return { id: secret.id, created_at: toRfc3339(secret.createdAt), client_secret: shown }
  }),
  route(revokeClientSecretEndpoint, ({ params, caller }) =>
    revokeClientSecret(clients, { id: params.id, secretId: params.secret_id, by: authorId(caller) }),
  ),
]
