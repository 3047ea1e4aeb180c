import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../network.ts'
import type { PublicSite } from './http-call.ts'
import { isPassedOn } from './proxy.ts'

/** The URLs that the installation has for browsers. */
export interface OwnAddresses extends PublicSite {
  issuer: string
  /** The site that passkeys belong to, if there are any: they work at its host and nowhere else. */
  relyingParty: { id: string; origins: readonly string[] } | undefined
}

/**
 * Redirects a browser to the public URL when it opens a page at another name of the same machine, such as `127.0.0.1` when the
 * public URL has `localhost`. Browsers keep the cookies of each name apart, and an identity provider sends people back to the
 * public URL, where the cookie with which they left would be missing.
 *
 * The redirect names no host but that of the setting. It is for browsers that open a page, which say so: other clients get what they
 * ask for. A proxy may have changed the name, so a request that one has passed on stays where it is. So does one at the issuer, where
 * people sign in to applications, and one at the site of the passkeys, which no browser offers anywhere else.
 */
export function leadToOwnAddress(
  { publicUrl, issuer, relyingParty, isApart }: OwnAddresses,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const { method, headers, protocol, host, raw } = request
  if (isApart || !/^(?:GET|HEAD)$/.test(method) || headers['sec-fetch-mode'] !== 'navigate') return undefined
  // A request target may be a whole URL instead of a path (RFC 9112 section 3.2.2). Browsers send one only to a proxy.
  if (publicUrl === undefined || !raw.url?.startsWith('/')) return undefined
  const [own, opened] = [URL.parse(publicUrl), URL.parse(`${protocol}://${host}`)]
  if (!own || !opened || own.hostname === opened.hostname || isPassedOn(headers)) return undefined
  const isSamePort = own.protocol === opened.protocol && own.port === opened.port
  if (!isSamePort || !isLoopback(own.hostname) || !isLoopback(opened.hostname)) return undefined
  if (URL.parse(issuer)?.hostname === opened.hostname) return undefined
  if (relyingParty && hostsOf(relyingParty).includes(opened.hostname)) return undefined
  return reply
    .code(303)
    .header('location', publicUrl + raw.url)
    .send()
}

const hostsOf = ({ id, origins }: NonNullable<OwnAddresses['relyingParty']>): (string | undefined)[] => [
  id,
  ...origins.map((origin) => URL.parse(origin)?.hostname),
]
