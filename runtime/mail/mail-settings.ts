import { emailKey } from '#contract/rules/names.ts'
import { setting } from '../settings.ts'

export interface SmtpServer {
  host: string
  port: number
  /**
   * The use of TLS: from the first byte (`tls`), by STARTTLS (`required`), by STARTTLS where the server offers it (`offered`), or
   * not at all (`none`).
   */
  security: 'tls' | 'required' | 'offered' | 'none'
  login: { user: string; pass: string } | undefined
}

export interface Sender {
  name: string
  address: string
}

/**
 * A setting that names a mail server: `smtps://NAME:SECRET@HOST`, or `smtp://…` for STARTTLS. A secret is never sent in clear
 * text unless the URL says so: with a login, `smtp://` needs STARTTLS.
 */
export const smtpUrl = (name: `LATCHKEY_${string}`, meaning: string) => ({
  ...setting(name, meaning, undefined, toSmtpServer),
  secret: true,
  // The user name may be a mail address. So the last `@` ends the login here, as it does where the URL is parsed.
  show: (url: string) => url.replace(/^(\w+:\/\/[^:/?#]*):.*@/, '$1:********@'),
})

function toSmtpServer(value: string): SmtpServer {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('is not smtp://HOST or smtps://HOST')
  if (!/^\/?$/.test(url.pathname) || url.hash !== '')
    throw new Error('has more than a login, a host, a port and ?tls=')
  const login = loginIn(url)
  const isTls = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    security: isTls ? requireNoChoice(url) : startTls(url, login !== undefined),
    login,
  }
}

/** Reads the login from a URL. The URL must be normalised, so that a colon or an @ inside the login is percent-encoded. */
function loginIn({ href }: URL): SmtpServer['login'] {
  const [, user, pass] = /^\w+:\/\/(?:([^:@]*)(?::([^@]*))?@)?/.exec(href) ?? []
  if (user === undefined) return undefined
  if (user === '' || pass === undefined) throw new Error('has half a login')
  try {
    return { user: decodeURIComponent(user), pass: decodeURIComponent(pass) }
  } catch (cause) {
    throw new Error('has a login with a % that begins no character', { cause })
  }
}

function requireNoChoice(url: URL): 'tls' {
  if (url.search !== '') throw new Error('has a query, which smtps:// does not need')
  return 'tls'
}

function startTls(url: URL, hasLogin: boolean): SmtpServer['security'] {
  if (url.search === '') return hasLogin ? 'required' : 'offered'
  if (url.search === '?tls=required') return 'required'
  if (url.search === '?tls=none') return 'none'
  throw new Error('has a query other than ?tls=required or ?tls=none')
}

/** A setting that is the sender of mails: `someone@example.com` or `Some Name <someone@example.com>`. */
export const mailFrom = (name: `LATCHKEY_${string}`, meaning: string) =>
  setting(name, meaning, undefined, (value): Sender => {
    const [, shown = '', inBrackets] = /^([^<>]*)<([^<>]+)>$/.exec(value.trim()) ?? []
    const address = inBrackets ?? value.trim()
    const sender = shown.trim().replace(/^"([^"]*)"$/, '$1')
    if (emailKey(address) === undefined) throw new Error('is not an address, nor NAME <address>')
    if (sender.length > 100 || /\p{Cc}/u.test(sender)) throw new Error('has a name that no header can hold')
    return { name: sender, address }
  })
