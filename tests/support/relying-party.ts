import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as openid from 'openid-client'
import { openKnownClients } from '#auth/clients/known-clients.ts'
import type { InteractionContext } from '#auth/oidc/core/oidc.ts'
import { pageOf } from '#tests/support/account-forms.ts'
import { type System, send } from '#tests/support/system.ts'

/**
 * The issuer of the test systems. No server has this address: requests to it are sent to the port of the system instead.
 */
export const issuer = 'https://auth.example.com'

/** An application that users log in to with OpenID Connect, made with an independent client library. */
export interface RelyingParty {
  config: openid.Configuration
  id: string
  secret: string | undefined
  redirectUri: string
}

/** Registers an application as an admin does. */
export async function registerClient(
  system: System,
  settings: Record<string, unknown> = {},
): Promise<{ id: string; client_secret?: string }> {
  const { access_token: token } = await system.admin()
  const body = {
    name: 'Wiki',
    first_party: true,
    redirect_uris: ['https://wiki.example.com/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    ...settings,
  }
  const reply = await send('POST', `${system.authUrl}/api/v1/oidc-clients`, { token, body })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body
}

/** Configures the client library from the discovery document of the issuer, as applications do. */
export async function relyingParty(
  system: System,
  settings: Record<string, unknown> = {},
): Promise<RelyingParty> {
  const registered = await registerClient(system, settings)
  const { id, client_secret: secret } = registered
  const [redirectUri = 'https://wiki.example.com/callback'] = (settings.redirect_uris ?? []) as string[]
  const metadata = {
    client_secret: secret,
    id_token_signed_response_alg: settings.id_token_signed_response_alg,
  }
  const config = await openid.discovery(
    new URL(issuer),
    id,
    JSON.parse(JSON.stringify(metadata)),
    secret === undefined ? openid.None() : undefined,
    { [openid.customFetch]: fetchAt(system) },
  )
  return { config, id, secret, redirectUri }
}

/**
 * Sends requests for the issuer to the port of the system. Their Host header then differs from that of the issuer, which
 * must not matter (I132).
 */
export const fetchAt =
  (system: System) =>
  (url: string, init: object): Promise<Response> =>
    fetch(at(system, url), init)

export const at = (system: Pick<System, 'authUrl'>, url: string): string =>
  url.replace(issuer, system.authUrl)

const day = 86_400_000

/** Creates the context with which the account pages handle the authorization requests of applications. */
export async function interactionContext(system: System): Promise<InteractionContext> {
  const db = await system.database('auth')
  const policy = {
    issuer,
    audience: 'latchkey',
    accessTokenMs: 900_000,
    idleMs: 30 * day,
    sessionMs: 90 * day,
    graceMs: 30_000,
  }
  const masterKeys = [Buffer.from(readFileSync(join(system.data, 'master-key'), 'utf8').trim(), 'base64')]
  return { db, clock: system.clock, policy, clients: openKnownClients(db), masterKeys }
}

/** A simulated browser that does only what the redirects of a login need. */
export interface PlainBrowser {
  cookies: Map<string, string>
  go(url: string, init?: RequestInit): Promise<Response>
  /**
   * Follows redirects until one leads away from the issuer, and returns its target. Returns undefined when a page is
   * shown instead.
   */
  follow(url: string): Promise<{ url: URL; page: string | undefined }>
}

export function plainBrowser(system: Pick<System, 'authUrl'>): PlainBrowser {
  const cookies = new Map<string, string>()
  async function go(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...init.headers, cookie, accept: 'text/html' }
    const response = await fetch(at(system, url), { ...init, headers, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(set)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return {
    cookies,
    go,
    async follow(url) {
      for (let here = url, steps = 0; ; steps++) {
        assert.ok(steps < 10, 'redirects that end')
        const response = await go(here)
        const location = response.headers.get('location')
        if (location === null) return { url: new URL(here, issuer), page: await response.text() }
        const next = new URL(location, here)
        if (next.origin !== issuer) return { url: next, page: undefined }
        here = next.href
      }
    },
  }
}

/** A simulated browser in which a user is signed in on the account pages. */
export async function signedInBrowser(
  system: Pick<System, 'authUrl'>,
  { username, password }: { username: string; password: string },
): Promise<PlainBrowser> {
  const browser = plainBrowser(system)
  await signInOnPage(system, browser, { username, password })
  return browser
}

export async function signInOnPage(
  system: Pick<System, 'authUrl'>,
  browser: PlainBrowser,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const response = await browser.go(pageOf(system, '/sign-in'), {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
    headers: { origin: new URL(system.authUrl).origin },
  })
  assert.equal(response.status, 303)
}

/** Returns the id of the authorization request from the URL of an account page, or from the URL that the page returns to. */
export const uidIn = (url: URL): string =>
  new URL(url.searchParams.get('return_to') ?? url, url).searchParams.get('interaction') ?? ''

/** The values that an application keeps between an authorization request and its response. */
export interface Asked {
  url: string
  verifier: string
  state: string
  nonce: string
}

/** Builds an authorization request with the client library. */
export async function ask(
  { config, redirectUri }: RelyingParty,
  parameters: Record<string, string> = {},
): Promise<Asked> {
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const nonce = openid.randomNonce()
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...parameters,
  })
  return { url: url.href, verifier, state, nonce }
}

/**
 * Passes the response with its code to the client library, which validates the response and exchanges the code for
 * tokens.
 */
export const exchange = (
  { config }: RelyingParty,
  answer: URL,
  { verifier, state, nonce }: Asked,
  parameters?: Record<string, string>,
) =>
  openid.authorizationCodeGrant(
    config,
    answer,
    { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
    parameters,
  )

/** Logs a signed-in browser in to an application, and returns the tokens. */
export async function logInTo(
  party: RelyingParty,
  browser: PlainBrowser,
  parameters: Record<string, string> = {},
) {
  const asked = await ask(party, parameters)
  const { url, page } = await browser.follow(asked.url)
  assert.equal(page, undefined, page?.replace(/<style>.*?<\/style>/s, ''))
  return exchange(party, url, asked, parameters.resource ? { resource: parameters.resource } : undefined)
}
