import { isLoopback } from '#runtime/network.ts'
import type { AllSettings } from '../../start/all-settings.ts'
import { clearTextWarning } from '../../start/clear-text.ts'
import { type Check, type Finding, fail, orElse, warn } from '../check.ts'
import { isServed } from '../served.ts'

/** Checks the addresses in the settings: the issuer in tokens, the beginning of links in mails, and the trusted proxies. */
export const addressCheck: Check = {
  name: 'address',
  run({ settings }) {
    const clear = clearTextWarning(settings)
    const wrong = [
      ...issuerOf(settings),
      ...(clear === undefined ? [] : [warn(clear.found, clear.mend)]),
      ...proxiesOf(settings),
    ]
    const issuer = settings.issuer ?? 'the address of the authentication service'
    const links = settings.publicUrl ?? issuer
    const found =
      links === issuer
        ? `tokens and links in mails name ${issuer}`
        : `tokens name ${issuer}, links in mails ${links}`
    return orElse(wrong, found)
  },
}

function issuerOf(settings: AllSettings): Finding[] {
  const { issuer, publicUrl } = settings
  if (issuer === undefined)
    return isServed(settings)
      ? [
          warn(
            'LATCHKEY_ISSUER is not set: tokens name an address of this machine',
            `LATCHKEY_ISSUER=${publicUrl ?? 'https://id.example.com'}, the URL that clients use; sessions log in again`,
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
        `links in mails begin with ${publicUrl}, in clear text`,
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
      `LATCHKEY_TRUSTED_PROXIES believes ${wide.join(', ')}: anybody there can claim any address`,
      'name the addresses of your proxies only, such as LATCHKEY_TRUSTED_PROXIES=127.0.0.1',
    ),
  ]
}
