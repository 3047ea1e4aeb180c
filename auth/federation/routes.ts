import type { Caller } from '#contract/declaration/endpoint.ts'
import {
  beginFederatedLoginEndpoint,
  beginFederatedStepUpEndpoint,
  beginIdentityLinkEndpoint,
  completeFederatedLoginEndpoint,
  completeFederatedStepUpEndpoint,
  completeIdentityLinkEndpoint,
  listProvidersEndpoint,
} from '#contract/sign-in/federated-login.ts'
import { route } from '#runtime/requests/route.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import { requireUser } from '../core/require-user.ts'
import { signIn, stepUp } from '../sign-in/index.ts'
import { beginForClient } from './begin-for-client.ts'
import { completeLink } from './complete-link.ts'
import type { Federation } from './federation.ts'
import { finishAtProvider } from './finish-at-provider.ts'
import { byIdentity, stepUpByIdentity } from './identity.ts'
import { canReauthenticate } from './providers/provider.ts'

export const federationRoutes = (federation: Federation) => [
  route(listProvidersEndpoint, async () => ({
    data: [...federation.providers.values()].map((provider) => ({
      name: provider.name,
      title: provider.title,
      step_up: canReauthenticate(provider),
    })),
  })),
  route(beginFederatedLoginEndpoint, ({ params: { provider }, body: { return_to: returnTo }, address }) =>
    beginForClient(federation, { provider, returnTo, address, purpose: 'login' }),
  ),
  route(completeFederatedLoginEndpoint, async ({ params, body, address, userAgent = null, passedOnBy }) => {
    const response = new URLSearchParams(body.response)
    const { provider } = params
    const back = { provider, browser: body.federated_token, response, purpose: 'login' } as const
    const { person } = await finishAtProvider(federation, back)
    const method = byIdentity(person, { locale: body.locale, isPassedOn: passedOnBy !== 'nobody' })
    const device = { name: body.device_name ?? null, userAgent, address }
    return signIn(federation, method, { device, deviceToken: body.device_token })
  }),
  route(beginIdentityLinkEndpoint, async ({ params: { provider }, body, caller, address }) => {
    const session = sessionOf(caller)
    await requireRecentLogin(federation, caller)
    return beginForClient(federation, {
      provider,
      returnTo: body.return_to,
      address,
      session,
      purpose: 'link',
    })
  }),
  route(completeIdentityLinkEndpoint, ({ params: { provider }, body, caller }) =>
    completeLink(federation, { ...toResponse(body), provider, caller }),
  ),
  route(beginFederatedStepUpEndpoint, async ({ params: { provider }, body, caller, address }) =>
    beginForClient(federation, {
      provider,
      returnTo: body.return_to,
      address,
      session: sessionOf(caller),
      purpose: 'step_up',
    }),
  ),
  route(
    completeFederatedStepUpEndpoint,
    async ({ params, body, caller: asking, address, userAgent = null }) => {
      const caller = requireUser(asking)
      const { token: browser, response } = toResponse(body)
      const back = { browser, response: new URLSearchParams(response), sessionId: caller.sessionId }
      const { provider } = params
      const proven = await finishAtProvider(federation, { ...back, provider, purpose: 'step_up' })
      return stepUp(federation, stepUpByIdentity(caller, proven), {
        device: { name: null, userAgent, address },
      })
    },
  ),
]

const toResponse = ({ federated_token: token, response }: { federated_token: string; response: string }) => ({
  token,
  response,
})

/** Returns the session of a caller. @throws {Failure} `forbidden` for a caller without a session */
function sessionOf(caller: Caller): { userId: string; id: string } {
  const { userId, sessionId: id } = requireUser(caller)
  return { userId, id }
}
