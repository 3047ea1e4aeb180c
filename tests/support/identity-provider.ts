import assert from 'node:assert/strict'
import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type LocalServer, startLocalServer } from './local-server.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })

export type Claims = Record<string, unknown>

/** The ways in which a test makes a provider deviate from the standards. An absent field changes nothing. */
export interface Bent {
  claims?: (claims: Claims) => Claims
  /** Makes the ID token from its claims, in place of the usual signature. */
  token?: (claims: Claims) => unknown
  discovery?: (document: Claims) => Claims
  /** Changes the authorization response with which a person returns from the provider. */
  response?: (response: URLSearchParams) => void
  /** Answers a request in place of the provider. Returns true when it did. */
  answer?: (path: string, response: ServerResponse) => boolean
  /** Changes the reply of the token endpoint. */
  tokens?: (reply: Claims) => Claims
}

/** An identity provider for tests, at which one person is signed in. */
export interface IdentityProvider extends LocalServer {
  /** The claims of the person who is signed in at the provider. */
  person: Claims
  bent: Bent
  /** The requests that the provider received, each as method and path. */
  asked: string[]
  /** The forms that the token endpoint received. */
  exchanged: URLSearchParams[]
  /** Opens the authorization URL as the signed-in person, and returns the URL that the provider redirects to. */
  visit(authorizationUrl: string): Promise<string>
  /** The email addresses that the API of GitHub returns for the person. */
  emails: unknown
}

interface Code {
  nonce: string | null
  challenge: string | null
  redirectUri: string
  clientId: string
  base: string
}

