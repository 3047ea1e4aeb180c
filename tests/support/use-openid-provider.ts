import assert from 'node:assert/strict'
import * as openid from 'openid-client'
import { hiddenIn } from './account-forms.ts'
import { consentTo } from './consent.ts'
import { logoutReceiver } from './logout-receiver.ts'
import {
  ask,
  exchange,
  fetchAt,
  issuer,
  logInTo,
  type PlainBrowser,
  plainBrowser,
  type RelyingParty,
  relyingParty,
  signedInBrowser,
  signInOnPage,
} from './relying-party.ts'
import type { System } from './system.ts'
import { until } from './until.ts'

const notes = 'https://notes.example.com'

/**
 * Uses every endpoint of the OpenID provider with success, in every way that has statements of its own. Most of it is done as a
 * user of its own, because it ends sessions.
 */
export async function useOpenIdProvider(system: System): Promise<void> {
  const owner = await system.signUp('owner-of-apps')
  const browser = await signedInBrowser(system, owner)
  await useCodes(system, browser)
  await useProofs(system, browser)
  await useDevice(system, browser)
  await stealRefreshToken(system, await signedInBrowser(system, owner))
  await signInOnTheWay(system, owner)
  await endAccess(system, { browser, userId: owner.id })
}

/** Redeems codes, asks about the tokens, revokes them, and uses a code twice. */
async function useCodes(system: System, browser: PlainBrowser): Promise<void> {
  const wiki = await relyingParty(system, {
    scopes: ['openid', 'email', 'offline_access', 'notes:read'],
    resources: [notes],
    redirect_uris: ['https://wiki.example.com/callback'],
  })
  const asked = await ask(wiki, { scope: 'openid email' })
  const pushed = await openid.buildAuthorizationUrlWithPAR(wiki.config, new URL(asked.url).searchParams)
  const { url } = await browser.follow(pushed.href)
  const tokens = await exchange(wiki, url, asked)
  const { sub = '' } = tokens.claims() ?? {}
  await openid.fetchUserInfo(wiki.config, tokens.access_token, sub)
  const ofApi = await logInTo(wiki, browser, { scope: 'openid notes:read', resource: notes })
  for (const token of [tokens.access_token, tokens.refresh_token ?? '', ofApi.access_token])
    assert.equal((await openid.tokenIntrospection(wiki.config, token)).active, true)
  await openid.refreshTokenGrant(wiki.config, tokens.refresh_token ?? '')
  await assert.rejects(exchange(wiki, url, asked), { error: 'invalid_grant' }, 'a code is used once')
  const again = await logInTo(wiki, browser)
  await openid.tokenRevocation(wiki.config, again.access_token)
}

/** Lets a client prove itself by an assertion, and bind its tokens to a key. */
async function useProofs(system: System, browser: PlainBrowser): Promise<void> {
  const { privateKey, publicKey } = await openid.randomDPoPKeyPair('EdDSA', { extractable: true })
  const { kty, crv, x } = await crypto.subtle.exportKey('jwk', publicKey)
  const robot = await relyingParty(system, {
    name: 'Robot',
    redirect_uris: [],
    grant_types: ['client_credentials'],
    scopes: ['notes:read'],
    resources: [notes],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [{ kty, crv, x, alg: 'Ed25519', kid: 'one', use: 'sig' }] },
  })
  const proven = new openid.Configuration(
    robot.config.serverMetadata(),
    robot.id,
    undefined,
    openid.PrivateKeyJwt({ key: privateKey, kid: 'one' }),
  )
  proven[openid.customFetch] = fetchAt(system)
  await openid.clientCredentialsGrant(proven, { scope: 'notes:read', resource: notes })

  const bound = await relyingParty(system, { dpop_bound_access_tokens: true })
  const DPoP = openid.getDPoPHandle(bound.config, await openid.randomDPoPKeyPair())
  const asked = await ask(bound)
  const { url } = await browser.follow(asked.url)
  const tokens = await openid.authorizationCodeGrant(
    bound.config,
    url,
    { pkceCodeVerifier: asked.verifier, expectedState: asked.state, expectedNonce: asked.nonce },
    undefined,
    { DPoP },
  )
  await openid.fetchUserInfo(bound.config, tokens.access_token, openid.skipSubjectCheck, { DPoP })
}

const xsrfIn = (page = ''): string => hiddenIn(page, 'xsrf')

