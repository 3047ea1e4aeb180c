import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import { providerPaths } from '#auth/oidc/core/provider-paths.ts'
import { linkPaths, ownPaths } from '#auth/pages/core/page-paths.ts'
import { allPages } from '#console/pages/all-pages.ts'
import { failures, isFailureCode } from '#contract/declaration/failure-table.ts'
import { adminPassword } from '#tests/support/console-visitor.ts'
import { noteRoutes } from '#tests/support/mounted-routes.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  ask,
  at as atSystem,
  issuer,
  type PlainBrowser,
  plainBrowser,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import type { System } from '#tests/support/system.ts'
import { unescapeHtml } from '#tests/support/unescape-html.ts'
import { machine, settings as webhookSettings } from '#tests/support/webhook-machine.ts'
import { startReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'BREW']

/** The cookies that the services set. */
const cookieNames = [
  '__Host-latchkey',
  '__Host-latchkey-device',
  '__Host-latchkey-fed',
  '__Secure-latchkey-fed',
  '__Secure-latchkey-interaction',
  '__Secure-latchkey-resume',
]
const garbage = ['', 'x', 'a'.repeat(43), '%00%ff', '"; =']

interface Body {
  type?: string
  text?: string
  /** True for a form that a page of another site sends. Pages refuse it before they look at it. */
  isForeign?: true
}

const formType = 'application/x-www-form-urlencoded'

/** The names that fields of forms have, each with a value that is good for nothing. */
const fieldNames = [
  'username',
  'password',
  'new_password',
  'current_password',
  'email',
  'name',
  'code',
  'credential',
  'token',
  'xsrf',
  'user_code',
  'logout',
  'interaction',
  'return_to',
  'id',
  'user_id',
  'session_id',
  'page',
  'action',
  'ids',
  'confirm',
  'client_id',
  'client_secret',
  'grant_type',
  'refresh_token',
  'device_code',
  'request_uri',
  'response_type',
  'redirect_uri',
  'scope',
  'state',
  'provider',
  'scopes',
]
const form = fieldNames.map((name) => `${name}=x`).join('&')
const object = (value: unknown): string =>
  JSON.stringify(Object.fromEntries(fieldNames.map((one) => [one, value])))

const bodies: readonly Body[] = [
  { type: formType, text: form },
  {},
  { type: formType, text: form, isForeign: true },
  { type: formType, text: 'a=1&a=2&%=%&xsrf=x&user_code=x&logout=yes&token=%00' },
  { type: 'application/json', text: '{"a":' },
  { type: 'application/json', text: object({}) },
  { type: 'application/json', text: '["a"]' },
  { type: 'multipart/form-data; boundary=x', text: '--x\r\n\r\n--x--' },
  { type: 'no type at all', text: '\u0000' },
  { text: 'a body without a type' },
]

/** A path of a server. `path` has `:name` or `{name}` for a part that is a parameter. */
interface Place {
  base: string
  path: string
  methods: ReadonlySet<string>
}

interface Sent {
  method: string
  url: string
  cookie: string
  body: Body
  accept?: string
}

interface Got {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** Sends a request, up to three times where a busy machine took longer over it, or over a query, than the server waits. */
async function send(request: Sent, tries = 3): Promise<Got> {
  const got = await sendOnce(request)
  return tries > 1 && [408, 503].includes(got.status) ? send(request, tries - 1) : got
}

/** Sends a request as it is: `fetch` would refuse some methods, and add headers. */
const sendOnce = ({
  method,
  url,
  cookie,
  accept,
  body: { type, text = '', isForeign },
}: Sent): Promise<Got> =>
  new Promise((resolve, reject) => {
    const headers = {
      'sec-fetch-site': isForeign ? 'cross-site' : 'same-origin',
      ...(accept === undefined ? {} : { accept }),
      ...(cookie === '' ? {} : { cookie }),
      ...(type === undefined ? {} : { 'content-type': type }),
      'content-length': String(Buffer.byteLength(text)),
    }
    const sent = httpRequest(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, text: Buffer.concat(chunks).toString() })
      })
    })
    sent.on('error', reject)
    sent.end(text)
  })

const parameter = /\{\w+\}|:\w+|\*/g

/** Returns the methods that a server answers at a path, also by a route that has a parameter where the path has a word. */
function methodsAt(places: readonly Place[], { base, path }: Place): ReadonlySet<string> {
  const own = path.replace(parameter, 'x')
  const matching = places.filter(
    (one) =>
      one.base === base &&
      new RegExp(`^${one.path.replaceAll('.', '\\.').replace(parameter, '[^/]*')}$`).test(own),
  )
  return new Set(matching.flatMap((one) => [...one.methods]))
}

