// Reads a key and two tokens, and prints what each library for Node says of them.
import { createPublicKey } from 'node:crypto'
import { createRequire } from 'node:module'
import { createVerifier } from 'fast-jwt'
import { createLocalJWKSet, jwtVerify } from 'jose'
import jsonwebtoken from 'jsonwebtoken'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'

const { jwk, issuer, audience, tokens } = JSON.parse(process.argv[2])
const key = createPublicKey({ key: jwk, format: 'jwk' })
const json = (body) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })

/** Answers as the issuer does: with its keys, and with the token as the ID token of a refresh. */
const answer = (token) => async (url) =>
  String(url).endsWith('/jwks')
    ? json({ keys: [jwk] })
    : json({ access_token: 'one', token_type: 'bearer', id_token: token })

function refresh(token, algorithm) {
  const server = { issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` }
  const client = algorithm ? { id_token_signed_response_alg: algorithm } : {}
  const config = new openid.Configuration(server, audience, client, openid.None())
  config[openid.customFetch] = answer(token)
  openid.enableNonRepudiationChecks(config)
  return openid.refreshTokenGrant(config, 'one')
}

function checkAccessToken(token, algorithm) {
  const request = new Request('https://api.example.com', { headers: { authorization: `Bearer ${token}` } })
  return oauth.validateJwtAccessToken({ issuer, jwks_uri: `${issuer}/jwks` }, request, audience, {
    [oauth.customFetch]: answer(token),
    ...(algorithm ? { signingAlgorithms: [algorithm] } : {}),
  })
}

/** How each library verifies, with its defaults or with the name of the algorithm. */
const libraries = {
  jose: (token, algorithm) =>
    jwtVerify(token, createLocalJWKSet({ keys: [jwk] }), algorithm ? { algorithms: [algorithm] } : {}),
  'openid-client': refresh,
  oauth4webapi: checkAccessToken,
  jsonwebtoken: (token, algorithm) =>
    jsonwebtoken.verify(token, key, algorithm ? { algorithms: [algorithm] } : {}),
  'fast-jwt': (token, algorithm) => {
    const pem = key.export({ type: 'spki', format: 'pem' })
    return createVerifier({ key: pem, ...(algorithm ? { algorithms: [algorithm] } : {}) })(token)
  },
}

async function works(verify) {
  try {
    await verify()
    return true
  } catch (error) {
    if (process.env.WHY) process.stderr.write(`${error.message} ${error.cause?.message ?? ''}\n`)
    return false
  }
}

const { dependencies } = createRequire(import.meta.url)('./package.json')
const lines = []
for (const [library, verify] of Object.entries(libraries)) {
  const line = { library, version: dependencies[library] }
  for (const [name, token] of Object.entries(tokens)) {
    const byItself = await works(() => verify(token))
    const named = byItself || (await works(() => verify(token, name)))
    line[name] = byItself ? 'yes' : named ? 'when named' : 'no'
  }
  lines.push(line)
}
process.stdout.write(JSON.stringify(lines))
