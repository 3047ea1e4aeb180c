import { Failure } from '#contract/failures.ts'
import {
  beginFederatedLoginEndpoint,
  completeFederatedLoginEndpoint,
  listProvidersEndpoint,
} from '#contract/login/federated-login.ts'
import { route } from '#runtime/route.ts'
import { newOpaqueToken } from '../core/opaque-token.ts'
import { requireProvider } from './ask-provider.ts'
import { beginAtProvider, federatedLoginMs } from './begin-at-provider.ts'
import type { Federation } from './federation.ts'
import { finishAtProvider } from './finish-at-provider.ts'
import { logInByIdentity } from './log-in-by-identity.ts'

export const federationRoutes = (federation: Federation) => [
  route(listProvidersEndpoint, async () => ({
    data: [...federation.providers.values()].map(({ name, title }) => ({ name, title })),
  })),
  route(beginFederatedLoginEndpoint, async ({ params, body, address }) => {
    requireProvider(federation, params.provider)
    const clientReturn = requireReturn(federation, body.return_to)
    const token = newOpaqueToken('lk_federated_')
    const begun = {
      provider: params.provider,
      browser: token,
      purpose: 'login',
      clientReturn,
      address,
    } as const
    const url = await beginAtProvider(federation, begun)
    return {
      authorization_url: url.href,
      federated_token: token,
      expires_in: federatedLoginMs / 1_000,
    }
  }),
  route(completeFederatedLoginEndpoint, async ({ params, body, address, userAgent, passedOnBy }) => {
    const response = new URLSearchParams(body.response)
    const back = { provider: params.provider, browser: body.federated_token, response }
    const { person } = await finishAtProvider(federation, back)
    const device = { name: body.device_name ?? null, userAgent: userAgent ?? null, address }
    const { device_token: deviceToken, locale } = body
    const client = { device, deviceToken, locale, isPassedOn: passedOnBy !== 'nobody' }
    return logInByIdentity(federation, { person, client })
  }),
]

/** Requires a URL of an origin that the operator has listed, because a response of a provider is sent there. */
function requireReturn({ returnOrigins }: Federation, text: string): string {
  const url = URL.parse(text)
  if (url && returnOrigins.includes(url.origin) && !url.username && !url.password) return url.href
  const detail = 'This is not a URL of an origin in LATCHKEY_RETURN_ORIGINS.'
  throw new Failure('invalid_request', { errors: [{ pointer: '/return_to', code: 'not_allowed', detail }] })
}
