import { type DefaultHost, defaultUrl } from '#runtime/database/default-urls.ts'
import { reachableHost } from '#runtime/network.ts'
import type { AllSettings } from './all-settings.ts'

type Bound = Pick<AllSettings, 'host' | 'authPort' | 'tlsCert'>

/** Returns the URL of the authentication service without settings; undefined if its port is any free one. */
export function usualUrl({ host, authPort, tlsCert }: Bound, defaultHost: DefaultHost): string | undefined {
  if (authPort === 0) return undefined
  const scheme = tlsCert === undefined ? 'http' : 'https'
  return defaultUrl(`${scheme}://${reachableHost(host)}:${authPort}`, defaultHost)
}
