import { authMigrations } from '#auth/service.ts'
import { type DefaultHost, defaultUrl, findDefaultHost } from '#runtime/database/default-urls.ts'
import { schemaState } from '#runtime/database/migrate.ts'
import { isLoopback } from '#runtime/network.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { userMigrations } from '#users/service.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { usualUrl } from '../../settings/issuer.ts'
import { clearTextWarning } from '../../start/clear-text.ts'
import { type Check, type Finding, fail, orElse, warn } from '../check.ts'
import type { Deployment } from '../deployment.ts'
import { isServed } from '../served.ts'

/** Checks the addresses in the settings: the issuer in tokens, the beginning of links in mails, and the trusted proxies. */
export const addressCheck: Check = {
  name: 'address',
  async run(deployment) {
    const { settings } = deployment
    const clear = clearTextWarning(settings)
    const host = await defaultHostOf(deployment)
    const usual = usualUrl(settings, host)
    const wrong = [
      ...issuerOf(settings),
      ...(clear === undefined ? [] : [warn(clear.found, clear.fix)]),
      ...proxiesOf(settings),
      ...(host === 'listen_address' ? formerDefault(settings, usual) : []),
    ]
    const issuer = settings.issuer ?? usual ?? 'the address of the authentication service'
    const links = settings.publicUrl ?? usual ?? issuer
    const found =
      links === issuer
        ? `tokens and email links use ${issuer}`
        : `tokens name ${issuer}, links in emails ${links}`
    return orElse(wrong, found)
  },
}

/** Returns the default host that the database has, or that it gets from the next start. */
async function defaultHostOf(deployment: Deployment): Promise<DefaultHost> {
  const service = deployment.services.includes('auth') ? 'auth' : 'users'
  try {
    const db = await deployment.database(service)
    const { applied } = await schemaState(db, { auth: authMigrations, users: userMigrations }[service])
    if (applied.some((name) => name.endsWith('-default-urls.sql'))) return await findDefaultHost(db)
    return applied.length === 0 ? 'localhost' : 'listen_address'
  } catch (error) {
    // Another check reports a database that cannot be opened. A database that does not exist yet is made by the first start.
    if (error instanceof StartFault) return 'localhost'
    throw error
  }
}

/** Returns the advice on how to change an older installation to the default host `localhost`, if only this machine is served. */
function formerDefault(settings: AllSettings, usual: string | undefined): Finding[] {
  if (usual === undefined || settings.issuer !== undefined || isServed(settings)) return []
  const there = defaultUrl(usual, 'localhost')
  if (there === usual) return []
  return [
    warn(
      `tokens and email links use ${usual}, where passkeys do not work; sign-in at localhost is rejected`,
      `LATCHKEY_ISSUER=${there} and LATCHKEY_PUBLIC_URL=${there}, and the same issuer in every application; users sign in again`,
    ),
  ]
}

function issuerOf(settings: AllSettings): Finding[] {
  const { issuer, publicUrl } = settings
  if (issuer === undefined)
    return isServed(settings)
      ? [
          warn(
            'LATCHKEY_ISSUER is not set: tokens name an address of this machine',
            `LATCHKEY_ISSUER=${publicUrl ?? 'https://id.example.com'}, the URL that clients use; users sign in again`,
          ),
        ]
      : []
  if (publicUrl === undefined || !URL.canParse(issuer)) return []
  const [of, links] = [new URL(issuer), new URL(publicUrl)]
  if (of.protocol === 'http:' && !isLoopback(of.hostname))
    return [fail(`the issuer ${issuer} is not https`, `LATCHKEY_ISSUER=https://${of.host}`)]
  if (links.protocol === 'http:' && !isLoopback(links.hostname))
    return [
      fail(
        `links in emails begin with ${publicUrl}, in clear text`,
        `LATCHKEY_PUBLIC_URL=https://${links.host}`,
      ),
    ]
  return []
}

/**
 * Reports a trusted network that is far too large: every client in it would be trusted as a proxy, and could claim any address.
 */
function proxiesOf({ trustedProxies }: AllSettings): Finding[] {
  const wide = trustedProxies.filter((one) => {
    const [address = '', bits = '128'] = one.split('/')
    return Number(bits) < (address.includes(':') ? 16 : 8)
  })
  if (wide.length === 0) return []
  return [
    fail(
      `LATCHKEY_TRUSTED_PROXIES believes ${wide.join(', ')}: any client there can claim any IP address`,
      'name the addresses of your proxies only, such as LATCHKEY_TRUSTED_PROXIES=127.0.0.1',
    ),
  ]
}
