import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { authEndpoints } from '#contract/auth.ts'
import { commonFailures, type Endpoint, isForClients, statusOf } from '#contract/declaration/endpoint.ts'
import { object, optional, type Schema, string } from '#contract/declaration/schema.ts'
import { eventData } from '#contract/events/event-types.ts'
import { documentedSchema } from '#contract/openapi/openapi-schema.ts'
import { healthEndpoints } from '#contract/system/health.ts'
import { userEndpoints } from '#contract/users.ts'
import { faultsOf, faultsOfEvent } from '#tests/support/documented-replies.ts'
import { startSystem } from '#tests/support/system.ts'
import { documents } from './documents.ts'

for (const [name, document] of Object.entries(documents)) {
  test(`${name} is current (npm run generate)`, () => {
    assert.equal(readFileSync(new URL(`../../contract/generated/${name}`, import.meta.url), 'utf8'), document)
  })

  test(`${name} is valid OpenAPI 3.1`, async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(document))
    assert.ok(valid, JSON.stringify(errors, null, 2))
  })
}

for (const [name, document] of Object.entries(documents)) {
  test(`${name} says of each tag what is in it`, () => {
    const { tags } = JSON.parse(document) as { tags: { name: string; description?: string }[] }
    assert.ok(tags.length > 2)
    assert.deepEqual(
      tags.filter(({ description }) => !description),
      [],
    )
  })
}

test('every schema of a request, a reply and an event is a valid JSON Schema, which nothing checks when they are used', () => {
  const ajv = new Ajv2020()
  const endpoints: Endpoint[] = [...userEndpoints, ...authEndpoints, ...healthEndpoints]
  const parts = endpoints.flatMap((endpoint) =>
    (['params', 'query', 'body', 'reply'] as const).map((part): [string, unknown] => [
      `${endpoint.name} ${part}`,
      endpoint[part],
    ]),
  )
  const components = Object.values(documents).flatMap((text) =>
    Object.entries<unknown>(JSON.parse(text).components.schemas),
  )
  const schemas = [...parts, ...Object.entries(eventData), ...components].filter(([, schema]) => schema)
  assert.ok(schemas.length > 200, `${schemas.length}`)
  for (const [name, schema] of schemas) {
    assert.ok(ajv.validateSchema(schema as object), `${name}: ${JSON.stringify(ajv.errors)}`)
  }
  assert.equal(ajv.validateSchema({ type: 'text' }), false)
})

interface Operation {
  operationId: string
  'x-aliases'?: string[]
}

type Paths = Record<string, Record<string, Operation>>

const documentOf = (name: keyof typeof documents) => JSON.parse(documents[name])

interface ErrorResponse {
  $ref?: string
  content: Record<string, { schema: { $ref?: string; properties?: { code: { enum: string[] } } } }>
}

for (const [name, endpoints] of Object.entries({
  'users.openapi.json': [...userEndpoints, ...healthEndpoints],
  'auth.openapi.json': [...authEndpoints, ...healthEndpoints],
} satisfies Record<string, readonly Endpoint[]>))
  test(`${name} lists the codes of each error response, and has one schema for all of them`, () => {
    const { paths, components } = documentOf(name as keyof typeof documents)
    const responseOf = (given: ErrorResponse): ErrorResponse =>
      given.$ref ? components.responses[given.$ref.replace('#/components/responses/', '')] : given
    const forClients: Endpoint[] = endpoints.filter(isForClients)
    for (const endpoint of forClients) {
      const operation = paths[endpoint.paths[0] ?? ''][endpoint.method.toLowerCase()]
      const listed = Object.entries<ErrorResponse>(operation.responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, response]) =>
          Object.entries(responseOf(response).content).flatMap(([type, { schema }]) => {
            if (type === 'application/json' && endpoint.errors !== 'oauth') return []
            assert.match(schema.$ref ?? '', /^#\/components\/schemas\/(OAuth)?Problem$/)
            const codes = schema.properties?.code.enum ?? []
            return type === 'application/problem+json' ? codes.map((code) => `${status} ${code}`) : []
          }),
        )
      const codes = new Set([...endpoint.failures, ...commonFailures(endpoint)])
      const declared = [...codes].map((code) => `${statusOf(endpoint, code)} ${code}`)
      assert.deepEqual(listed.sort(), declared.sort(), endpoint.name)
    }
  })

for (const [name, document] of Object.entries(documents))
  test(`${name} has each error response once, and each operation refers to it`, () => {
    const { paths, components } = JSON.parse(document)
    const used = Object.values<Record<string, { responses: Record<string, { $ref?: string }> }>>(paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ responses }) => Object.entries(responses))
      .filter(([status]) => Number(status) >= 400)
      .map(([, response]) => response.$ref)
    const shared = Object.keys(components.responses).map((one) => `#/components/responses/${one}`)
    assert.deepEqual([...new Set(used)].sort(), shared)
    const texts = Object.values(components.responses).map((one) => JSON.stringify(one))
    assert.equal(new Set(texts).size, texts.length)
  })

