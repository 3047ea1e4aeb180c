import { isLoopback } from '#runtime/network.ts'
import type { AllSettings } from './all-settings.ts'

/**
 * Returns the settings which show that people on other machines use this service. A proxy always counts, because a request that
 * it forwards can look like one from this machine.
 */
export function signsOfOthers({ host, publicUrl, issuer, trustedProxies }: AllSettings): string[] {
  const signs: string[] = []
  if (!isLoopback(host)) signs.push('LATCHKEY_HOST')
  if (publicUrl !== undefined && !isOnThisMachine(publicUrl)) signs.push('LATCHKEY_PUBLIC_URL')
  if (issuer !== undefined && !isOnThisMachine(issuer)) signs.push('LATCHKEY_ISSUER')
  if (trustedProxies.length > 0) signs.push('LATCHKEY_TRUSTED_PROXIES')
  return signs
}

const isOnThisMachine = (url: string): boolean => URL.canParse(url) && isLoopback(new URL(url).hostname)
