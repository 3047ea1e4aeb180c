import { generateKeyPairSync, sign } from 'node:crypto'
import { type LocalServer, startLocalServer } from './local-server.ts'

/** A fake issuer whose signing key the test has, to make tokens that no real provider makes. */
export interface ScriptedIssuer extends LocalServer {
  /** Signs a token as the issuer does (RS256), unless the header says something else. */
  token(header: Record<string, unknown>, claims: Record<string, unknown>): string
}

/** Starts an issuer that serves the two documents which a client reads: the discovery document and the key set. */
export async function startScriptedIssuer(): Promise<ScriptedIssuer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }
  const server = await startLocalServer(({ url }, response) => {
    const body = url === '/jwks' ? { keys: [key] } : metadataOf(server.url)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return {
    ...server,
    token(header, claims) {
      const signed = `${encode({ alg: 'RS256', kid: 'one', ...header })}.${encode(claims)}`
      if (header.alg === 'none') return `${signed}.`
      return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
    },
  }
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  end_session_endpoint: `${issuer}/logout`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})
