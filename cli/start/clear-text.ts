import { isLoopback } from '#runtime/network.ts'
import type { AllSettings } from '../settings/all-settings.ts'

/**
 * Returns a warning that passwords and tokens cross a network in clear text; undefined if only this machine is served, TLS is on,
 * or there is a proxy in front, which then has TLS.
 */
export function clearTextWarning({
  host,
  tlsCert,
  trustedProxies,
}: Pick<AllSettings, 'host' | 'tlsCert' | 'trustedProxies'>): { found: string; fix: string } | undefined {
  if (isLoopback(host) || tlsCert !== undefined || trustedProxies.length > 0) return undefined
  return {
    found: `passwords and tokens cross the network in clear text: LATCHKEY_HOST is ${host}, without TLS and without a proxy`,
    fix: 'set LATCHKEY_TLS_CERT and LATCHKEY_TLS_KEY, or name the TLS proxy in LATCHKEY_TRUSTED_PROXIES',
  }
}
