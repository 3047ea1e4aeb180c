import { createHash } from 'node:crypto'

const verifier = 'v'.repeat(43)

/** What an application sends to an OpenID provider in the measurements, to the product's as to the baseline's. */
export const openidClient = {
  algorithms: ['ES256', 'RS256'] as const,
  redirectUri: 'https://wiki.example.com/callback',
  challenge: createHash('sha256').update(verifier).digest('base64url'),
  /** The secret at the baseline, which has no registration. */
  secret: 's'.repeat(43),
  exchangeForm: (code: string) => ({
    grant_type: 'authorization_code',
    code,
    redirect_uri: openidClient.redirectUri,
    code_verifier: verifier,
  }),
}

export const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})
