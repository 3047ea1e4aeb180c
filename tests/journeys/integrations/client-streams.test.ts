import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { createClient, isFailure } from '#sdk/client.ts'
import { createSession } from '#sdk/session.ts'
import { findChromium, startBrowser } from '#tests/support/chromium.ts'
import { servePages } from '#tests/support/page-server.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { until } from '#tests/support/until.ts'

type Stream<Sent> = AsyncGenerator<Sent, void, undefined>

/** Reads a stream until an event with the given name, and returns this event. */
async function next<Sent extends { event: string }, Name extends Sent['event']>(
  stream: Stream<Sent>,
  name: Name,
): Promise<Extract<Sent, { event: Name }>> {
  const isNamed = (sent: Sent): sent is Extract<Sent, { event: Name }> => sent.event === name
  for (;;) {
    const { value } = await stream.next()
    assert.ok(value, `The stream ended before an event ${name}.`)
    if (isNamed(value)) return value
  }
}

async function toEnd(stream: Stream<unknown>): Promise<void> {
  for await (const _ of stream);
}

async function apiKey(system: System, scope: 'events:read' | 'sessions:read'): Promise<string> {
  const { access_token: bearer } = await system.admin()
  const admin = createClient({ baseUrl: system.usersUrl, bearer })
  return (await admin.createApiKey({ name: scope, scopes: [scope] })).key
}

async function notify(system: System, userId: string, title: string): Promise<void> {
  const body = { user_id: userId, type: 'invoice.paid', title }
  const url = `${system.usersUrl}/api/v1/notifications`
  assert.equal((await system.send('POST', url, { token: system.serviceToken(), body })).status, 201)
}

test('a client follows events through lost connections, and gets each of them once', async () => {
  await using system = await startSystem()
  await using proxy = await startProxy(system.usersUrl)
  const bearer = await apiKey(system, 'events:read')
  const client = createClient({ baseUrl: new URL(proxy.url).origin, bearer })
  const listed = () => client.listEvents({ type: 'user.created', limit: 200 })
  // An event is listed a moment after its change: that of the first admin would otherwise come after the position.
  await until('the event of the first admin', async () => (await listed()).data.length > 0)
  const { position } = await listed()
  await using stream = client.streamEvents({ after: position, type: 'user.created' })
  for (const name of ['ada', 'bob', 'eve']) {
    const { id } = await system.signUp(name)
    const { data } = await next(stream, 'event')
    assert.deepEqual([data.type, data.user_id], ['user.created', id])
    proxy.cut()
  }
  // A stream that continues from a stored position receives the same event as before, as another process would.
  await using again = client.streamEvents({ after: position, type: 'user.created' })
  assert.equal((await next(again, 'event')).data.type, 'user.created')
})

test('a client learns which sessions end, and follows until it is told to stop', async () => {
  await using system = await startSystem()
  const ada = await system.signUpAndLogIn('ada')
  const client = createClient({ baseUrl: system.usersUrl, bearer: await apiKey(system, 'sessions:read') })
  const stopping = new AbortController()
  const ended: string[] = []
  for await (const { event, data } of client.watchRevocations({}, { signal: stopping.signal })) {
    if (event === 'session.ended') ended.push(data.session_id)
    else if (ended.length > 0) stopping.abort()
    else await createClient({ baseUrl: system.usersUrl, bearer: ada.access_token }).logOut()
  }
  assert.deepEqual(ended, [ada.session_id])
})

test('a stream of somebody whose session has ended says so, and one without the right never begins', async () => {
  await using system = await startSystem({ admissionMs: 100 })
  const ada = await system.signUpAndLogIn('ada')
  const client = createClient({ baseUrl: system.usersUrl, bearer: ada.access_token })
  await assert.rejects(toEnd(client.streamEvents()), { code: 'forbidden' })
  await using stream = client.streamNotifications()
  await next(stream, 'heartbeat')
  await client.logOut()
  await assert.rejects(
    toEnd(stream),
    (error) => isFailure(error, 'session_ended') && error.reason === 'logout',
  )
})

test('a stream that is read by a session goes on with new tokens when the old ones have expired', async () => {
  await using system = await startSystem({ admissionMs: 100 })
  const { username, password } = await system.signUp('ada')
  const session = createSession({ baseUrl: system.usersUrl, timeoutMs: 120_000 })
  try {
    const { id } = await session.logIn({ username, password })
    const client = createClient({ baseUrl: system.usersUrl, fetch: session.fetch })
    await using stream = client.streamNotifications()
    await next(stream, 'heartbeat')
    const before = await session.accessToken()
    // The service refuses the expired token before the page notices the expiry, because the clock of the page does not
    // move.
    system.clock.advance(16 * 60_000)
    do await next(stream, 'heartbeat')
    while ((await session.accessToken()) === before)
    await notify(system, id, 'after the refresh')
    assert.equal((await next(stream, 'notification')).data.title, 'after the refresh')
  } finally {
    session.dispose()
  }
})

const script = `
import { createClient } from '#sdk/client.ts'
import { createSession } from '#sdk/session.ts'
const baseUrl = new URLSearchParams(location.search).get('at')
const session = createSession({ baseUrl, timeoutMs: 120_000 })
const client = createClient({ baseUrl, fetch: session.fetch })
const leaving = new AbortController()
const seen = { titles: [], beats: 0, isOver: false }
async function follow(credentials) {
  await session.logIn(credentials)
  for await (const { event, data } of client.streamNotifications({}, { signal: leaving.signal }))
    event === 'heartbeat' ? seen.beats++ : seen.titles.push(data.title)
  seen.isOver = true
}
Object.assign(globalThis, { seen, follow, leave: () => leaving.abort() })
`

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: script,
      resolveDir: fileURLToPath(new URL('../../../', import.meta.url)),
      loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'warning',
  })
  return outputFiles[0]?.text ?? ''
}

const executable = findChromium()
test('a page follows the notifications of its user at another origin, through a lost connection', {
  skip: executable ? false : 'there is no Chromium on this machine; LATCHKEY_TEST_CHROMIUM can name one',
}, async () => {
  const page = '<!doctype html><title>Notifications</title><script type="module" src="/page.js"></script>'
  await using pages = await servePages({ '/': page, '/page.js': await bundled() })
  await using system = await startSystem({ settings: { LATCHKEY_BROWSER_ORIGINS: pages.url } })
  await using proxy = await startProxy(system.usersUrl)
  await using browser = await startBrowser(executable ?? '')
  const tab = await browser.newPage()
  const seen = (): Promise<{ titles: string[]; beats: number; isOver: boolean }> => tab.evaluate('seen')
  const { id, username, password } = await system.signUp('ada')
  await tab.goto(`${pages.url}/?at=${new URL(proxy.url).origin}`)
  await until('the script of the page', () => tab.evaluate('typeof follow === "function"'))
  await tab.evaluate(`void follow(${JSON.stringify({ username, password })})`)
  await until('a heartbeat', async () => (await seen()).beats > 0)
  const titles = ['one', 'two', 'three']
  for (const title of titles) {
    await notify(system, id, title)
    await until(title, async () => (await seen()).titles.includes(title))
    proxy.cut()
  }
  assert.deepEqual((await seen()).titles, titles)
  await tab.evaluate('leave()')
  await until('the end of the loop', async () => (await seen()).isOver)
})
