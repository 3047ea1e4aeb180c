import assert from 'node:assert/strict'
import type { IdentityProvider } from './identity-provider.ts'
import type { HttpReply, System } from './system.ts'
import { plainVisitor } from './visitor.ts'

export const application = 'https://app.example.com'

const path = (system: System, provider: string) => `${system.authUrl}/api/v1/auth/federated/${provider}`

/** A login that has begun: the URL at the identity provider, and the token with which the client completes the login. */
export interface BegunAtProvider {
  url: string
  token: string
}

export async function beginLogin(system: System, provider: string): Promise<BegunAtProvider> {
  const body = { return_to: `${application}/back` }
  const begun = await system.send('POST', path(system, provider), { body })
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  return { url: begun.body.authorization_url, token: begun.body.federated_token }
}

export const complete = (
  system: System,
  provider: string,
  { token, response, ...more }: { token: string; response: string; device_token?: string },
): Promise<HttpReply> =>
  system.send('POST', `${path(system, provider)}/complete`, {
    body: { federated_token: token, response, ...more },
  })

/** Logs in at an identity provider by the API, as the person who is signed in at the provider. */
export async function logInAt(
  system: System,
  at: IdentityProvider,
  provider: string,
  more: { device_token?: string } = {},
): Promise<HttpReply> {
  const { url, token } = await beginLogin(system, provider)
  const response = new URL(await at.visit(url)).search.slice(1)
  return complete(system, provider, { token, response, ...more })
}

/** Begins or completes a link or a step-up at an identity provider, with the access token of a user. */
export const atProvider = (
  system: System,
  way: 'link' | 'step-up' | 'link/complete' | 'step-up/complete',
  { token, body }: { token: string; body: object },
): Promise<HttpReply> => system.send('POST', `${path(system, 'example')}/${way}`, { token, body })

/** Begins a link or a step-up, and visits the provider. Returns the request body with which the client completes it. */
export async function comeBackWith(
  system: System,
  at: IdentityProvider,
  { way, token }: { way: 'link' | 'step-up'; token: string },
): Promise<{ federated_token: string; response: string }> {
  const begun = await atProvider(system, way, { token, body: { return_to: `${application}/back` } })
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  const { authorization_url: url, federated_token } = begun.body
  return { federated_token, response: new URL(await at.visit(url)).search.slice(1) }
}

/**
 * Links an account at a provider by the API, and then uses this account for a step-up (a new proof of identity). The
 * session of the user must have a fresh proof of identity.
 */
async function useProviderAsUser(system: System, at: IdentityProvider, token: string): Promise<void> {
  at.person.auth_time = Math.floor(system.clock.now() / 1_000)
  for (const way of ['link', 'step-up'] as const) {
    const body = await comeBackWith(system, at, { way, token })
    const { status } = await atProvider(system, `${way}/complete`, { token, body })
    assert.equal(status, way === 'link' ? 204 : 200)
  }
}

/**
 * Uses every feature of logins at a provider: by the API, and on the account pages as a signed-in user, who leaves a link
 * unfinished at the end.
 */
export async function useProvider(
  system: System,
  at: IdentityProvider,
  { user, password, access_token }: { user: { username: string }; password: string; access_token: string },
): Promise<void> {
  at.person.sub = 'canary-by-api'
  await useProviderAsUser(system, at, access_token)
  delete at.person.auth_time
  at.person.sub = 'henry'
  at.person.email = 'henry@example.com'
  for (let time = 1; time <= 2; time++) assert.equal((await logInAt(system, at, 'example')).status, 200)
  await system.send('GET', `${system.authUrl}/api/v1/auth/federated`)
  await using visitor = plainVisitor()
  const account = `${system.authUrl}/account`
  await visitor.open(`${account}/sign-in`)
  await visitor.fill('Username or email address', user.username)
  await visitor.fill('Password', password)
  await visitor.press('Sign in')
  at.person.sub = 'canary-at-provider'
  await visitor.open(`${account}/sign-in-example?purpose=link`)
  await visitor.press('Link account')
  assert.match(await visitor.text(), /Your account was linked/)
  at.person.auth_time = Math.floor(system.clock.now() / 1_000)
  await visitor.open(`${account}/sign-in-example?purpose=step_up&return_to=app`)
  assert.equal(await visitor.heading(), 'Add an authenticator app')
  at.person.sub = 'canary-elsewhere'
  await visitor.open(`${account}/sign-in-example?purpose=link`)
  at.bent.answer = (path, response) => {
    if (path === '/authorize') response.writeHead(200).end()
    return path === '/authorize'
  }
  await visitor.open(`${account}/sign-in-example?purpose=link`)
  at.bent = {}
}
