import { isIP } from 'node:net'
import type { RelyingParty } from '#contract/sign-in/webauthn.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { AllSettings } from './all-settings.ts'
import { ofAndroidApp } from './passkey-origin.ts'

/**
 * Returns the site that passkeys belong to; undefined when no setting names a domain, because browsers have no passkeys for a bare
 * network address. The domain must never change: all passkeys would be lost.
 * @throws {StartFault} when no browser would offer a passkey of the domain to a page of an origin
 */
export function relyingPartyOf({
  passkeyDomain,
  passkeyOrigins,
  publicUrl,
}: Pick<AllSettings, 'passkeyDomain' | 'passkeyOrigins' | 'publicUrl'>): RelyingParty | undefined {
  const url = publicUrl === undefined ? undefined : new URL(publicUrl)
  const id = passkeyDomain ?? (url && isDomain(url.hostname) ? url.hostname : undefined)
  if (id === undefined) {
    if (passkeyOrigins.length === 0) return undefined
    throw fault('LATCHKEY_PASSKEY_ORIGINS needs LATCHKEY_PASSKEY_DOMAIN.')
  }
  const usual = url && isUnder(id, url) ? url.origin : `https://${id}`
  const origins = passkeyOrigins.length > 0 ? passkeyOrigins : [usual]
  for (const origin of origins)
    if (!ofAndroidApp.test(origin) && !isUnder(id, new URL(origin)))
      throw fault(
        `LATCHKEY_PASSKEY_ORIGINS has ${origin}, which is neither https nor localhost, or not under ${id}.`,
      )
  return { id, name: id, origins }
}

const isDomain = (host: string): boolean => isIP(host) === 0 && !host.startsWith('[')

function isUnder(domain: string, { protocol, hostname }: URL): boolean {
  const isSecure = protocol === 'https:' || /^(.+\.)?localhost$/.test(hostname)
  return isSecure && (hostname === domain || hostname.endsWith(`.${domain}`))
}

const fault = (line: string): StartFault => new StartFault([line], { exitCode: 2 })
