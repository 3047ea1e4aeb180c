import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'

/** Makes the app. It uses only interfaces of the web platform, so it runs on workers, Deno, Bun and Node. */
export async function createApp({ issuer, clientId, clientSecret, origin }) {
  const client = { client_id: clientId }
  const proof = oauth.ClientSecretBasic(clientSecret)
  // Plain http is allowed only for a trial on one machine. A real issuer has https.
  const options = { [oauth.allowInsecureRequests]: issuer.startsWith('http:') }
  const url = new URL(issuer)
  const provider = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options))
  const keys = createRemoteJWKSet(new URL(provider.jwks_uri))

  /** The logins of this app, by the id in the cookie. A worker keeps them in a store that all its instances share. */
  const logins = new Map()
  const cookie = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/', prefix: 'host' }
  const findLogin = (c) => logins.get(getCookie(c, 'app', 'host'))

  /** Redirects the browser to the provider. A cookie keeps the values with which the answer must agree. */
  async function signIn(c, acr) {
    const begun = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
      acr,
    }
    setCookie(c, 'begun', encodeURIComponent(JSON.stringify(begun)), { ...cookie, maxAge: 600 })
    const to = new URL(provider.authorization_endpoint)
    to.search = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: `${origin}/callback`,
      scope: 'openid profile',
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
      ...(acr ? { acr_values: acr } : {}),
    })
    return c.redirect(to.href, 303)
  }

  async function readName(tokens, sub) {
    const reply = await oauth.userInfoRequest(provider, client, tokens.access_token, options)
    // This call fails when the reply is about another person.
    return (await oauth.processUserInfoResponse(provider, client, sub, reply)).preferred_username
  }

  const app = new Hono()

  app.get('/sign-in', (c) => signIn(c))

  app.get('/callback', async (c) => {
    const kept = getCookie(c, 'begun', 'host')
    deleteCookie(c, 'begun', cookie)
    if (!kept) return c.html(page('This sign-in is over'), 400)
    const begun = JSON.parse(decodeURIComponent(kept))
    // The library checks state and iss of the answer.
    const parameters = oauth.validateAuthResponse(provider, client, new URL(c.req.url), begun.state)
    const reply = await oauth.authorizationCodeGrantRequest(
      provider,
      client,
      proof,
      parameters,
      `${origin}/callback`,
      begun.verifier,
      options,
    )
    // The library checks iss, aud, exp and nonce of the ID token, and then its signature.
    const expected = { expectedNonce: begun.nonce, requireIdToken: true }
    const tokens = await oauth.processAuthorizationCodeResponse(provider, client, reply, expected)
    await oauth.validateApplicationLevelSignature(provider, reply, options)
    const { sub, sid, acr } = oauth.getValidatedIdTokenClaims(tokens)
    // The provider may ignore acr_values. The acr of the answer says which level the login has.
    if (begun.acr && acr !== begun.acr) return c.html(page('A second factor is needed'), 403)
    const name = await readName(tokens, sub)
    logins.delete(getCookie(c, 'app', 'host'))
    // Each login gets a new id, so that nobody can know the id before the login.
    const id = oauth.generateRandomState()
    logins.set(id, { sub, sid, acr, name, refreshes: 0, tokens })
    setCookie(c, 'app', id, cookie)
    return c.redirect(begun.acr ? '/vault' : '/', 303)
  })

  /** The page that only a person who gave a second factor may see. Everybody else is sent to the provider to give one. */
  app.get('/vault', (c) => (findLogin(c)?.acr === 'aal2' ? c.html(page('The vault')) : signIn(c, 'aal2')))

  app.post('/refresh', async (c) => {
    const login = findLogin(c)
    if (!login) return c.redirect('/', 303)
    const before = login.tokens
    const reply = await oauth.refreshTokenGrantRequest(provider, client, proof, before.refresh_token, options)
    const tokens = await oauth.processRefreshTokenResponse(provider, client, reply)
    login.tokens = { id_token: before.id_token, ...tokens }
    login.name = await readName(tokens, login.sub)
    login.refreshes++
    return c.redirect('/', 303)
  })

  app.post('/sign-out', (c) => {
    const login = findLogin(c)
    logins.delete(getCookie(c, 'app', 'host'))
    deleteCookie(c, 'app', cookie)
    if (!login) return c.redirect('/', 303)
    const to = new URL(provider.end_session_endpoint)
    to.search = new URLSearchParams({
      id_token_hint: login.tokens.id_token,
      post_logout_redirect_uri: `${origin}/signed-out`,
    })
    return c.redirect(to.href, 303)
  })

  app.get('/signed-out', (c) => c.html(page('You are signed out')))

  const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

  /** Returns the claims of a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.6), or throws. */
  async function readLogoutToken(token) {
    const { payload } = await jwtVerify(token, keys, {
      issuer: provider.issuer,
      audience: clientId,
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

  app.post('/backchannel-logout', async (c) => {
    c.header('cache-control', 'no-store')
    const { logout_token: token } = await c.req.parseBody()
    const { jti, sid, sub, exp } = await readLogoutToken(String(token ?? ''))
    const now = Date.now() / 1000
    for (const [one, until] of obeyed) if (until < now) obeyed.delete(one)
    // The provider repeats a token when the reply to it was lost. After an error it would go on repeating it for days.
    if (obeyed.has(jti)) return c.text('known')
    obeyed.set(jti, exp + 60)
    for (const [id, login] of logins)
      if (sid === undefined ? login.sub === sub : login.sid === sid) logins.delete(id)
    return c.text('ended')
  })

  app.get('/', (c) => {
    const login = findLogin(c)
    if (!login) return c.html(page('Nobody is signed in', html`<a href="/sign-in">Sign in</a>`))
    return c.html(
      page(
        `Hello ${login.name}`,
        html`<p>Level ${login.acr}, refreshed ${login.refreshes} times</p>
          <a href="/vault">The vault</a>
          <form method="post" action="/refresh"><button>Refresh</button></form>
          <form method="post" action="/sign-out"><button>Sign out</button></form>`,
      ),
    )
  })

  app.onError((error, c) => {
    console.error(error.message)
    // The session at the provider has ended (RFC 6749 section 5.2): the login here ends with it.
    if (error.error === 'invalid_grant') logins.delete(getCookie(c, 'app', 'host'))
    const isRefused = error instanceof errors.JOSEError || error.error !== undefined
    return c.html(page('That did not work', error.error), isRefused ? 400 : 500)
  })

  return app
}

const page = (title, more = '') =>
  html`<!doctype html><title>An app</title><main><h1>${title}</h1>${more}</main>`
