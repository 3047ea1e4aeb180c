import { Failure } from '#contract/declaration/failures.ts'
import type { ClientProof } from '#runtime/requests/route.ts'
import type { Auth } from '../../core/auth.ts'
import { type Client, usesSecrets } from '../client.ts'
import { secretMatches } from '../client-secret.ts'
import type { KnownClients } from '../known-clients.ts'
import { decodeAssertion, verifyAssertion } from './client-assertion.ts'
import { useAssertion } from './used-assertion-store.ts'

type Context = Pick<Auth, 'db' | 'clock' | 'policy'> & { clients: KnownClients }

/**
 * Finds the client that sent a request. A secret may come by HTTP Basic or in the form, whichever of the two is registered for
 * the client: libraries differ in their default, and the token endpoint accepts both too. A client that is registered with
 * keys cannot use a secret, and one with a secret cannot use an assertion. `endpoint` is the URL of the request, which an
 * assertion may name as its audience in place of the issuer.
 * @throws {Failure} `client_invalid`, whatever is wrong
 */
export async function authenticateClient(
  context: Context,
  input: { proof: ClientProof; endpoint: string },
): Promise<Client> {
  const { proof } = input
  const client =
    proof.method === 'private_key_jwt'
      ? await findByAssertion(context, { proof, endpoint: input.endpoint })
      : await findBySecret(context, proof)
  if (!client) throw new Failure('client_invalid')
  return client
}

async function findBySecret(
  { clients }: Context,
  { clientId, secret }: Extract<ClientProof, { secret: string }>,
): Promise<Client | undefined> {
  const client = await clients.find(clientId)
  return client && usesSecrets(client) && secretMatches(client, secret) ? client : undefined
}

async function findByAssertion(
  { db, clock, policy: { issuer }, clients }: Context,
  { proof, endpoint }: { proof: Extract<ClientProof, { assertion: string }>; endpoint: string },
): Promise<Client | undefined> {
  const assertion = decodeAssertion(proof.assertion)
  const sub = assertion?.payload.sub
  if (!assertion || typeof sub !== 'string' || (proof.clientId ?? sub) !== sub) return undefined
  const client = await clients.find(sub)
  if (client?.tokenEndpointAuthMethod !== 'private_key_jwt') return undefined
  const now = clock.now()
  const claims = await verifyAssertion(assertion, { client, audiences: [issuer, endpoint], now })
  // The assertion is marked as used at the very end, so that an assertion which is refused for another reason costs no
  // write.
  const expiresAt = claims && Math.ceil(claims.exp * 1000) + keptMs
  if (!claims || expiresAt === undefined) return undefined
  return (await useAssertion(db, { clientId: client.id, jti: claims.jti, expiresAt })) ? client : undefined
}

/**
 * The time for which a used assertion is remembered after it has expired, in milliseconds. Because clocks differ, it is
 * accepted for some seconds after its expiry, and in this time it must not be usable again.
 */
const keptMs = 60_000