/** Returns what is wrong with the reply to a request; empty when nothing is. */
function faultsOf(method: string, answered: ReadonlySet<string>, { status, headers, text }: Got): string[] {
  const faults: string[] = []
  const requires = (isRight: boolean, fault: string) => void (isRight || faults.push(fault))
  // Node's parser refuses a method that no standard has, so that there is no request.
  const isRequest = method !== 'BREW'
  const type = headers['content-type'] ?? ''
  requires(status < 500, 'the server has failed')
  requires(isRequest || status === 400, 'a method that no standard has')
  requires(answered.has(method) || [400, 404, 405].includes(status), 'the path does not answer this method')
  requires(headers['x-content-type-options'] === 'nosniff', 'no X-Content-Type-Options')
  requires(headers['cache-control'] !== undefined, 'no Cache-Control')
  requires(!isRequest || status < 400 || Boolean(headers['x-request-id']), 'no X-Request-Id')
  if (type.startsWith('text/html'))
    requires(
      /default-src 'none'.*frame-ancestors 'none'/.test(String(headers['content-security-policy'])),
      'a page without its policy',
    )
  else if (status >= 400 && method !== 'HEAD') {
    requires(/^application\/(?:problem\+)?json/.test(type), 'no problem document')
    const { code, status: told, error } = JSON.parse(text)
    // What Node's parser refuses, and what OAuth defines (RFC 6749 section 5.2), have documents of their own.
    const isProblem = isFailureCode(code) && failures[code].http === status && told === status
    requires(isProblem || typeof error === 'string', `a document of another form: ${text.slice(0, 200)}`)
  }
  if (status === 405) {
    const allow = headers.allow?.split(', ') ?? []
    requires(allow.length > 0 && !allow.includes(method), `Allow: ${headers.allow}`)
  }
  return faults.map((fault) => `${status}: ${fault}`)
}

/** Returns every path that the servers of a system answer. */
function placesOf(system: System, noted: ReturnType<ReturnType<typeof noteRoutes>['stop']>): Place[] {
  const reading = withHead(['GET'])
  return [
    ...noted.map(({ port, methods, ...route }) => ({
      base: `http://127.0.0.1:${port}`,
      ...route,
      methods: withHead(methods),
    })),
    ...Object.entries(providerPaths).map(([path, answered]) => ({
      base: system.authUrl,
      path,
      methods: withHead(answered.methods),
    })),
    ...[system.usersOpsUrl, system.authOpsUrl].flatMap((base) => [
      { base, path: '/metrics', methods: reading },
      { base, path: '/', methods: new Set<string>() },
    ]),
  ]
}

/** Adds HEAD to the methods of a path that answers GET (RFC 9110 section 9.1). */
const withHead = (methods: Iterable<string>): ReadonlySet<string> =>
  new Set([...methods].flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])))

/** The ways to fill in the parameters of a path. */
const urlsOf = ({ base, path }: Place): string[] =>
  path === '/console/:page'
    ? [...allPages.map(({ name }) => name), 'nowhere'].map((name) => `${base}/console/${name}`)
    : [base + path.replace(parameter, () => randomUUID())]

/** The user service passes the pages on to the authentication service, where each of them is asked in every way. */
const isOfPages = ({ authUrl }: System, { base, path }: Place): boolean =>
  base === authUrl && /^\/(account|console|oidc)\b/.test(path)

/** The paths where a user who is signed in signs out. They come last, so that the cookie lives for all others. */
const ending = ['/account/sign-out', '/account/delete', '/account/end-session']

const cookiesOf = ({ cookies }: PlainBrowser): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Returns a browser that is in the middle of a sign-in to an application, with all cookies of that. */
async function busyBrowser(
  system: System,
  name: string,
  settings: Record<string, unknown> = {},
): Promise<PlainBrowser> {
  const app = await relyingParty(system, settings)
  const browser = await signedInBrowser(system, await system.signUp(name))
  await browser.follow((await ask(app, { prompt: 'login' })).url)
  return browser
}

/** Returns the cookies of a browser whose session has ended since. */
async function endedCookies(system: System): Promise<string> {
  const browser = await busyBrowser(system, 'grace')
  const cookies = cookiesOf(browser)
  const headers = { origin: new URL(system.authUrl).origin }
  await browser.go(`${system.authUrl}/account/sign-out`, { method: 'POST', headers })
  return cookies
}

const atOnce = 4

