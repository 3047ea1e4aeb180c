import { Failure } from '#contract/failures.ts'
import { overloaded } from '#runtime/limits/overloaded.ts'
import type { Federation } from './federation.ts'
import { type Provider, type ProviderClient, ProviderFault } from './providers/provider.ts'

/** The bound on requests to providers at one time. A provider that is slow must not use up the memory of this process. */
const maxAsked = 100
let asked = 0

/** @throws {Failure} `provider_not_found` for a name that no provider has, or has no longer (I147) */
export function requireProvider({ providers }: Pick<Federation, 'providers'>, name: string): Provider {
  const provider = providers.get(name)
  if (!provider) throw new Failure('provider_not_found')
  return provider
}

/**
 * Asks a provider. When it is down, slow or does not answer as it must, the failure says so and the log says why; nothing is counted
 * against anybody.
 * @throws {Failure} `identity_provider_unavailable`, `overloaded`
 */
export async function askProvider<T>(
  { log, clientOf }: Pick<Federation, 'log' | 'clientOf'>,
  provider: Provider,
  ask: (client: ProviderClient) => Promise<T>,
): Promise<T> {
  if (asked >= maxAsked) throw overloaded('identity_providers', 5)
  asked++
  try {
    return await ask(await clientOf(provider))
  } catch (cause) {
    if (!(cause instanceof ProviderFault)) throw cause
    log.warn({ provider: provider.name, reason: cause.message }, 'a provider of identities could not be used')
    throw new Failure('identity_provider_unavailable', { cause, retryAfterSeconds: 5 })
  } finally {
    asked--
  }
}
