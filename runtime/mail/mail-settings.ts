import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
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
  /** The name for the EHLO greeting of the mail server; undefined to use the name of the installation. */
  name: string | undefined
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
    throw new Error('has more than a login, a host, a port, ?tls= and ?name=')
  const login = loginIn(url)
  const isTls = url.protocol === 'smtps:'
  const { tls, name } = choicesIn(url)
  if (isTls && tls !== undefined) throw new Error('has ?tls=, which smtps:// does not need')
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    security: isTls ? 'tls' : (tls ?? (login ? 'required' : 'offered')),
    login,
    name,
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

/** A domain, or an address in brackets: what may follow EHLO (RFC 5321 section 4.1.1.1). */
const greeting = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*|\[[\da-f.:]+\])$/i

function choicesIn({ searchParams }: URL): { tls?: 'required' | 'none'; name: string | undefined } {
  const { tls, name, ...others } = Object.fromEntries(searchParams)
  if (Object.keys(others).length > 0 || searchParams.getAll('name').length > 1)
    throw new Error('has a query other than ?tls= and ?name=')
  if (name !== undefined && (name.length > 255 || !greeting.test(name)))
    throw new Error('has a ?name= that is no host name')
  if (tls === undefined) return { name }
  if (tls !== 'required' && tls !== 'none') throw new Error('has a ?tls= other than required or none')
  return { tls, name }
}

/** Returns the domain of a sender, in ASCII. */
export const domainOf = ({ address }: Sender): string =>
  domainToASCII(address.slice(address.lastIndexOf('@') + 1))

/**
 * Returns the name for the EHLO greeting of the mail server: the host of the public URL, or else the domain of the sender. The
 * name of the machine is not used, because a container has none that others know, and strict servers refuse `[127.0.0.1]`.
 */
export function greetingName({
  server,
  from,
  publicUrl,
}: {
  server: SmtpServer
  from: Sender
  publicUrl?: string | undefined
}): string {
  if (server.name !== undefined) return server.name
  const host = URL.parse(publicUrl ?? '')?.hostname ?? ''
  const isPublicName = host.includes('.') && isIP(host) === 0 && !host.endsWith('.localhost')
  return isPublicName ? host : domainOf(from)
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
