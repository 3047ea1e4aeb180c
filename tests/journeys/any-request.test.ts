import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import { providerPaths } from '#auth/oidc/provider-paths.ts'
import { noteRoutes } from '#tests/support/mounted-routes.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { ask, relyingParty, signedInBrowser } from '#tests/support/relying-party.ts'
import type { System } from '#tests/support/system.ts'

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
}

const bodies: readonly Body[] = [
  {},
  { type: 'application/x-www-form-urlencoded', text: 'a=1&a=2&%=%&xsrf=x&user_code=x&logout=yes&token=%00' },
  { type: 'application/json', text: '{"a":' },
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
}

interface Got {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** Sends a request as it is: `fetch` would refuse some methods, and add headers. */
const send = ({ method, url, cookie, body: { type, text = '' } }: Sent): Promise<Got> =>
  new Promise((resolve, reject) => {
    const headers = {
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
    assert.ok(JSON.parse(text))
  }
  if (status === 405) {
    const allow = headers.allow?.split(', ') ?? []
    requires(allow.length > 0 && !allow.includes(method), `Allow: ${headers.allow}`)
  }
  return faults.map((fault) => `${status}: ${fault}`)
}

/** Returns every path that the servers of a system answer. */
function placesOf(system: System, noted: ReturnType<ReturnType<typeof noteRoutes>['stop']>): Place[] {
  const reading = new Set(['GET', 'HEAD'])
  return [
    ...noted.map(({ port, ...route }) => ({ base: `http://127.0.0.1:${port}`, ...route })),
    ...Object.entries(providerPaths).map(([path, answered]) => ({
      base: system.authUrl,
      path,
      methods: new Set<string>(answered.methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]))),
    })),
    ...[system.usersOpsUrl, system.authOpsUrl].flatMap((base) => [
      { base, path: '/metrics', methods: reading },
      { base, path: '/', methods: new Set<string>() },
    ]),
  ]
}

onEachEngine((startSystem) => {
  test('no request of a stranger, with whatever method, cookie and body, makes a server fail', async () => {
    const noted = noteRoutes()
    await using system = await startSystem()
    const places = placesOf(system, noted.stop())
    for (const url of [system.usersUrl, system.authUrl])
      assert.ok(places.filter(({ base }) => base === new URL(url).origin).length > 50, url)
    const app = await relyingParty(system)
    const browser = await signedInBrowser(system, await system.signUp('ada'))
    await browser.follow((await ask(app, { prompt: 'login' })).url)
    const live = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const broken = (turn: number) =>
      cookieNames.map((name, index) => `${name}=${garbage[(turn + index) % garbage.length]}`).join('; ')
    let turn = 0
    const requests = places.flatMap((place) => {
      const answered = methodsAt(places, place)
      const url = place.base + place.path.replace(parameter, () => randomUUID())
      return methods.flatMap((method) =>
        bodies.map((body) => {
          const cookie = ['', broken(turn), live][turn % 3] ?? ''
          turn++
          return { about: `${method} ${place.path}`, answered, sent: { method, url, cookie, body } }
        }),
      )
    })
    const faults = new Set<string>()
    const sendNext = async () => {
      for (let one = requests.pop(); one; one = requests.pop())
        for (const fault of faultsOf(one.sent.method, one.answered, await send(one.sent)))
          faults.add(`${one.about} ${fault}`)
    }
    await Promise.all(Array.from({ length: 8 }, sendNext))
    assert.deepEqual([...faults].sort(), [])
    const withStack = system.log.filter((line) => 'err' in line)
    assert.deepEqual(withStack, [], 'a stranger could fill the disk with such lines')
  })
})
