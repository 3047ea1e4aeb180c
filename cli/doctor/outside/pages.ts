import { isLoopback } from '#runtime/network.ts'
import { ask, problemCodeIn, type Reply } from '../ask.ts'
import { type Check, type Finding, fail, ok, skipped, warn } from '../check.ts'
import type { Deployment } from '../deployment.ts'

/** The first pages that a browser opens, with the setting that turns each off. Without a session, they lead to the sign-in page. */
const pages = [
  { name: 'the account page', path: '/account', setting: 'pages' },
  { name: 'the console', path: '/console/users', setting: 'console' },
] as const

type OpenedPage = (typeof pages)[number]

/** Opens the account page and the console as a browser does, up to the sign-in page. */
export const pagesCheck: Check = {
  name: 'pages',
  async run(deployment, signal) {
    const { url } = deployment
    if (!url) return []
    const found: Finding[] = []
    for (const page of pages.filter((one) => isExpected(one, deployment)))
      found.push(...(await openPage(page, deployment, signal)))
    return found.length > 0 ? found : [skipped('the settings turn the account pages off')]
  },
}

/** True when the settings say that the page is served at the public URL; also true without settings. */
function isExpected({ setting }: OpenedPage, { settings, isHere }: Deployment): boolean {
  if (!isHere) return true
  if (settings.pages === 'off') return false
  return setting === 'pages' || (settings.console !== 'off' && settings.consolePort === undefined)
}

async function openPage(page: OpenedPage, deployment: Deployment, signal: AbortSignal): Promise<Finding[]> {
  const { url, settings } = deployment
  const { name, path } = page
  const at = new URL(path, url)
  const reply = await ask(at, { signal, settings })
  const { status, headers } = reply
  const to = new URL(headers.location ?? '', at)
  if (status === 303 && to.origin === at.origin && to.pathname === '/account/sign-in')
    return [
      ok(`${name} leads to the sign-in page`),
      ...(page.setting === 'pages' ? withoutHsts(at, reply, deployment) : []),
    ]
  if (status === 400 && headers['content-type']?.startsWith('text/html'))
    return [
      fail(
        `${at} is served as http, where browsers drop the cookies: sign-in fails`,
        at.protocol === 'https:'
          ? `LATCHKEY_PUBLIC_URL=${at.origin}, or have the proxy send X-Forwarded-Proto: https and name it in LATCHKEY_TRUSTED_PROXIES`
          : 'put a TLS proxy in front of Latchkey (docs/guide/proxies.md), and use its https URL',
      ),
    ]
  if (status === 403 || status === 404)
    return [
      warn(
        `${at} returns ${status}${problemCodeIn(reply) === undefined ? ', but not from Latchkey' : ''}`,
        `have the proxy forward ${path}, if this URL should serve it`,
      ),
    ]
  const where = headers.location === undefined ? '' : `, and leads to ${to.origin}${to.pathname}`
  return [
    fail(`${at} returns ${status}${where}`, `have the proxy forward ${path}, and leave redirects unchanged`),
  ]
}

/** Warns when a proxy serves https but sends no HSTS header, which makes browsers use https only. Latchkey itself sends none. */
function withoutHsts(at: URL, { headers }: Reply, { settings }: Deployment): Finding[] {
  if (at.protocol !== 'https:' || isLoopback(at.hostname) || settings.tlsCert !== undefined) return []
  if (headers['strict-transport-security'] !== undefined) return []
  return [
    warn(
      `${at.origin} sends no Strict-Transport-Security: a browser may be redirected to http`,
      'have the proxy add Strict-Transport-Security: max-age=31536000 (docs/guide/proxies.md)',
    ),
  ]
}
