import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { providerPaths } from '#auth/oidc/core/provider-paths.ts'
import { allPages } from '#console/pages/all-pages.ts'
import { noteRoutes } from '#tests/support/mounted-routes.ts'
import { registerClient } from '#tests/support/relying-party.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'

/** The most of a body that a caller without any right may have read. */
const bound = 64 * 1024
const announced = 1024 * 1024

interface Request {
  url: URL
  method: string
}

interface Try {
  request: Request
  framing: { header: string; sent: string }
  headers: readonly string[]
}

/** Starts a system, and returns every request that its servers have a route for: those of the contract, and all pages. */
async function startedWithRoutes(): Promise<{ system: System; requests: Request[] }> {
  const noted = noteRoutes()
  const settings = { LATCHKEY_CONSOLE_PORT: '0', LATCHKEY_INTERNAL_PORT: '0' }
  const system = await startSystem({ settings, expectUnlisted: true })
  const requests = noted
    .stop()
    .flatMap(({ port, path, methods }) =>
      [...methods].flatMap((method) =>
        urlsOf(path).map((url) => ({ method, url: new URL(url, `http://127.0.0.1:${port}`) })),
      ),
    )
  return { system, requests }
}

const anId = '01900000-0000-7000-8000-000000000000'

/** Returns the paths of a route with values for its parameters: every page of the console, and an id elsewhere. */
function urlsOf(path: string): string[] {
  if (path === '/console/:page') return allPages.map(({ name }) => `/console/${name}`)
  return [path.replace(/:\w+|\{\w+\}/g, anId).replace('*', 'nothing')]
}

/** The ways to announce a body: by its length, of which nothing is sent, and in chunks, of which one more byte than the bound is. */
const framings: Record<string, { header: string; sent: string }> = {
  length: { header: `content-length: ${announced}`, sent: '' },
  chunks: {
    header: 'transfer-encoding: chunked',
    sent: `${(bound + 1).toString(16)}\r\n${'a'.repeat(bound + 1)}`,
  },
}

const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']

/**
 * Sends a request without the rest of its body, and returns the status of the reply. A server that waits for the rest answers
 * 408, when the time for a request to arrive is over.
 */
function statusWithoutBody({
  request: { url, method },
  framing: { header, sent },
  headers,
}: Try): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname)
    let reply = ''
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`${method} ${url.pathname}: closed without a reply`)))
    socket.on('data', (data) => {
      reply += data.toString('latin1')
      const [, status] = /^HTTP\/1\.1 (\d{3}) .*?\r\n\r\n/s.exec(reply) ?? []
      if (status === undefined) return
      socket.removeAllListeners('close')
      socket.destroy()
      resolve(Number(status))
    })
    const lines = [`${method} ${url.pathname} HTTP/1.1`, `host: ${url.host}`, header, ...headers]
    socket.write(`${lines.join('\r\n')}\r\n\r\n${sent}`)
  })
}

