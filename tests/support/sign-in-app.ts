import type { IncomingMessage, ServerResponse } from 'node:http'
import * as openid from 'openid-client'
import { startLocalServer } from './local-server.ts'
import { freePorts } from './process.ts'
import { type System, type SystemOptions, startSystem } from './system.ts'

/** The claims that an application gets about a user in a login. */
export interface AppLogin {
  sub: string
  username: unknown
  acr: unknown
  amr: unknown
  authTime: unknown
  sid: unknown
  idToken: string
}

/** An application with a page of its own, which signs users in with the library `openid-client`. */
export interface SignInApp extends AsyncDisposable {
  clientId: string
  /**
   * The URL at which a browser begins. The path `/sign-in` accepts further parameters of the authorization request, and
   * `/sign-out` leads to the logout of the provider.
   */
  url: string
  config: openid.Configuration
  /** The logins so far, oldest first. */
  logins: AppLogin[]
}

/**
 * Starts a system whose issuer is its own address, so that browsers and the client libraries can reach it. Tests with
 * passkeys must set `host` to a name, because browsers allow no passkeys for IP addresses.
 */
export async function startProvider(
  options: SystemOptions = {},
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<System> {
  const [port] = await freePorts(1)
  const origin = `http://${host}:${port}`
  return startSystem({
    ...options,
    settings: {
      LATCHKEY_AUTH_PORT: `${port}`,
      LATCHKEY_ISSUER: origin,
      LATCHKEY_PUBLIC_URL: origin,
      ...options.settings,
    },
  })
}

interface Begun {
  verifier: string
  nonce: string
}

/**
 * Registers a client and starts its application. After a login the application redirects to another origin, as
 * authenticating proxies do.
 */
export async function startSignInApp(
  system: System,
  settings: { name: string; first_party?: boolean; [setting: string]: unknown },
  issuer: string = system.authUrl,
): Promise<SignInApp> {
  const begun = new Map<string, Begun>()
  const logins: AppLogin[] = []
  let idToken: string | undefined
  let config: openid.Configuration | undefined

  const known = () => {
    if (!config) throw new Error('The app is not registered yet.')
    return config
  }
  async function signIn(url: URL): Promise<URL> {
    const state = openid.randomState()
    const one = { verifier: openid.randomPKCECodeVerifier(), nonce: openid.randomNonce() }
    begun.set(state, one)
    return openid.buildAuthorizationUrl(known(), {
      redirect_uri: `${server.url}/callback`,
      scope: 'openid profile email',
      code_challenge: await openid.calculatePKCECodeChallenge(one.verifier),
      code_challenge_method: 'S256',
      state,
      nonce: one.nonce,
      ...Object.fromEntries(url.searchParams),
    })
  }
  async function callback(url: URL): Promise<string> {
    const state = url.searchParams.get('state') ?? ''
    const { verifier = '', nonce = '' } = begun.get(state) ?? {}
    begun.delete(state)
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
    try {
      const tokens = await openid.authorizationCodeGrant(known(), url, checks)
      idToken = tokens.id_token
      const claims = tokens.claims()
      if (!claims) throw new Error('There is no ID token.')
      const { sub, acr, amr, auth_time: authTime, sid } = claims
      const { preferred_username: username } = await openid.fetchUserInfo(known(), tokens.access_token, sub)
      logins.push({ sub, username, acr, amr, authTime, sid, idToken: tokens.id_token ?? '' })
      return `Welcome, ${username}`
    } catch (error) {
      return `Refused: ${error instanceof openid.AuthorizationResponseError ? error.error : error}`
    }
  }
  async function answer({ url: path = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(path, server.url)
    const elsewhere = (text: string) =>
      `${server.url.replace('127.0.0.1', 'localhost')}/?${new URLSearchParams({ text })}`
    const to = {
      '/sign-in': async () => (await signIn(url)).href,
      '/callback': async () => elsewhere(await callback(url)),
      '/sign-out': async () =>
        openid.buildEndSessionUrl(known(), {
          ...(idToken === undefined ? {} : { id_token_hint: idToken }),
          post_logout_redirect_uri: `${server.url}/signed-out`,
          state: 'bye',
        }).href,
      '/signed-out': async () => elsewhere(`Bye, ${url.searchParams.get('state')}`),
    }[url.pathname]
    if (to) return void response.writeHead(303, { location: await to() }).end()
    const text = url.searchParams.get('text') ?? ''
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><title>An app</title><main><h1>${text}</h1></main>`)
  }

  const server = await startLocalServer((request, response) => void answer(request, response))
  try {
    const { access_token: token } = await system.admin()
    const created = await system.send('POST', `${system.authUrl}/api/v1/oidc-clients`, {
      token,
      body: {
        scopes: ['openid', 'profile', 'email', 'offline_access'],
        grant_types: ['authorization_code', 'refresh_token', 'device_code'],
        redirect_uris: [`${server.url}/callback`],
        post_logout_redirect_uris: [`${server.url}/signed-out`],
        ...settings,
      },
    })
    if (created.status !== 201) throw new Error(JSON.stringify(created.body))
    const { id, client_secret: secret } = created.body
    const authentication = openid.ClientSecretBasic(secret)
    const options = { execute: [openid.allowInsecureRequests] }
    config = await openid.discovery(new URL(issuer), id, undefined, authentication, options)
    return {
      clientId: id,
      url: server.url,
      config,
      logins,
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    }
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
}
