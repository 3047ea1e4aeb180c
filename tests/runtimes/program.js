// A small application of the client library, run on each runtime by a process that has started Latchkey:
// LATCHKEY_URL is its origin, LATCHKEY_ADMIN_PASSWORD the password of its first admin.
import { createClient, isFailure } from '@latchkey/client'
import { createWebSession } from '@latchkey/client/server'
import { createSession } from '@latchkey/client/session'
import { startIssuer } from '@latchkey/client/testing'
import { createTokenValidator } from '@latchkey/client/validator'
import { verifyWebhook } from '@latchkey/client/webhooks'

const baseUrl = process.env.LATCHKEY_URL
const check = (is, what) => {
  if (!is) throw new Error(`It is not so: ${what}`)
}
const codeOf = (promise) =>
  promise.then(
    () => 'no failure',
    (error) => (isFailure(error) ? error.code : String(error)),
  )

await keepPageSession(await signUpAndLogIn())
await followEvents()
await keepWebSession()
await receiveWebhook()
await useTestIssuer()
process.stdout.write('ok\n')

async function signUpAndLogIn() {
  const client = createClient({ baseUrl })
  const username = `user-${crypto.randomUUID().slice(0, 8)}`
  const password = `a password of ${username}`
  const ada = await client.createUser(
    { username, email: `${username}@example.com`, password },
    { idempotencyKey: crypto.randomUUID() },
  )
  check((await codeOf(client.logIn({ username, password: 'wrong' }))) === 'invalid_credentials', 'refused')
  const { access_token } = await client.logIn({ username, password })

  const admin = await client.logIn({ username: 'admin', password: process.env.LATCHKEY_ADMIN_PASSWORD })
  const { key } = await client.createApiKey(
    { name: 'a validator', scopes: ['sessions:read', 'users:read'] },
    { bearer: admin.access_token },
  )
  const names = []
  for await (const one of client.each('listUsers', { q: username }, { bearer: key })) names.push(one.username)
  check(names.join() === username, 'the list of users')

  const { issuer } = await client.serverMetadata()
  const options = { issuer, authUrl: baseUrl, audience: 'latchkey', credential: key, timeoutMs: 30_000 }
  for (const mode of ['local', 'feed', 'strict']) {
    const validator = createTokenValidator({ ...options, mode })
    check((await validator.verifyToken(access_token)).sub === ada.id, `the token in mode ${mode}`)
    await validator.close()
  }
  await client.logOut({}, { bearer: access_token })
  const strict = createTokenValidator({ ...options, mode: 'strict' })
  check((await codeOf(strict.verifyToken(access_token))) === 'session_ended', 'the logout')
  await strict.close()
  return { username, password }
}

async function followEvents() {
  const admin = createClient({ baseUrl })
  const { access_token: bearer } = await admin.logIn({
    username: 'admin',
    password: process.env.LATCHKEY_ADMIN_PASSWORD,
  })
  const { key } = await admin.createApiKey({ name: 'a follower', scopes: ['events:read'] }, { bearer })
  const client = createClient({ baseUrl, bearer: key })
  const stopping = new AbortController()
  const seen = []
  for await (const { event, data } of client.streamEvents({}, { signal: stopping.signal })) {
    if (event === 'heartbeat' && seen.length === 0) {
      await admin.logIn({ username: 'admin', password: process.env.LATCHKEY_ADMIN_PASSWORD })
      seen.push('a heartbeat')
    } else if (data.type === 'session.created') stopping.abort()
  }
  check(stopping.signal.aborted, 'the end of the stream')
  for await (const { event } of client.streamEvents({}, {})) if (event === 'heartbeat') break
}

async function keepPageSession(person) {
  const session = createSession({ baseUrl })
  await session.logIn(person)
  const reply = await session.fetch(`${baseUrl}/api/v1/users/me`)
  check((await reply.json()).username === person.username, 'a request of the page')
  await session.logOut()
  check(session.user === undefined, 'the logout of the page')
  session.dispose()
}

async function keepWebSession() {
  const origin = 'https://app.example.com'
  const { issuer } = await createClient({ baseUrl }).serverMetadata()
  const addresses = { issuer, authUrl: baseUrl, usersUrl: baseUrl, origins: origin }
  const session = createWebSession({ ...addresses, timeoutMs: 30_000 })
  const username = `user-${crypto.randomUUID().slice(0, 8)}`
  const person = { username, email: `${username}@example.com`, password: `a password of ${username}` }
  const send = (method, path, headers, body) => {
    const sent = { origin, 'content-type': 'application/json', ...headers }
    const request = new Request(origin + path, { method, headers: sent, body: body && JSON.stringify(body) })
    return session.serve(request, async () => Response.json((await session.caller(request)) ?? null))
  }
  const signedUp = await send('POST', '/auth/signup', {}, person)
  check(signedUp.status === 201, 'the sign-up')
  const headers = { cookie: signedUp.headers.getSetCookie()[0].split(';')[0] }
  check((await (await send('GET', '/', headers)).json()).username === username, 'the caller')
  check(
    (await send('POST', '/auth/logout', { ...headers, origin: 'https://evil.example' })).status === 403,
    'refused',
  )
  check((await send('POST', '/auth/logout', headers)).status === 200, 'the logout of the web session')
  check((await (await send('GET', '/', headers)).json()) === null, 'nobody')
}

async function receiveWebhook() {
  const secret = crypto.getRandomValues(new Uint8Array(32))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign'])
  const base64 = (bytes) => btoa(String.fromCharCode(...bytes))
  const body = JSON.stringify({ id: 'e1', type: 'webhook.test', data: {} })
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signed = new TextEncoder().encode(`e1.${timestamp}.${body}`)
  const signature = base64(new Uint8Array(await crypto.subtle.sign('HMAC', key, signed)))
  const headers = {
    'webhook-id': 'e1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  const request = new Request('https://app.example.com/hook', { method: 'POST', headers, body })
  const event = await verifyWebhook(request, `whsec_${base64(secret)}`)
  check(event.type === 'webhook.test', 'the webhook')
}

async function useTestIssuer() {
  const issuer = await startIssuer()
  const validator = createTokenValidator({ ...issuer.validatorOptions, mode: 'strict', timeoutMs: 30_000 })
  const token = await issuer.token({ role: 'admin', sid: 's1' })
  check((await validator.verifyToken(token)).role === 'admin', 'the token of the test issuer')
  issuer.endSession('s1')
  check((await codeOf(validator.verifyToken(token))) === 'session_ended', 'the end of its session')
  await validator.close()
  await issuer.close()
}
