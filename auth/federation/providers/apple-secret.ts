import { createPrivateKey, sign } from 'node:crypto'

const lifetimeSeconds = 300

/**
 * Makes the client secret that Apple demands: a token signed with the private key of the team (ES256), which is valid for five
 * minutes and for this client only.
 */
export function appleSecret(
  { teamId, keyId, privateKey }: { teamId: string; keyId: string; privateKey: string },
  { clientId, audience, now = Date.now() }: { clientId: string; audience: string; now?: number },
): string {
  const iat = Math.floor(now / 1_000)
  const header = { alg: 'ES256', kid: keyId, typ: 'JWT' }
  const claims = { iss: teamId, iat, exp: iat + lifetimeSeconds, aud: audience, sub: clientId }
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' } as const
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}
