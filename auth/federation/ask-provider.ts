import { Failure } from '#contract/declaration/failures.ts'
import { overloaded } from '#runtime/limits/overloaded.ts'
import { type Federation, redirectUriOf } from './federation.ts'
import { type Provider, type ProviderClient, ProviderFault } from './providers/provider.ts'

/** The bound on requests to providers at one time. A provider that is slow must not use up the memory of this process. */
const maxAsked = 100
let asked = 0

/**
 * Returns the provider with the given name.
 * @throws {Failure} `provider_not_found` for a name that no provider has, or has no longer (I147)
 */
export function requireProvider({ providers }: Pick<Federation, 'providers'>, name: string): Provider {
  const provider = providers.get(name)
  if (!provider) throw new Failure('provider_not_found')
  return provider
}

/**
 * Sends a request to a provider. When the provider is down, slow or answers wrongly, the failure says so, the log says why, and
 * nothing is counted against the person. A refused code concerns one login only, and does not count as an outage of the
 * provider.
 * @throws {Failure} `identity_code_refused`, `identity_provider_unavailable`, `overloaded`
 */
export async function askProvider<T>(
  {
    log,
    clientOf,
    publicUrl,
    outcomes,
    clock,
  }: Pick<Federation, 'log' | 'clientOf' | 'publicUrl' | 'outcomes' | 'clock'>,
  provider: Provider,
  ask: (client: ProviderClient) => Promise<T>,
): Promise<T> {
  if (asked >= maxAsked) throw overloaded('identity_providers', 5)
  asked++
  try {
    const answer = await ask(await clientOf(provider))
    outcomes.set(provider.name, { ...outcomes.get(provider.name), answeredAt: clock.now() })
    return answer
  } catch (cause) {
    if (!(cause instanceof ProviderFault)) throw cause
    const fields = { provider: provider.name, reason: cause.message }
    if (cause.refused === 'code') {
      // Anybody can cause this line by sending an invented code, so it must not be a warning that alarms an operator.
      log.info(fields, 'identity provider refused a code')
      throw new Failure('identity_code_refused', { cause })
    }
    const failed = { failedAt: clock.now(), failure: cause.message }
    outcomes.set(provider.name, { ...outcomes.get(provider.name), ...failed })
    if (cause.refused === undefined) log.warn(fields, 'identity provider not available')
    else {
      const address = `the address at the provider, which must be ${redirectUriOf({ publicUrl }, provider.name)}`
      const setting = cause.refused === 'client' ? provider.credentialsIn : address
      log.error({ ...fields, setting }, 'identity provider refuses a setting')
    }
    throw new Failure('identity_provider_unavailable', { cause, retryAfterSeconds: 5 })
  } finally {
    asked--
  }
}
