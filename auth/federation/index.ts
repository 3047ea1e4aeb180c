/**
 * # Federation
 *
 * People sign in with an account at another provider: Google, Microsoft, Apple, GitHub, or any provider of OpenID Connect. A
 * *provider* is one that the operator has configured; a *proven person* is what it says about who came back. An *identity* is an
 * account at a provider that belongs to a user; the user service stores it. To *link* an account is to make it an identity. A
 * *link proof* waits until the person has also signed in to the user.
 *
 * Ada chooses Google on the sign-in page. `begin-at-provider.ts` makes the random values of this login, stores them encrypted
 * (`federated-login-store.ts`) with a digest of the secret in her browser, and returns the URL to which she is sent
 * (`providers/open-id.ts`). Google sends her back, and `finish-at-provider.ts` removes the stored login, so that the response
 * counts once, and asks Google who she is (`ask-provider.ts`, `providers/claims.ts`). With that person, `signIn` of the room
 * `sign-in` and the method `byIdentity` (`identity.ts`) start her session, or create her user first. If no user
 * can be created, for example because one has her email address already, the page keeps a link proof (`link-proof-store.ts`) and
 * asks her to sign in.
 *
 * A client of the API does the same by `routes.ts`: `begin-for-client.ts` gives it a token in place of the browser's secret.
 * `settings.ts` and `providers/read-providers.ts` read the configuration. The library that asks providers is loaded with the
 * first login.
 */
import { federatedLoginEndpoints } from '#contract/sign-in/federated-login.ts'
import type { Clock } from '#runtime/clock.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Login } from '../sign-in/index.ts'
import { expiredFederatedLogins, removeFederatedLogins } from './federated-login-store.ts'
import type { Federation, FederationSettings } from './federation.ts'
import { expiredLinkProofs, removeLinkProofs } from './link-proof-store.ts'
import type { Provider, ProviderClient } from './providers/provider.ts'

/** `beginAtProvider` begins a login at a provider. It must be completed within `federatedLoginMs`. */
export { beginAtProvider, federatedLoginMs } from './begin-at-provider.ts'
/** A login at a provider, from its beginning until the person comes back. */
export type { FederatedLogin } from './federated-login-store.ts'
/** The context and the settings of logins at providers, and the URL to which a provider sends people back. */
export { type Federation, type FederationSettings, redirectUriOf } from './federation.ts'
/** Finds the client of the API that a response of a provider is for. */
export { findClientReturn } from './find-client-return.ts'
/** Completes a login at a provider: asks it who the person is. */
export { finishAtProvider } from './finish-at-provider.ts'
/** The proofs that a login or a step-up takes from a provider, and what the user service gets to know of a proven person. */
export { byIdentity, stepUpByIdentity, toIdentity } from './identity.ts'
/** Store, find and use up an account that was proven in a browser and waits to be linked. */
export { findLinkProof, type LinkProof, storeLinkProof, takeLinkProof } from './link-proof-store.ts'
/** A provider with what it can do, and a person whom it has proven. */
export {
  type AuthenticatedIdentity,
  canReauthenticate,
  type Provider,
  sendsForm,
} from './providers/provider.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))
const loadProviders = lazily(() => import('./providers/open-providers.ts'))

const noSettings: FederationSettings = { providers: [], publicUrl: '', returnOrigins: [] }

/** Makes the context of logins at providers. Without settings there is no provider. */
export function createFederation(
  login: Login,
  {
    federation = noSettings,
    masterKeys,
  }: { federation?: FederationSettings | undefined; masterKeys: readonly Buffer[] },
): Federation {
  const { providers, ...settings } = federation
  const known = new Map(providers.map((provider) => [provider.name, provider]))
  const clientOf = clientsOf(known, login.clock)
  return { ...login, ...settings, masterKeys, providers: known, outcomes: new Map(), clientOf }
}

function clientsOf(providers: ReadonlyMap<string, Provider>, clock: Clock): Federation['clientOf'] {
  let opened: ReadonlyMap<string, ProviderClient> | undefined
  return async ({ name }) => {
    const { openProviders } = await loadProviders()
    opened ??= openProviders(providers.values(), clock)
    const client = opened.get(name)
    if (!client) throw new Error(`There is no provider ${name}.`)
    return client
  }
}

/** Opens the module for logins, links and step-up with accounts at other providers, for clients of the API. */
export const openFederation = (federation: Federation): Module => ({
  routes: routesOnDemand(federatedLoginEndpoints, async () =>
    (await loadRoutes()).federationRoutes(federation),
  ),
  rpcs: async () => [(await loadRpcs()).federationRpcs],
  sweeps: [expiredFederatedLogins, expiredLinkProofs],
  async forgetUser(tx, userId) {
    await removeFederatedLogins(tx, userId)
    await removeLinkProofs(tx, userId)
  },
})
