import { randomBytes } from 'node:crypto'
import express from 'express'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as openid from 'openid-client'

const { ISSUER = 'http://localhost:8090', CLIENT_ID = '', CLIENT_SECRET = '', PORT = '3000' } = process.env
/** The address of this app, as browsers see it. */
const ORIGIN = process.env.ORIGIN ?? `http://127.0.0.1:${PORT}`

const config = await openid.discovery(
  new URL(ISSUER),
  CLIENT_ID,
  undefined,
  openid.ClientSecretBasic(CLIENT_SECRET),
  {
    execute: [
      // By default the library does not check the signature of an ID token, because TLS has proven which server sent it.
      openid.enableNonRepudiationChecks,
      // Plain http is allowed only for a trial on one machine. A real issuer has https.
      ...(ISSUER.startsWith('http:') ? [openid.allowInsecureRequests] : []),
    ],
  },
)
const provider = config.serverMetadata()
const keys = createRemoteJWKSet(new URL(provider.jwks_uri))

/** The logins of this app, by the id in the cookie. An app with several processes keeps them in its database. */
const logins = new Map()

const cookie = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' }
const readCookie = ({ headers }, name) =>
  headers.cookie
    ?.split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1)
const loginOf = (request) => logins.get(readCookie(request, '__Host-app'))

const app = express()

/** Redirects the browser to the provider. A cookie keeps the values with which the answer must agree. */
async function signIn(response, { acr } = {}) {
  const begun = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
    acr,
  }
  const value = Buffer.from(JSON.stringify(begun)).toString('base64url')
  response.cookie('__Host-begun', value, { ...cookie, maxAge: 600_000 })
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: `${ORIGIN}/callback`,
    scope: 'openid profile',
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    ...(acr ? { acr_values: acr } : {}),
  })
  response.redirect(303, url.href)
}

app.get('/sign-in', (_, response) => signIn(response))

app.get('/callback', async (request, response) => {
  const kept = readCookie(request, '__Host-begun')
  response.clearCookie('__Host-begun', cookie)
  if (!kept) return response.status(400).send(page('This sign-in is over'))
  const begun = JSON.parse(Buffer.from(kept, 'base64url').toString())
  // The library checks state and iss of the answer, and the signature, iss, aud, exp and nonce of the ID token.
  const tokens = await openid.authorizationCodeGrant(config, new URL(request.originalUrl, ORIGIN), {
    pkceCodeVerifier: begun.verifier,
    expectedState: begun.state,
    expectedNonce: begun.nonce,
    idTokenExpected: true,
  })
  const { sub, sid, acr } = tokens.claims()
  // The provider may ignore acr_values. The acr of the answer says which level the login has.
  if (begun.acr && acr !== begun.acr) return response.status(403).send(page('A second factor is needed'))
  const { preferred_username: name } = await openid.fetchUserInfo(config, tokens.access_token, sub)
  logins.delete(readCookie(request, '__Host-app'))
  // Each login gets a new id, so that nobody can know the id before the login.
  const id = randomBytes(32).toString('base64url')
  logins.set(id, { sub, sid, acr, name, refreshes: 0, tokens })
  response.cookie('__Host-app', id, cookie).redirect(303, begun.acr ? '/vault' : '/')
})

/** The page that only a person who gave a second factor may see. Everybody else is sent to the provider to give one. */
app.get('/vault', (request, response) => {
  const login = loginOf(request)
  if (login?.acr !== 'aal2') return signIn(response, { acr: 'aal2' })
  response.send(page('The vault'))
})

app.post('/refresh', async (request, response) => {
  const login = loginOf(request)
  if (!login) return response.redirect(303, '/')
  const before = login.tokens
  const tokens = await openid.refreshTokenGrant(config, before.refresh_token)
  login.tokens = { id_token: before.id_token, ...tokens }
  // This call fails when the token is about another person.
  const person = await openid.fetchUserInfo(config, tokens.access_token, login.sub)
  login.name = person.preferred_username
  login.refreshes++
  response.redirect(303, '/')
})

app.post('/sign-out', (request, response) => {
  const login = loginOf(request)
  logins.delete(readCookie(request, '__Host-app'))
  if (!login) return response.redirect(303, '/')
  const url = openid.buildEndSessionUrl(config, {
    id_token_hint: login.tokens.id_token,
    post_logout_redirect_uri: `${ORIGIN}/signed-out`,
  })
  response.clearCookie('__Host-app', cookie).redirect(303, url.href)
})

app.get('/signed-out', (_, response) => response.send(page('You are signed out')))

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Returns the claims of a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.6), or throws. */
async function readLogoutToken(token) {
  const { payload } = await jwtVerify(token, keys, {
    issuer: provider.issuer,
    audience: CLIENT_ID,
    typ: 'logout+jwt',
    algorithms: ['RS256'], // The algorithm of the ID tokens of this client.
    requiredClaims: ['iat', 'exp', 'jti'],
    clockTolerance: 30,
  })
  const isLogout = payload.events?.[logoutEvent] !== undefined && payload.nonce === undefined
  if (!isLogout || (!payload.sid && !payload.sub)) throw new errors.JWTInvalid('This is no logout token.')
  return payload
}

/** The logout tokens that were carried out, by their jti, with the time (epoch seconds) until which each may come again. */
const obeyed = new Map()

app.post('/backchannel-logout', express.urlencoded({ limit: '16kb' }), async (request, response) => {
  response.set('cache-control', 'no-store')
  const { jti, sid, sub, exp } = await readLogoutToken(request.body?.logout_token ?? '')
  const now = Date.now() / 1000
  for (const [one, until] of obeyed) if (until < now) obeyed.delete(one)
  // The provider repeats a token when the reply to it was lost. After an error it would go on repeating it for days.
  if (obeyed.has(jti)) return response.send('known')
  obeyed.set(jti, exp + 60)
  for (const [id, login] of logins)
    if (sid === undefined ? login.sub === sub : login.sid === sid) logins.delete(id)
  response.send('ended')
})

app.get('/', (request, response) => {
  const login = loginOf(request)
  if (!login) return response.send(page('Nobody is signed in', '<a href="/sign-in">Sign in</a>'))
  const { name, acr, refreshes } = login
  response.send(
    page(
      `Hello ${escapeHtml(name)}`,
      `<p>Level ${escapeHtml(acr)}, refreshed ${refreshes} times</p>
      <a href="/vault">The vault</a>
      <form method="post" action="/refresh"><button>Refresh</button></form>
      <form method="post" action="/sign-out"><button>Sign out</button></form>`,
    ),
  )
})

// Express recognises an error handler by its four parameters.
app.use((error, request, response, _next) => {
  console.error(error.message)
  // The session at the provider has ended (RFC 6749 section 5.2): the login here ends with it.
  if (error.error === 'invalid_grant') logins.delete(readCookie(request, '__Host-app'))
  const refused = error instanceof errors.JOSEError || error.error !== undefined
  response.status(refused ? 400 : 500).send(page('That did not work', escapeHtml(error.error ?? '')))
})

const page = (title, more = '') => `<!doctype html><title>An app</title><main><h1>${title}</h1>${more}</main>`
const escapeHtml = (text) => String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

app.listen(Number(PORT), '127.0.0.1')
