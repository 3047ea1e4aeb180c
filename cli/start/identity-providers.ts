import type { Provider } from '#auth/federation/providers/provider.ts'
import { lazily } from '#runtime/lazily.ts'
import type { AllSettings } from '../settings/all-settings.ts'

const loadReader = lazily(() => import('#auth/federation/providers/read-providers.ts'))

/** Reads the providers with whose accounts people can log in. @throws {StartFault} */
export async function identityProviders(settings: AllSettings): Promise<Provider[]> {
  const { googleClientId, googleClientSecret, githubClientId, githubClientSecret, federationFile } = settings
  const given = [googleClientId, googleClientSecret, githubClientId, githubClientSecret, federationFile]
  if (given.every((one) => one === undefined)) return []
  return (await loadReader()).readProviders(settings)
}
