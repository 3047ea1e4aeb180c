import { createHash } from 'node:crypto'

const verifier = 'v'.repeat(43)

/** The values that an application sends to Latchkey and to the baseline when it uses them as OpenID providers. */
export const openidClient = {
  algorithms: ['ES256', 'RS256'] as const,
  redirectUri: 'https://wiki.example.com/callback',
  challenge: createHash('sha256').update(verifier).digest('base64url'),
  /** The fixed client secret at the baseline. Latchkey creates a secret when a client is registered. */
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