/** Starts a provider of OpenID Connect that also speaks as GitHub does, for the client `latchkey` with the secret `secret`. */
export async function startProvider(person: Claims = {}): Promise<IdentityProvider> {
  const codes = new Map<string, Code>()
  const server = await startLocalServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  const provider: IdentityProvider = {
    ...server,
    person: { sub: 'ada-at-provider', email: 'ada@example.com', email_verified: true, ...person },
    bent: {},
    asked: [],
    exchanged: [],
    emails: [{ email: 'ada@example.com', primary: true, verified: true }],
    async visit(authorizationUrl) {
      const reply = await fetch(authorizationUrl, { redirect: 'manual' })
      const location = reply.headers.get('location')
      assert.ok(location, `${reply.status} ${await reply.text()}`)
      return location
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The URLs of the provider have the host name of the request, because a browser treats `localhost` and `127.0.0.1` as
    // two sites.
    const base = `http://${request.headers.host}`
    const url = new URL(request.url ?? '/', base)
    const path = url.pathname
    provider.asked.push(`${request.method} ${path}`)
    const body = request.method === 'POST' ? await text(request) : ''
    if (provider.bent.answer?.(path, response)) return
    const json = (value: unknown, status = 200) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (path.endsWith('/.well-known/openid-configuration')) return json(discovery(path, base))
    if (path === '/keys') return json({ keys: [publicKey(rsa.publicKey, 'one')] })
    if (path === '/authorize' || path === '/login/oauth/authorize')
      return authorize(url.searchParams, { response, base })
    if (path === '/token' || path === '/login/oauth/access_token') {
      const sent = new URLSearchParams(body)
      provider.exchanged.push(sent)
      return exchange(sent, request.headers.authorization, json)
    }
    if (path === '/api/v3/user') return json(provider.person)
    if (path === '/api/v3/user/emails') return json(provider.emails)
    json({ error: 'not_found' }, 404)
  }

  function discovery(path: string, base: string): Claims {
    const issuer = `${base}${path.replace('/.well-known/openid-configuration', '')}`
    const document = {
      issuer,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      jwks_uri: `${base}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      authorization_response_iss_parameter_supported: true,
    }
    return provider.bent.discovery?.(document) ?? document
  }

  function authorize(
    query: URLSearchParams,
    { response, base }: { response: ServerResponse; base: string },
  ): void {
    const code = randomBytes(16).toString('hex')
    const redirectUri = query.get('redirect_uri') ?? ''
    codes.set(code, {
      nonce: query.get('nonce'),
      challenge: query.get('code_challenge'),
      redirectUri,
      clientId: query.get('client_id') ?? '',
      base,
    })
    const back = new URL(redirectUri)
    const given = new URLSearchParams({
      code,
      state: query.get('state') ?? '',
      iss: String(provider.person.iss ?? base),
    })
    provider.bent.response?.(given)
    if (query.get('response_mode') === 'form_post') {
      const inputs = [...given].map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
      )
      const form = `<!doctype html><title>Provider</title><form method="post" action="${redirectUri}">${inputs.join('')}<button>Continue</button></form>`
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(form)
    }
    for (const [name, value] of given) back.searchParams.append(name, value)
    response.writeHead(302, { location: back.href }).end()
  }

  function exchange(
    sent: URLSearchParams,
    authorization: string | undefined,
    json: (value: unknown, status?: number) => void,
  ): void {
    const code = codes.get(sent.get('code') ?? '')
    codes.delete(sent.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      code?.challenge === challenge &&
      code.redirectUri === sent.get('redirect_uri') &&
      (sent.has('client_secret') || authorization !== undefined)
    if (!isRight) {
      json({ error: 'invalid_grant' }, 400)
      return
    }
    const iat = Math.floor(Date.now() / 1_000)
    const known = { iss: code.base, aud: code.clientId, iat, exp: iat + 300, nonce: code.nonce }
    const usual = { ...known, ...provider.person }
    const claims = provider.bent.claims?.(usual) ?? usual
    const id_token = provider.bent.token ? provider.bent.token(claims) : signed(claims)
    const reply = { access_token: 'an access token', token_type: 'Bearer', expires_in: 300, id_token }
    json(provider.bent.tokens?.(reply) ?? reply)
  }
  return provider
}

type Key = ReturnType<typeof generateKeyPairSync>['publicKey']

const publicKey = (key: Key, kid: string) => ({
  ...key.export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg: 'RS256',
})

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs an ID token as the provider does. */
export function signed(claims: Claims, header: Claims = {}): string {
  const input = `${encoded({ alg: 'RS256', kid: 'one', ...header })}.${encoded(claims)}`
  return `${input}.${sign('sha256', Buffer.from(input), rsa.privateKey).toString('base64url')}`
}

/** The ways to forge an ID token. Each function makes a token of these claims that a client must refuse. */
export const forged: Record<string, (claims: Claims) => unknown> = {
  'no signature': (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
  'HS256 with the public key': (claims) => {
    const input = `${encoded({ alg: 'HS256', kid: 'one' })}.${encoded(claims)}`
    const key = rsa.publicKey.export({ type: 'spki', format: 'pem' })
    return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
  },
  'HS256 with the secret of the client': (claims) => {
    const input = `${encoded({ alg: 'HS256' })}.${encoded(claims)}`
    return `${input}.${createHmac('sha256', 'secret').update(input).digest('base64url')}`
  },
  'the key of somebody else': (claims) => {
    const input = `${encoded({ alg: 'RS256', kid: 'one' })}.${encoded(claims)}`
    return `${input}.${sign('sha256', Buffer.from(input), otherRsa.privateKey).toString('base64url')}`
  },
  'a key that it brings itself': (claims) => {
    const jwk = otherRsa.publicKey.export({ format: 'jwk' })
    const input = `${encoded({ alg: 'RS256', kid: 'two', jwk })}.${encoded(claims)}`
    return `${input}.${sign('sha256', Buffer.from(input), otherRsa.privateKey).toString('base64url')}`
  },
  'JSON instead of the compact form': (claims) => {
    const [header, payload, signature] = signed(claims).split('.')
    return { payload, signatures: [{ protected: header, signature }] }
  },
  'another payload': (claims) => {
    const [header, , signature] = signed(claims).split('.')
    return `${header}.${encoded({ ...claims, sub: 'somebody-else' })}.${signature}`
  },
}

/** Writes a file in `folder` that configures identity providers, and returns the settings that name it. */
export function providerSettings(
  folder: string,
  entries: readonly ({ name: string } & Record<string, unknown>)[],
): Record<`LATCHKEY_${string}`, string> {
  const file = join(folder, 'providers.json')
  const usual = {
    kind: 'openid',
    client_id: 'latchkey',
    client_secret: 'secret',
    allows_private_addresses: true,
  }
  writeFileSync(file, JSON.stringify({ providers: entries.map((entry) => ({ ...usual, ...entry })) }))
  return { LATCHKEY_FEDERATION_FILE: file }
}
