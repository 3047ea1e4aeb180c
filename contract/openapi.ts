import { commonFailures, type Endpoint, statusOf } from './endpoint.ts'
import { endReasons, type FailureCode, failures } from './failures.ts'
import { contractVersion } from './health.ts'
import { array, integer, object, oneOf, optional, type Schema, string } from './schema.ts'

const Problem = object(
  {
    type: string({ format: 'uri-reference', description: 'The page about this code.' }),
    title: string(),
    status: integer(),
    detail: optional(string()),
    code: string({ description: 'Stable: what a program decides by.' }),
    request_id: string({ description: 'Finds the log line.' }),
    reason: optional(oneOf(endReasons, { description: 'Why the session is over.' })),
    errors: optional(array(object({ pointer: string(), code: string(), detail: string() }))),
  },
  { title: 'Problem', description: 'RFC 9457.' },
)

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of a service, from the declarations that the service itself runs on. */
export function openApiDocument(title: string, endpoints: readonly Endpoint[]): Json {
  const components: Record<string, unknown> = {}
  const paths: Record<string, Json> = {}
  const problem = reference(Problem, components)
  for (const endpoint of endpoints) {
    for (const [index, path] of endpoint.paths.entries()) {
      paths[path] ??= {}
      const operation = operationOf(endpoint, components, problem)
      // The same operation under its second path needs an id of its own.
      if (index > 0) operation.operationId = `${endpoint.name}_${index + 1}`
      ;(paths[path] as Json)[endpoint.method.toLowerCase()] = operation
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: contractVersion, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An access token.' },
        api_key: { type: 'http', scheme: 'bearer', description: 'An API key (`lk_…`).' },
        service: { type: 'http', scheme: 'bearer', description: 'The service credential.' },
      },
    },
  }
}

function operationOf(endpoint: Endpoint, components: Record<string, unknown>, problem: unknown): Json {
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...headerParameters(endpoint),
  ]
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: bodyContent(endpoint, reference(endpoint.body, components)),
          },
        }
      : {}),
    responses: responsesOf(endpoint, components, problem),
  }
}

/** One of these will do. */
function securityOf({ access, serviceToo }: Endpoint): Json[] {
  if (access === 'anyone') return []
  if (access === 'service') return [{ service: [] }]
  // The routes that judge the token themselves judge access tokens.
  if (access === 'token') return [{ bearer: [] }]
  return [{ bearer: [] }, { api_key: [] }, ...(serviceToo ? [{ service: [] }] : [])]
}

const bodyContent = (endpoint: Endpoint, schema: unknown): Json => ({
  'application/json': { schema },
  ...(endpoint.form ? { 'application/x-www-form-urlencoded': { schema } } : {}),
})

function responsesOf(endpoint: Endpoint, components: Record<string, unknown>, problem: unknown): Json {
  const codes = new Map<number, FailureCode[]>()
  for (const code of new Set([...endpoint.failures, ...commonFailures(endpoint)])) {
    const status = statusOf(endpoint, code)
    codes.set(status, [...(codes.get(status) ?? []), code])
  }
  const json = (schema: Schema) => ({
    content: { 'application/json': { schema: reference(schema, components) } },
  })
  const responses: Json = {
    [endpoint.success]: {
      description: endpoint.summary,
      ...(endpoint.etag && endpoint.success !== 204
        ? { headers: { ETag: { schema: { type: 'string' } } } }
        : {}),
      ...(endpoint.reply ? json(endpoint.reply) : {}),
      ...(endpoint.stream
        ? {
            content: {
              'text/event-stream': { schema: { oneOf: eventsOf(endpoint.stream, components) } },
            },
          }
        : {}),
    },
  }
  for (const [status, list] of [...codes].sort(([a], [b]) => a - b)) {
    const description = list.map((code) => `\`${code}\`: ${failures[code].message}`).join('\n\n')
    responses[status] = { description, content: { 'application/problem+json': { schema: problem } } }
  }
  if (endpoint.unavailable)
    responses[503] = { description: 'Not ready to serve.', ...json(endpoint.unavailable) }
  return responses
}

/** Each event as a browser's EventSource hands it over; on the wire the fields are lines. */
const eventsOf = (stream: Record<string, Schema>, components: Record<string, unknown>): Json[] =>
  Object.entries(stream).map(([name, data]) => ({
    type: 'object',
    properties: { event: { const: name }, id: { type: 'string' }, data: reference(data, components) },
    required: ['event', 'id', 'data'],
  }))

function parametersOf(schema: Schema | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return []
  const required = schema.required as string[]
  return Object.entries(schema.properties as Record<string, Json>).map(([name, property]) => {
    const { description, ...rest } = property
    const isRequired = where === 'path' || required.includes(name)
    return { name, in: where, required: isRequired, ...(description ? { description } : {}), schema: rest }
  })
}

function headerParameters(endpoint: Endpoint): Json[] {
  const parameter = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  return [
    ...(endpoint.idempotent
      ? [parameter('Idempotency-Key', 'The same key and body within 24 h give back the first reply.')]
      : []),
    ...(endpoint.stream
      ? [parameter('Last-Event-ID', 'The `id` of the last event that arrived: the stream goes on behind it.')]
      : []),
    ...(endpoint.etag && (endpoint.method === 'PATCH' || endpoint.method === 'DELETE')
      ? [parameter('If-Match', 'Only if the resource still has this ETag; 412 otherwise.')]
      : []),
  ]
}

/** A schema with a title becomes a component, so that generated clients get one type for it. */
function reference(schema: unknown, components: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => reference(item, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const { title, ...rest } = schema as Json
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, reference(value, components)]),
  )
  if (typeof title !== 'string') return inner
  components[title] ??= inner
  return { $ref: `#/components/schemas/${title}` }
}
