import type { Arrival } from '#runtime/http/arrival-page.ts'
import { arrivalPath } from '#runtime/http/arrival-page.ts'
import { proxyMatcher } from '#runtime/http/proxy.ts'
import { addressIn, isLoopback } from '#runtime/network.ts'
import { serviceTokensOf } from '../../settings/secrets.ts'
import { type Check, type Finding, fail, ok, skipped, warn } from '../check.ts'
import type { Deployment } from '../deployment.ts'

/** A reserved address that no client can have (RFC 5737). The check sends it in a forged header. */
const forged = '192.0.2.77'

/** Sends requests through the proxies in front, one with a forged X-Forwarded-For, and checks how they arrive. */
export const proxyHeadersCheck: Check = {
  name: 'proxy headers',
  async run(deployment, signal) {
    const { url, isHere, settings } = deployment
    if (!url) return []
    if (!isHere || serviceTokensOf(settings).length === 0)
      return [skipped('needs the service token: run this on a machine of the deployment')]
    const plain = await deployment.askArrival(url, { signal })
    const lied = await deployment.askArrival(url, { signal, headers: { 'x-forwarded-for': forged } })
    if (plain.status !== 200 || !plain.json || !lied.json)
      return [
        skipped(
          `${arrivalPath} returns ${plain.status} there: another deployment, or the proxy does not forward it`,
        ),
      ]
    const wrong = [
      ...forgeries(deployment, lied.json),
      ...unknownClients(plain.json, url),
      ...origins(deployment, { origin: plain.json.origin, url }),
    ]
    return wrong.length > 0
      ? wrong
      : [ok(`the IP address of this machine arrives as ${plain.json.address}, also with a forged header`)]
  },
}

const addHeader =
  'have the proxy add the IP address, in nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'

function forgeries({ settings }: Deployment, { address, peer, forwarded_for }: Arrival): Finding[] {
  if (address !== forged) return []
  const added = (forwarded_for ?? '')
    .split(',')
    .map((one) => addressIn(one.trim()) ?? one.trim())
    .filter((one) => one !== forged)
  // The proxy has added the address of this machine, as it should. The forged address was believed only because the settings
  // trust this machine as a proxy.
  if (added.length > 0 && added.every(isLoopback))
    return [
      ok('the proxy adds the IP address of its client; this machine is the proxy, and may claim any address'),
    ]
  if (added.length > 0 && added.every(proxyMatcher(settings.trustedProxies)))
    return [
      warn(
        `a forged X-Forwarded-For is believed from ${added.join(', ')}, which LATCHKEY_TRUSTED_PROXIES names`,
        'name only the proxies, not the network that clients are in; then check from a machine that is not a proxy',
      ),
    ]
  return [
    fail(
      `a forged X-Forwarded-For was believed: every client of ${peer} can claim any IP address`,
      `${addHeader} and name only proxies in LATCHKEY_TRUSTED_PROXIES`,
    ),
  ]
}

/** Finds proxies that do not pass on the address of a client, so that all of their clients share one rate limit. */
function unknownClients({ passed_on_by, peer, forwarded_for }: Arrival, url: URL): Finding[] {
  const named = peer.replace(/^::ffff:/, '')
  if (passed_on_by === 'unnamed_proxy')
    return [
      fail(
        `a proxy at ${named} forwards requests and is not trusted: all of its clients share one rate limit`,
        `LATCHKEY_TRUSTED_PROXIES=${named}`,
      ),
    ]
  if (passed_on_by === 'trusted_proxy' && forwarded_for === null)
    return [
      fail(
        `the proxy at ${named} forwards requests without X-Forwarded-For: all of its clients share one rate limit`,
        `${addHeader} Forwarded (RFC 7239) and other headers are ignored`,
      ),
    ]
  if (forwarded_for === null && isLoopback(named) && !isLoopback(url.hostname))
    return [
      fail(
        `client requests arrive from ${named} without X-Forwarded-For, so they all appear to come from this machine`,
        `${addHeader} and set LATCHKEY_TRUSTED_PROXIES=${named}`,
      ),
    ]
  return []
}

/**
 * Checks the origin of requests: account pages accept only forms from the public URL, or from the origin at which they arrive.
 */
function origins(
  { settings: { publicUrl } }: Deployment,
  { origin, url }: { origin: string; url: URL },
): Finding[] {
  if (origin === url.origin || (publicUrl !== undefined && new URL(publicUrl).origin === url.origin))
    return []
  return [
    fail(
      `${url.origin} arrives as ${origin}: the account pages reject their own forms`,
      `LATCHKEY_PUBLIC_URL=${url.origin}, or have the proxy forward Host and X-Forwarded-Proto`,
    ),
  ]
}
