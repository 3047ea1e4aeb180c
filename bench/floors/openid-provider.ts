import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Adapter, type AdapterPayload, type Configuration, type JWK } from 'oidc-provider'
import { openidClient as client } from '../openid-client.ts'

/**
 * The baseline for the OpenID provider: the library `oidc-provider` alone, which keeps everything in memory. It prints its
 * address. `POST /codes` makes authorization codes without a sign-in, because this server has no sign-in page.
 */
const kept = new Map<string, AdapterPayload>()
const byUid = new Map<string, AdapterPayload>()

const adapter = (model: string): Adapter => ({
  async upsert(id, payload) {
    kept.set(`${model} ${id}`, payload)
    if (payload.uid !== undefined) byUid.set(payload.uid, payload)
  },
  find: async (id) => kept.get(`${model} ${id}`),
  findByUid: async (uid) => byUid.get(uid),
  findByUserCode: async () => undefined,
  async consume(id) {
    const payload = kept.get(`${model} ${id}`)
    if (payload) payload.consumed = Math.floor(Date.now() / 1_000)
  },
  async destroy(id) {
    kept.delete(`${model} ${id}`)
  },
  async revokeByGrantId() {},
})

const privateJwk = (alg: 'ES256' | 'RS256'): JWK => {
  const { privateKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: alg, alg, use: 'sig' } as JWK
}

const configuration: Configuration = {
  adapter,
  jwks: { keys: client.algorithms.map(privateJwk) },
  clients: client.algorithms.map((algorithm) => ({
    client_id: algorithm,
    client_secret: client.secret,
    redirect_uris: [client.redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    id_token_signed_response_alg: algorithm,
  })),
  findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  features: { devInteractions: { enabled: false } },
}

const server = createServer()
server.listen(0, '127.0.0.1', () => {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(address, configuration)
  const answer = provider.callback()
  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', address)
    if (pathname === '/codes') {
      const codes = Array.from({ length: Number(searchParams.get('count')) }, () =>
        makeCode(searchParams.get('client') ?? ''),
      )
      response.end(JSON.stringify(codes))
    } else void answer(request, response)
  })
  process.stdout.write(`${address}\n`)
})

/** Makes an authorization code, as the sign-in of one more user would. */
function makeCode(clientId: string): string {
  const [accountId, grantId, sessionUid, code] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const iat = Math.floor(Date.now() / 1_000)
  const given = { accountId, clientId, iat, exp: iat + 3_600 }
  kept.set(`Grant ${grantId}`, { ...given, kind: 'Grant', jti: grantId, openid: { scope: 'openid' } })
  byUid.set(sessionUid, {
    ...given,
    kind: 'Session',
    jti: sessionUid,
    uid: sessionUid,
    loginTs: iat,
    authorizations: { [clientId]: { sid: sessionUid, grantId } },
  })
  kept.set(`AuthorizationCode ${code}`, {
    ...given,
    kind: 'AuthorizationCode',
    jti: code,
    gty: 'authorization_code',
    authTime: iat,
    grantId,
    sessionUid,
    expiresWithSession: true,
    sid: sessionUid,
    scope: 'openid',
    redirectUri: client.redirectUri,
    codeChallenge: client.challenge,
    codeChallengeMethod: 'S256',
  })
  return code
}
