import { openProviders } from '#auth/federation/providers/open-providers.ts'
import { type Provider, ProviderFault } from '#auth/federation/providers/provider.ts'
import { systemClock } from '#runtime/clock.ts'
import { sqlitePath } from '#runtime/database/open-database.ts'
import { isLoopback } from '#runtime/network.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { identityProviders } from '../../start/identity-providers.ts'
import { type Check, type Finding, fail, ok, skipped, warn } from '../check.ts'
import type { Deployment } from '../deployment.ts'

const fix = 'fix the cause above (docs/guide/federated-login.md)'

/**
 * Reads the identity providers as a start does, and fetches the discovery document of each. Nobody is logged in, and the secrets
 * are not sent: only a login shows whether a provider accepts them.
 */
export const identityProvidersCheck: Check = {
  name: 'providers',
  async run(deployment, signal) {
    if (!deployment.services.includes('auth')) return [skipped('the authentication service has them')]
    let providers: readonly Provider[]
    try {
      providers = await identityProviders(deployment.settings)
    } catch (error) {
      if (!(error instanceof StartFault)) throw error
      return error.faults.map((fault) => fail(fault.replace(/\.$/, ''), fix))
    }
    if (providers.length === 0) return [skipped('none is set')]
    return [...returnAddress(deployment), ...(await askAll(deployment, providers, signal))]
  },
}

/** Checks the address to which providers send people back. */
function returnAddress({ settings, urls }: Deployment): Finding[] {
  const { publicUrl, host, trustedProxies } = settings
  if (publicUrl === undefined) {
    const found = 'LATCHKEY_PUBLIC_URL is not set: the redirect URI is an address of this machine'
    const set = 'LATCHKEY_PUBLIC_URL=https://id.example.com, the URL that is registered with the providers'
    // Each node would name an address of its own, and no provider knows them all.
    if (sqlitePath(urls.auth) === undefined) return [fail(`${found}, and each node another one`, set)]
    return isLoopback(host) && trustedProxies.length === 0 ? [] : [warn(found, set)]
  }
  const { protocol, hostname, host: named } = new URL(publicUrl)
  if (protocol === 'https:' || isLoopback(hostname)) return []
  return [
    fail(
      `the redirect URI is at ${publicUrl}, in clear text: most providers refuse that`,
      `LATCHKEY_PUBLIC_URL=https://${named}`,
    ),
  ]
}

/** Asks the providers at the same time, each for less time than the check has, so that a slow one is named. */
function askAll(
  { answerMs }: Deployment,
  providers: readonly Provider[],
  signal: AbortSignal,
): Promise<Finding[]> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(answerMs)])
  return Promise.all(providers.map((one) => ask(one, late)))
}

/** Asks one provider where a login begins. This needs its discovery document, whose issuer must be the one in the settings. */
async function ask(provider: Provider, signal: AbortSignal): Promise<Finding> {
  const { name, issuer, kind } = provider
  if (kind === 'github') return ok(`${name}: has no discovery document`)
  const client = openProviders([provider], systemClock).get(name)
  const login = { state: 'doctor', nonce: 'doctor', verifier: 'doctor' }
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => reject(new ProviderFault('did not respond in time'))
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    await Promise.race([
      client?.begin({ ...login, redirectUri: 'https://localhost/', isAnew: false }),
      stopped,
    ])
    return ok(`${name}: its discovery document is that of ${issuer}`)
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    return fail(
      `${name}: ${issuer} ${error.message}`,
      `check the issuer of ${name} in the settings, and whether this machine reaches it: curl ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    )
  }
}