test('each service serves the document of the routes that it answers', async () => {
  await using system = await startSystem()
  const served = async (url: string) => (await system.send('GET', `${url}/openapi.json`)).body
  const auth = await served(system.authUrl)
  assert.deepEqual(auth, documentOf('auth.openapi.json'))
  const users = await served(system.usersUrl)
  for (const [path, operations] of Object.entries<object>(documentOf('users.openapi.json').paths))
    assert.deepEqual(users.paths[path], operations, path)
  for (const [path, operations] of Object.entries<object>(auth.paths))
    assert.deepEqual(users.paths[path], operations, path)
  assert.equal(users.info.version, '1.0')
})

test('each operation is documented once, and every path that it answers is named there', async () => {
  await using system = await startSystem()
  for (const url of [system.usersUrl, system.authUrl]) {
    const paths: Paths = (await system.send('GET', `${url}/openapi.json`)).body.paths
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: operation.operationId,
        routes: [path, ...(operation['x-aliases'] ?? [])].map((one) => `${method.toUpperCase()} ${one}`),
      })),
    )
    const names = operations.map(({ name }) => name)
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    )
    const documented = operations.flatMap(({ routes }) => routes)
    assert.equal(new Set(documented).size, documented.length)
    const endpoints = [
      ...(url === system.usersUrl ? userEndpoints : []),
      ...authEndpoints,
      ...healthEndpoints,
    ].filter(isForClients)
    const declared = endpoints.flatMap((one) => one.paths.map((path) => `${one.method} ${path}`))
    assert.deepEqual(documented.toSorted(), declared.toSorted())
  }
})

test('every route that a service answers is on its page, internal routes too', async () => {
  await using system = await startSystem()
  for (const [url, endpoints] of [
    [system.usersUrl, [...userEndpoints, ...authEndpoints.filter(isForClients), ...healthEndpoints]],
    [system.authUrl, [...authEndpoints, ...healthEndpoints]],
  ] as const) {
    const page: string = (await system.send('GET', `${url}/docs`)).body
    for (const { method, paths } of endpoints)
      for (const path of paths)
        assert.ok(page.includes(`${method}</span> <code>${path}</code>`), `${method} ${path}`)
  }
})

test('an internal listener documents the internal routes', async () => {
  await using system = await startSystem({ settings: { LATCHKEY_INTERNAL_PORT: '0' } })
  const { body } = await system.send('GET', `${system.internalUrl}/openapi.json`)
  assert.ok(Object.keys(body.paths).length > 5)
  assert.ok(Object.keys(body.paths).every((path) => path.startsWith('/internal/')))
})

for (const [name, document] of Object.entries(documents)) {
  test(`${name} requires of an object only properties that it has`, () => {
    const faults: string[] = []
    const walk = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return
      const { required, properties } = value as { required?: unknown; properties?: object }
      if (Array.isArray(required))
        for (const one of required) if (!Object.hasOwn(properties ?? {}, one)) faults.push(`${at}: ${one}`)
      for (const [key, inner] of Object.entries(value)) walk(inner, `${at}/${key}`)
    }
    walk(JSON.parse(document), '')
    assert.deepEqual(faults, [])
  })
}

describe('a schema in the document', () => {
  const documented = (schema: Schema, open = false) => {
    const components = {}
    return { schema: documentedSchema(schema, components, { open }), components }
  }

  test('has a property that is called like a keyword', () => {
    const page = object(
      { title: string(), items: optional(string()), properties: string() },
      { title: 'Page' },
    )
    assert.deepEqual(documented(page), {
      schema: { $ref: '#/components/schemas/Page' },
      components: {
        Page: {
          type: 'object',
          required: ['title', 'properties'],
          properties: {
            title: { type: 'string' },
            items: { type: 'string' },
            properties: { type: 'string' },
          },
          additionalProperties: false,
        },
      },
    })
  })

  test('lets a reply have further fields, for a later version adds some, and a request none', () => {
    const page = object({ name: string() })
    assert.equal(documented(page).schema.additionalProperties, false)
    assert.equal('additionalProperties' in documented(page, true).schema, false)
  })

  test('is not confused with another one of the same title', () => {
    const components = {}
    const open = true
    documentedSchema(object({ a: string() }, { title: 'Same' }), components, { open })
    documentedSchema(object({ a: string() }, { title: 'Same' }), components, { open: false })
    assert.deepEqual(Object.keys(components), ['Same', 'SameInput'])
    const third = object({ b: string() }, { title: 'Same' })
    assert.throws(() => documentedSchema(third, components, { open }), /Several schemas have the title Same/)
  })

  test('has the rules that a use case checks', () => {
    const { SignUp } = documentOf('users.openapi.json').components.schemas
    const { minLength, maxLength } = SignUp.properties.password
    assert.deepEqual([minLength, maxLength], [8, 256])
    const pattern = new RegExp(SignUp.properties.email.pattern)
    for (const email of ['ada@example.com', "o'neil+x@bücher.example"]) assert.match(email, pattern)
    for (const email of ['ada', 'a b@example.com', 'a@b@example.com', '.a@example.com', '@example.com'])
      assert.doesNotMatch(email, pattern)
  })
})