/** Does something with each of many things, a few at once. */
async function forAll<T>(all: readonly T[], each: (one: T) => Promise<void>): Promise<void> {
  const left = all.values()
  const work = async () => {
    for (const one of left) await each(one)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

const maxRepeated = 40

/** Requires that requests have left no line with a stack, and few warnings after the first of each kind at an endpoint. */
function requireQuietLog({ log }: System): void {
  const loud = log.filter(({ level }) => level !== 'info' && level !== 'debug')
  // An outage of the database has one line, with the first error.
  const withStack = log.filter((line) => 'err' in line && !('outage' in line))
  assert.deepEqual(withStack, [], 'a stranger could fill the disk with such lines')
  const kinds = new Set(loud.map(({ msg, code, endpoint }) => `${msg} ${code} ${endpoint}`))
  const repeated = loud.length - kinds.size
  assert.ok(repeated < maxRepeated, `${loud.length} warnings of ${kinds.size} kinds: ${[...kinds]}`)
}

/** A form that a page has shown, with what a browser sends for it. */
interface ShownForm {
  /** The path of the page and the names of the fields, without ids: the same form on two pages is one. */
  what: string
  url: string
  fields: [string, string][]
}

/** The pages of people, with the token of a link in a mail. */
const peoplesPages = Object.entries({ ...ownPaths, ...linkPaths }).flatMap(([path, methods]) =>
  methods.some((one) => one === 'GET') ? [`${path}?token=${'a'.repeat(43)}`] : [],
)

const maxPages = 400

/** Follows every link from some pages on, and returns all forms that the pages show. */
async function formsFrom(browser: PlainBrowser, urls: readonly string[]): Promise<ShownForm[]> {
  const shapeOf = (url: URL) => `${url.pathname}?${[...url.searchParams.keys()].sort()}`
  const queue = urls.map((url) => new URL(url, issuer))
  const seen = new Set(queue.map(shapeOf))
  const forms: ShownForm[] = []
  for (let url = queue.shift(); url; url = queue.shift()) {
    assert.ok(seen.size < maxPages, 'the links lead on and on')
    const { url: at, page = '' } = await browser.follow(url.href)
    forms.push(...formsOn(page, at))
    for (const [, href = ''] of page.matchAll(/<a [^>]*href="([^"]*)"/g)) {
      const next = new URL(unescapeHtml(href), at)
      const isPage = next.origin === issuer && /^\/(account|console)\b/.test(next.pathname)
      if (!isPage || /export/.test(next.pathname) || seen.has(shapeOf(next))) continue
      seen.add(shapeOf(next))
      queue.push(next)
    }
  }
  return forms
}

function formsOn(page: string, at: URL): ShownForm[] {
  return [...page.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)]
    .filter(([, attributes = '']) => /method="post"/.test(attributes))
    .map(([, attributes = '', inside = '']) => {
      const action = new URL(unescapeHtml(/action="([^"]*)"/.exec(attributes)?.[1] ?? at.href), at)
      const fields = [...inside.matchAll(/<(?:input|select|textarea|button) ([^>]*)>/g)].flatMap(
        ([, field = '']): [string, string][] => {
          const name = /\bname="([^"]*)"/.exec(field)?.[1]
          return name === undefined ? [] : [[name, unescapeHtml(/\bvalue="([^"]*)"/.exec(field)?.[1] ?? 'x')]]
        },
      )
      return {
        what: `${action.pathname} ${fields.map(([name]) => name).sort()}`,
        url: action.href,
        fields: unrepeated(fields),
      }
    })
}

/** A group of checkboxes or buttons has one name. */
const unrepeated = (fields: [string, string][]): [string, string][] => [...new Map(fields)]

/** Returns what admins and one other user have, of which no form of anybody else may change anything. */
async function belongings(system: System): Promise<unknown> {
  const [users, auth] = await Promise.all([system.database('users'), system.database('auth')])
  const people = await users.query<{ id: string }>`
    SELECT id, username, email, name, role, status, metadata, password_hash, version FROM users
    WHERE role = 'admin' OR username = 'ada' ORDER BY id`
  const sessions = await auth.query<{
    user_id: string
  }>`SELECT id, user_id, ended_at FROM sessions ORDER BY id`
  return {
    people,
    sessions: sessions.filter((session) => people.some(({ id }) => id === session.user_id)),
    keys: await users.query`SELECT id, revoked_at FROM api_keys ORDER BY id`,
    webhooks:
      await users.query`SELECT id, url, disabled_reason, deleted_at, version FROM webhooks ORDER BY id`,
    failed: await users.query`SELECT id, attempts, dead_at FROM outbox WHERE sink = 'nats' ORDER BY id`,
    clients: await auth.query`SELECT id, metadata, secrets, version FROM oidc_clients ORDER BY id`,
    signingKeys: await auth.query`SELECT kid, status FROM signing_keys ORDER BY kid`,
  }
}

/** Makes one of each thing that the console has a page about. */
async function makeOneOfEach(system: System, receiver: WebhookReceiver): Promise<void> {
  const { call, hook } = await machine(system)
  await hook(receiver.url)
  const { body: events } = await call('GET', '/events?limit=1')
  const db = await system.database('users')
  const at = system.clock.now()
  await db.query`
    INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts, last_error, dead_at)
    VALUES (${events.data[0].id}, 'nats', 'user.created', ${randomUUID()}, 1, '{}', ${at}, 0, 7, 'refused', ${at})`
}