/** Signs in a device that asks for consent, by typing in its code. */
async function useDevice(system: System, browser: PlainBrowser): Promise<void> {
  const tv = await relyingParty(system, {
    name: 'Television',
    token_endpoint_auth_method: 'none',
    redirect_uris: [],
    grant_types: ['device_code', 'refresh_token'],
    first_party: false,
  })
  const begun = await openid.initiateDeviceAuthorization(tv.config, { scope: 'openid' })
  const { page } = await browser.follow(`${issuer}/oidc/device`)
  const post = (fields: Record<string, string>) =>
    browser.go(`${issuer}/oidc/device`, { method: 'POST', body: new URLSearchParams(fields) })
  const typed = await (await post({ xsrf: xsrfIn(page), user_code: begun.user_code })).text()
  const poll = () =>
    openid.genericGrantRequest(tv.config, 'urn:ietf:params:oauth:grant-type:device_code', {
      device_code: begun.device_code,
    })
  await assert.rejects(poll(), { error: 'authorization_pending' })
  const confirmed = await post({ xsrf: xsrfIn(typed), user_code: begun.user_code, confirm: 'yes' })
  const asking = await browser.follow(confirmed.headers.get('location') ?? '')
  const done = await allow(browser, asking.page)
  assert.match(done.page ?? '', /signed in/i)
  system.clock.advance(6_000)
  await poll()
}

/** Allows on the consent page what an application asks for. */
async function allow(browser: PlainBrowser, page = '') {
  const [interaction, token] = [hiddenIn(page, 'interaction'), hiddenIn(page, 'token')]
  return browser.follow(await answer(browser, { interaction, token, answer: 'allow' }))
}

/** Sends the form of the consent page, and returns where the browser goes from there. */
async function answer(browser: PlainBrowser, fields: Record<string, string>): Promise<string> {
  const { status, headers } = await browser.go(`${issuer}/account/authorize`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const onwards = headers.get('location') ?? /^0; url=(.*)$/.exec(headers.get('refresh') ?? '')?.[1]
  assert.ok(onwards, `${status}`)
  return new URL(onwards, issuer).href
}

/** Uses an old refresh token, which ends the session. */
async function stealRefreshToken(system: System, browser: PlainBrowser): Promise<void> {
  const wiki = await relyingParty(system)
  const { refresh_token: first = '' } = await logInTo(wiki, browser)
  const { refresh_token: second = '' } = await openid.refreshTokenGrant(wiki.config, first)
  await openid.refreshTokenGrant(wiki.config, second)
  await assert.rejects(openid.refreshTokenGrant(wiki.config, first), { error: 'invalid_grant' })
}

/** Begins in an application without being signed in, and refuses what another one asks for. */
async function signInOnTheWay(system: System, person: { username: string; password: string }) {
  const wiki = await relyingParty(system, { first_party: false })
  const browser = plainBrowser(system)
  const { url } = await browser.follow((await ask(wiki)).url)
  await signInOnPage(system, browser, person)
  const back = url.searchParams.get('return_to') ?? ''
  const asking = await browser.follow(new URL(back, `${issuer}/account/`).href)
  const uid = asking.url.searchParams.get('interaction') ?? ''
  const { url: end } = await browser.follow(await answer(browser, { interaction: uid, answer: 'deny' }))
  assert.equal(end.searchParams.get('error'), 'access_denied')
}

/** Ends the access of applications that want to be told of it: by the user, with the client, and by a logout from another one. */
async function endAccess(
  system: System,
  { browser, userId }: { browser: PlainBrowser; userId: string },
): Promise<void> {
  await using receiver = await logoutReceiver()
  const back = 'https://wiki.example.com/bye'
  const told = { backchannel_logout_uri: receiver.url, post_logout_redirect_uris: [back] }
  const parties: RelyingParty[] = []
  for (const name of ['Wiki', 'Board', 'Files', 'Chat'])
    parties.push(await relyingParty(system, { ...told, name, first_party: name !== 'Board' }))
  const [wiki, board, files, chat] = parties as [RelyingParty, RelyingParty, RelyingParty, RelyingParty]
  const { id_token: hint = '' } = await logInTo(wiki, browser)
  await consentTo(system, { party: board, browser, scope: 'openid' })
  await logInTo(files, browser)
  await logInTo(chat, browser)

  const { access_token: token } = await system.admin()
  const clients = `${system.authUrl}/api/v1/oidc-clients`
  assert.equal((await system.send('DELETE', `${clients}/${files.id}`, { token })).status, 204)
  const access = `${system.authUrl}/api/v1/users/${userId}/apps/${board.id}`
  assert.equal((await system.send('DELETE', access, { token })).status, 204)
  const link = new URLSearchParams({ client_id: wiki.id, post_logout_redirect_uri: back })
  const { page } = await browser.follow(`${issuer}/oidc/logout?${link}`)
  const stayed = await browser.go(`${issuer}/oidc/logout/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf: xsrfIn(page) }),
  })
  assert.ok(stayed.status < 400)
  await browser.follow(`${issuer}/oidc/logout/success`)
  link.set('id_token_hint', hint)
  assert.equal((await browser.follow(`${issuer}/oidc/logout?${link}`)).url.href, back)
  // The application that asked for the logout knows of it.
  await until('the others are told', () => receiver.told.length === 3)
}