/** Signs a user without any right in, and returns the headers of both credentials: the token of apps, and the cookie of browsers. */
async function plainUser(system: System): Promise<string[]> {
  const { user, password, access_token: token } = await system.signUpAndLogIn('ada')
  const reply = await send('POST', `${system.authUrl}/account/sign-in`, {
    body: new URLSearchParams({ username: user.username, password }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
  })
  const [cookie = ''] = (reply.headers.get('set-cookie') ?? '').split(';')
  assert.match(cookie, /^__Host-latchkey=/)
  return [`authorization: Bearer ${token}`, `cookie: ${cookie}`]
}

test('no body above 64 KiB is read of a caller who may not use it', async () => {
  const { system, requests } = await startedWithRoutes()
  await using _ = system
  await registerClient(system)
  const user = await plainUser(system)
  const provided = Object.keys(providerPaths)
    .flatMap(urlsOf)
    .flatMap((path) => ['GET', 'POST'].map((method) => ({ method, url: new URL(path, system.authUrl) })))
  const unknown = { method: 'POST', url: new URL('/nowhere', system.authUrl) }
  // Fastify reads no body of the other methods.
  const changing = requests.filter(({ method }) => /^(POST|PUT|PATCH|DELETE)$/.test(method))
  const waited: Try[] = []
  const tries = [...changing, ...provided, unknown].flatMap((request) =>
    Object.values(framings).flatMap((framing) =>
      types.flatMap((type) =>
        [[], user].map((credentials) => ({
          request,
          framing,
          headers: [`content-type: ${type}`, ...credentials, 'sec-fetch-site: same-origin'],
        })),
      ),
    ),
  )
  const left = tries.values()
  // Eight connections at a time take the next try from the same iterator.
  const walk = async () => {
    for (const one of left) {
      const { request } = one
      const status = await statusWithoutBody(one)
      assert.ok(status >= 300 || request.method === 'GET', `${request.method} ${request.url}: ${status}`)
      if (status === 408) waited.push(one)
    }
  }
  await Promise.all(Array.from({ length: 8 }, walk))
  // A server that waits for a body does so again; a machine that was too busy to answer does not.
  for (const one of waited)
    assert.notEqual(
      await statusWithoutBody(one),
      408,
      `${one.request.method} ${one.request.url} ${one.headers[0]}`,
    )
  assert.ok(tries.length > 2_000, `the walk has something to look at: ${tries.length}`)
})

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const objectOf = (names: number) =>
  JSON.stringify(Object.fromEntries(numbers(names).map((n) => [`n${n}`, 0])))

/** Bodies of at most 64 KiB that cost a parser the most, by their type. */
const costly: [type: string, text: string][] = [
  ['application/json', objectOf(1_400)],
  ['application/json', objectOf(6_000)],
  ['application/json', `{"ids":[${numbers(12_000)}]}`],
  ['application/json', `{"name":"${'\\u0041'.repeat(10_000)}"}`],
  ['application/json', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ['application/x-www-form-urlencoded', 'a&'.repeat(30_000)],
  [
    'application/x-www-form-urlencoded',
    numbers(199)
      .map((n) => `n${n}=${'%41'.repeat(100)}`)
      .join('&'),
  ],
  ['multipart/form-data; boundary=x', `${'--x\r\n\r\n\r\n'.repeat(6_000)}--x--`],
]

/** How many times the processor time of a usual request a request may cost. */
const maxRatio = 10

test('no body that somebody without a right sends holds up others: none costs many times what a usual one does', async (t) => {
  const { system, requests } = await startedWithRoutes()
  await using _ = system
  const headers = Object.fromEntries((await plainUser(system)).map((line) => line.split(/: (.*)/)))
  // Both services answer some paths with the same code, so that each path is asked once.
  const changing = new Map(
    requests
      .filter(({ method }) => /^(POST|PUT|PATCH|DELETE)$/.test(method))
      .map((request) => [`${request.method} ${request.url.pathname}`, request]),
  )
  const costs: { what: string; spent: number; again(): Promise<number> }[] = []
  for (const { method, url } of changing.values())
    for (const [index, [type, body]] of costly.entries()) {
      assert.ok(body.length <= bound, `${body.length}`)
      const again = async () => {
        const before = process.cpuUsage()
        const own = { ...headers, 'content-type': type, 'sec-fetch-site': 'same-origin' }
        await (await fetch(url, { method, headers: own, body, redirect: 'manual' })).arrayBuffer()
        const { user, system: inKernel } = process.cpuUsage(before)
        return user + inKernel
      }
      costs.push({ what: `${method} ${url.pathname} with body ${index}`, spent: await again(), again })
    }
  const usual = costs.map(({ spent }) => spent).sort((one, other) => one - other)[costs.length >> 1] ?? 0
  const dear: string[] = []
  for (const { what, spent, again } of costs) {
    // Work of the background counts too. It lasts for a while on a busy machine, but does not fall on each of many tries.
    let least = spent
    for (let more = 0; more < 20 && least > maxRatio * usual; more++) {
      await sleep(more * 20)
      least = Math.min(least, await again())
    }
    if (least > maxRatio * usual) dear.push(`${what}: ${Math.round(least / usual)} times a usual request`)
  }
  t.diagnostic(`${costs.length} requests, of which a usual one costs ${usual} µs of processor time`)
  assert.deepEqual(dear, [])
  assert.ok(costs.length > 1_000, `the walk has something to look at: ${costs.length}`)
})

test('the console asks for the role of an admin before it reads a form', async () => {
  await using system = await startSystem()
  const user = await plainUser(system)
  const own = ['content-type: application/x-www-form-urlencoded', 'sec-fetch-site: same-origin', ...user]
  for (const { name } of allPages) {
    const request = { method: 'POST', url: new URL(`/console/${name}`, system.authUrl) }
    const framing = { header: 'content-length: 10', sent: '' }
    assert.equal(await statusWithoutBody({ request, framing, headers: own }), 403, name)
  }
})