onEachEngine((startSystem) => {
  test('no request of a stranger, with whatever method, cookie and body, makes a server fail', async () => {
    const noted = noteRoutes()
    await using system = await startSystem()
    const places = placesOf(system, noted.stop())
    for (const url of [system.usersUrl, system.authUrl])
      assert.ok(places.filter(({ base }) => base === new URL(url).origin).length > 50, url)
    const live = cookiesOf(await busyBrowser(system, 'ada'))
    const ended = await endedCookies(system)
    const admin = await signedInBrowser(system, { username: 'admin', password: adminPassword(system) })
    const broken = (turn: number) =>
      cookieNames.map((name, index) => `${name}=${garbage[(turn + index) % garbage.length]}`).join('; ')
    let turn = 0
    const requests = places
      .toSorted((one, other) => Number(ending.includes(one.path)) - Number(ending.includes(other.path)))
      .flatMap((place) => {
        const answered = methodsAt(places, place)
        return urlsOf(place).flatMap((url) => {
          const request = (method: string, cookie: string, body: Body | undefined) => ({
            about: `${method} ${new URL(url).pathname}`,
            answered,
            sent: { method, url, cookie, body: body ?? {} },
          })
          // An admin is no stranger, but whatever an admin sends must not make a server fail either.
          const signedIn = [live, ...(place.path.startsWith('/console') ? [cookiesOf(admin)] : [])]
          const cookies = ['', broken(turn++), ended, ...signedIn]
          return methods.flatMap((method) => {
            if (isOfPages(system, place) && answered.has(method) && method !== 'HEAD') {
              // Each cookie is sent with the usual body, and each body with the cookie of a user who is signed in.
              const [usual, ...others] = method === 'POST' ? bodies : bodies.slice(0, 2)
              return cookies.flatMap((cookie) => [
                request(method, cookie, usual),
                ...(signedIn.includes(cookie) ? others : [others[turn++ % others.length]]).map((body) =>
                  request(method, cookie, body),
                ),
              ])
            }
            const isRead = method === 'GET' || method === 'HEAD'
            const some =
              answered.has(method) && !isRead ? bodies : [bodies[turn % 4], bodies[turn % bodies.length]]
            return some.map((body) => request(method, cookies[turn++ % cookies.length] ?? '', body))
          })
        })
      })
    const faults = new Set<string>()
    await forAll(requests, async ({ about, answered, sent }) => {
      for (const fault of faultsOf(sent.method, answered, await send(sent))) faults.add(`${about} ${fault}`)
    })
    assert.deepEqual([...faults].sort(), [])
    requireQuietLog(system)
  })

  test('a form that is sent without its cookie, or by somebody else, leads to a page and changes nothing', async () => {
    await using receiver = await startReceiver()
    await using system = await startSystem({ settings: webhookSettings })
    const admin = await signedInBrowser(system, { username: 'admin', password: adminPassword(system) })
    const ada = await busyBrowser(system, 'ada', { first_party: false })
    await makeOneOfEach(system, receiver)
    const found = new Map<string, ShownForm>()
    const consent = (await ask(await relyingParty(system, { first_party: false }))).url
    const begun = [consent, `${issuer}/oidc/device`, `${issuer}/oidc/logout`]
    for (const [browser, urls] of [
      [plainBrowser(system), peoplesPages],
      [ada, [...peoplesPages, ...begun]],
      [admin, ['/console/users', '/account']],
    ] as const)
      for (const form of await formsFrom(browser, urls)) found.set(form.what, form)
    const forms = [...found.values()]
    assert.ok(forms.length > 40, `${forms.length} forms`)
    const ended = await endedCookies(system)
    const others = cookiesOf(await signedInBrowser(system, await system.signUp('heidi')))
    const before = await belongings(system)
    const requests = forms.flatMap((form) => ['', ended, others].map((cookie) => ({ form, cookie })))
    const faults = new Set<string>()
    await forAll(requests, async ({ form: { what, url, fields }, cookie }) => {
      const text = new URLSearchParams(fields).toString()
      const got = await send({
        method: 'POST',
        url: atSystem(system, url),
        cookie,
        body: { type: formType, text },
        accept: 'text/html',
      })
      const isPage = got.status < 400 || (got.headers['content-type'] ?? '').startsWith('text/html')
      if (got.status >= 500 || !isPage)
        faults.add(`${what} with "${cookie.slice(0, 20)}": ${got.status} ${got.text}`)
    })
    assert.deepEqual([...faults].sort(), [])
    assert.deepEqual(await belongings(system), before)
    requireQuietLog(system)
  })
})
