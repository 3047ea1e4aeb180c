import { jwksEndpoint, serverMetadataEndpoint } from '#contract/auth.ts'
import { ask } from '../ask.ts'
import { type Check, type Finding, fail, orElse, warn } from '../check.ts'
import type { Deployment } from '../deployment.ts'

interface Metadata {
  issuer?: string
}

/** Compares the issuer and the public URL with the URL at which clients look for them (RFC 8414 section 3.3). */
export const discoveryCheck: Check = {
  name: 'discovery',
  async run(deployment, signal) {
    const { url } = deployment
    if (!url) return []
    const { status, json } = await ask<Metadata>(new URL(serverMetadataEndpoint.paths[0], url), { signal })
    const issuer = json?.issuer
    if (status !== 200 || issuer === undefined)
      return [
        fail(
          `${serverMetadataEndpoint.paths[0]} returns ${status} there: clients cannot discover the issuer`,
          'have the proxy forward /.well-known/ to Latchkey',
        ),
      ]
    const keys = await ask<{ keys?: unknown[] }>(new URL(jwksEndpoint.paths[0], url), { signal })
    const count = keys.json?.keys?.length ?? 0
    const wrong = [...issuerFindings(deployment, { url, issuer }), ...linkFindings(deployment, url)]
    if (count === 0)
      wrong.push(
        fail(
          `${jwksEndpoint.paths[0]} returns ${keys.status} there, without a key`,
          'have the proxy forward /.well-known/ to Latchkey',
        ),
      )
    return orElse(
      wrong,
      `the issuer is ${issuer}, and ${count === 1 ? 'its key is' : `its ${count} keys are`} there`,
    )
  },
}

function issuerFindings(
  { settings, isHere }: Deployment,
  { url, issuer }: { url: URL; issuer: string },
): Finding[] {
  if (!URL.canParse(issuer) || new URL(issuer).origin !== url.origin)
    return [
      fail(
        `tokens name the issuer ${issuer}, but clients look for it at ${url.origin}`,
        `LATCHKEY_ISSUER=${url.origin}, and restart: users sign in again`,
      ),
    ]
  if (isHere && settings.issuer !== undefined && settings.issuer !== issuer)
    return [
      fail(
        `the service there names the issuer ${issuer}, the settings here ${settings.issuer}`,
        'restart the service with these settings, or run this with the settings of the service',
      ),
    ]
  return []
}

function linkFindings({ settings: { publicUrl }, isHere }: Deployment, url: URL): Finding[] {
  if (!isHere) return []
  if (publicUrl === undefined)
    return [
      warn(
        'LATCHKEY_PUBLIC_URL is not set: links in emails lead to an address of this machine',
        `LATCHKEY_PUBLIC_URL=${url.origin}`,
      ),
    ]
  if (new URL(publicUrl).origin === url.origin) return []
  return [
    warn(
      `links in emails lead to ${publicUrl}, not to ${url.origin}`,
      `LATCHKEY_PUBLIC_URL=${url.origin}, or check that URL with --url`,
    ),
  ]
}
