import type { Clock } from '#runtime/clock.ts'
import { resolveHost } from '#runtime/targets/targets.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { gitHubClient } from './git-hub.ts'
import { openIdClient } from './open-id.ts'
import type { Provider, ProviderClient } from './provider.ts'

/** Makes a client for each provider, by its name. Nothing is fetched before the first login. */
export const openProviders = (
  providers: Iterable<Provider>,
  clock: Clock,
): ReadonlyMap<string, ProviderClient> =>
  new Map(
    [...providers].map((provider) => {
      const targets = { allowPrivate: provider.allowsPrivateAddresses, resolve: resolveHost }
      const fetch = boundedFetch(targets)
      const open = provider.kind === 'github' ? gitHubClient : openIdClient
      return [provider.name, open(provider, { fetch, clock })]
    }),
  )
