import type { AllSettings } from '../settings/all-settings.ts'

/** Returns the URL of a service that another process runs: on this machine, unless a setting says otherwise. */
export function peerUrl(settings: AllSettings, service: 'users' | 'auth'): string {
  const { usersUrl, authUrl, usersPort, authPort, tlsCert } = settings
  const [url, port] = service === 'users' ? [usersUrl, usersPort] : [authUrl, authPort]
  return url ?? `${tlsCert === undefined ? 'http' : 'https'}://127.0.0.1:${port}`
}