describe('the check of replies in the tests', () => {
  const url = 'http://127.0.0.1/auth/validate'
  const headers = {
    'x-request-id': 'one',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  const problem = {
    type: '/problems/token_missing',
    title: 'This request needs a bearer token.',
    status: 401,
    code: 'token_missing',
    request_id: 'one',
  }
  const faults = (changes: {
    status?: number
    headers?: object
    without?: string
    body?: object
    type?: string
    url?: string
  }) => {
    const sent = new Headers({
      ...headers,
      'www-authenticate': 'Bearer realm="latchkey"',
      'content-type': changes.type ?? 'application/problem+json',
      ...changes.headers,
    })
    if (changes.without) sent.delete(changes.without)
    return faultsOf({
      method: 'GET',
      url: changes.url ?? url,
      status: changes.status ?? 401,
      headers: sent,
      text: JSON.stringify({ ...problem, ...changes.body }),
    }).join()
  }

  test('takes a reply as documented, under each path of its operation', () => {
    assert.equal(faults({}), '')
    assert.equal(faults({ url: 'http://127.0.0.1/api/v1/auth/validate' }), '')
  })

  test('finds what is not documented', () => {
    const rows: [Parameters<typeof faults>[0], RegExp][] = [
      [{ status: 418 }, /this status is not documented/],
      [{ headers: { 'x-more': '1' } }, /the header x-more is not documented/],
      [{ headers: { 'x-content-type-options': 'sniff' } }, /the header X-Content-Type-Options: .*pattern/],
      [{ without: 'x-request-id' }, /the header X-Request-Id is missing/],
      [{ headers: { 'x-request-id': '' } }, /the header X-Request-Id: /],
      [{ status: 503 }, /the header Retry-After is missing/],
      [{ status: 503, headers: { 'retry-after': 'soon' } }, /the header Retry-After: .*integer/],
      [{ type: 'text/plain' }, /a body of the type text\/plain is not documented/],
      [{ body: { title: undefined } }, /required property 'title'/],
      [{ body: { more: 1 } }, /additional properties/],
      [{ body: { code: 'token_lost' } }, /\/code must be equal to one of the allowed values/],
      [{ body: { code: 'user_not_found' } }, /\/code must be equal to one of the allowed values/],
      [{ url: 'http://127.0.0.1/nowhere', status: 404, body: { code: 7 } }, /\/code must be string/],
    ]
    for (const [changes, fault] of rows) assert.match(faults(changes), fault, JSON.stringify(changes))
  })
})

test('the check of streams in the tests finds an event that is not documented', () => {
  const heartbeat = { event: 'heartbeat', id: '1', data: { at: '2026-11-21T09:30:00.000Z' } }
  const url = 'http://127.0.0.1/api/v1/events/stream?after=1'
  assert.deepEqual(faultsOfEvent(url, heartbeat), [])
  for (const event of [
    { ...heartbeat, event: 'beat' },
    { ...heartbeat, data: { at: 'today' } },
    { ...heartbeat, data: { ...heartbeat.data, more: 1 } },
  ])
    assert.match(faultsOfEvent(url, event).join(), /must match exactly one schema/)
})

test('a value on an internal route has the format that is declared', async () => {
  await using system = await startSystem()
  const refused = async (url: string, body: object) => {
    const reply = await system.send('POST', url, { token: system.serviceToken(), body })
    const [error] = reply.body.errors
    assert.deepEqual([reply.status, error.code], [400, 'invalid_format'], JSON.stringify(body))
    return error.pointer
  }
  const ending = { user_id: 'x', epoch: 1, reason: 'logout' }
  assert.equal(await refused(`${system.authUrl}/internal/sessions/end`, ending), '/user_id')
  assert.equal(await refused(`${system.usersUrl}/internal/users/find`, { ids: ['x'] }), '/ids/0')
  const id = '01890000-0000-7000-8000-000000000000'
  const event = { id, type: 'session.ended', timestamp: 'today', user_id: null, data: {} }
  assert.equal(
    await refused(`${system.usersUrl}/internal/events`, { events: [event] }),
    '/events/0/timestamp',
  )
})
