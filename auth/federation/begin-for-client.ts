import { Failure } from '#contract/declaration/failures.ts'
import type { BegunFederatedLoginResource } from '#contract/sign-in/federated-login.ts'
import { newOpaqueToken } from '../core/opaque-token.ts'
import { requireProvider } from './ask-provider.ts'
import { beginAtProvider, federatedLoginMs } from './begin-at-provider.ts'
import type { Purpose } from './federated-login-store.ts'
import type { Federation } from './federation.ts'

/**
 * Begins a login, a link or a step-up at a provider for a client of the API. The reply has a token, without which the response
 * of the provider does not count; it identifies the client as a cookie identifies a browser on the pages.
 * @throws {Failure} `invalid_request`, and what `beginAtProvider` throws
 */
export async function beginForClient(
  federation: Federation,
  input: {
    provider: string
    purpose: Purpose
    session?: { userId: string; id: string }
    returnTo: string
    address: string
  },
): Promise<BegunFederatedLoginResource> {
  const { returnTo, ...begun } = input
  requireProvider(federation, input.provider)
  const clientReturn = requireReturn(federation, returnTo)
  const browser = newOpaqueToken('lk_federated_')
  const url = await beginAtProvider(federation, { ...begun, browser, clientReturn })
  return { authorization_url: url.href, federated_token: browser, expires_in: federatedLoginMs / 1_000 }
}

/** Requires a URL of an origin that the operator has listed, because a response of a provider is sent there. */
function requireReturn({ returnOrigins }: Federation, text: string): string {
  const url = URL.parse(text)
  if (url && returnOrigins.includes(url.origin) && !url.username && !url.password) return url.href
  const detail = 'This is not a URL of an origin in LATCHKEY_RETURN_ORIGINS.'
  throw new Failure('invalid_request', { errors: [{ pointer: '/return_to', code: 'not_allowed', detail }] })
}
