import { type Endpoint, honorsIfMatch, type ImageType, takesClientSecret } from '../declaration/endpoint.ts'
import { successHeaders } from '../declaration/endpoint-headers.ts'
import { type Schema, string } from '../declaration/schema.ts'
import { findTag } from '../declaration/tags.ts'
import { findExample } from '../examples/examples.ts'
import { contractVersion } from '../system/health.ts'
import { failureResponses } from './failure-responses.ts'
import { documentedCommonHeaders, documentedHeaders, headerComponents } from './openapi-headers.ts'
import { type Components, documentedSchema } from './openapi-schema.ts'

type Json = Record<string, unknown>

export interface DocumentOptions {
  title: string
  endpoints: readonly Endpoint[]
  /** The URL where the service listens without settings. */
  defaultUrl?: string | undefined
}

interface DocumentComponents {
  schemas: Components
  responses: Components
}

/**
 * Makes the OpenAPI 3.1 document of a service from the declarations of its endpoints. An operation with several paths is listed
 * under the first one; its description and `x-aliases` name the others, because a generator would make a second method of each.
 */
export function openApiDocument({ title, endpoints, defaultUrl }: DocumentOptions): Json {
  const components: DocumentComponents = { schemas: {}, responses: {} }
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const [path = ''] = endpoint.paths
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, components),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: contractVersion,
      description:
        'Errors are problem documents (RFC 9457): the schema `Problem`. Each error response lists the codes that it can have. Every response includes the headers listed in `x-common-headers`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: '/', description: 'The service that serves this document.' },
      ...(defaultUrl ? [{ url: defaultUrl, description: '`latchkey start` with no settings.' }] : []),
    ],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map(documentedTag),
    externalDocs: { url: '/docs', description: 'The API reference and the guides as pages.' },
    'x-common-headers': documentedCommonHeaders(),
    paths,
    components: {
      schemas: components.schemas,
      responses: sortedByName(components.responses),
      headers: headerComponents(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An access token.' },
        api_key: { type: 'http', scheme: 'bearer', description: 'An API key (`lk_…`).' },
        service: { type: 'http', scheme: 'bearer', description: 'The service credential.' },
        client: { type: 'http', scheme: 'basic', description: 'Any name, with an API key as password.' },
      },
    },
  }
}

const sortedByName = (components: Components): Json =>
  Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)))

function documentedTag(name: string): Json {
  const { description, guide } = findTag(name) ?? {}
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(guide === undefined ? {} : { externalDocs: { url: guide, description: 'Guide' } }),
  }
}

function operationOf(endpoint: Endpoint, components: DocumentComponents): Json {
  const [, ...aliases] = endpoint.paths
  const description = [endpoint.description, ...aliases.map((path) => `Also at \`${path}\`.`)]
    .filter((text) => text !== undefined)
    .join(' ')
  const { params, query } = findExample(endpoint) ?? {}
  const parameters = [
    ...parametersOf(endpoint.params, 'path', params),
    ...parametersOf(endpoint.query, 'query', query),
    ...headerParameters(endpoint),
  ]
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...(description === '' ? {} : { description }),
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    ...(aliases.length > 0 ? { 'x-aliases': aliases } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: requestBody(endpoint, endpoint.body, components.schemas) } : {}),
    ...(endpoint.upload ? { requestBody: imageBody(endpoint.upload) } : {}),
    responses: responsesOf(endpoint, components),
  }
}

/** Returns the credentials that a call may use; a call needs one of them. */
function securityOf(endpoint: Endpoint): Json[] {
  const { access, serviceToo } = endpoint
  if (access === 'anyone') return takesClientSecret(endpoint) ? [{}, { client: [] }] : []
  if (access === 'service') return [{ service: [] }]
  // Routes that check the token themselves accept access tokens only.
  if (access === 'token') return [{ bearer: [] }]
  return [
    { bearer: [] },
    { api_key: [] },
    ...(serviceToo ? [{ service: [] }] : []),
    // The empty object means that a call may also come without a header: the `client_secret` is then in the form.
    ...(takesClientSecret(endpoint) ? [{ client: [] }, {}] : []),
  ]
}

function requestBody(endpoint: Endpoint, body: Schema, components: Components): Json {
  const { form, method } = endpoint
  const json = withExample(
    { schema: documentedSchema(body, components, { open: false }) },
    findExample(endpoint)?.body,
  )
  return {
    required: true,
    content: {
      'application/json': json,
      ...(method === 'PATCH' ? { 'application/merge-patch+json': json } : {}),
      ...(form ? { 'application/x-www-form-urlencoded': { ...json, schema: formOf(endpoint, body) } } : {}),
    },
  }
}

/** The bytes of an image. Their type is also accepted as `application/octet-stream`, which every generated client can send. */
const imageBody = (types: readonly ImageType[]): Json => ({
  required: true,
  content: Object.fromEntries(['application/octet-stream', ...types].map((type) => [type, bytes])),
})

const bytes = { schema: { type: 'string', format: 'binary' } }

/** The schema of a form leaves `additionalProperties` out, because unknown parameters are ignored (RFC 6749 section 3.1). */
function formOf(endpoint: Endpoint, { title: _, additionalProperties, ...body }: Schema): Json {
  const { properties } = body
  return { ...body, properties: { ...properties, ...clientParameters(endpoint) } }
}

/** The form parameters with which a client authenticates when it sends no Authorization header. */
function clientParameters(endpoint: Endpoint): Record<string, Schema> {
  if (!takesClientSecret(endpoint)) return {}
  const own = endpoint.clientsToo ? 'The client secret or an API key' : 'An API key'
  const secret = string({ description: `${own}, if no header has a credential.` })
  if (!endpoint.clientsToo) return { client_secret: secret }
  return {
    client_secret: secret,
    client_assertion: string({ description: 'A JWT that the client has signed (RFC 7523).' }),
    client_assertion_type: string({
      description: 'With an assertion: `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`.',
    }),
  }
}

const withExample = (content: Json, example: unknown): Json =>
  example === undefined ? content : { ...content, example }

function responsesOf(endpoint: Endpoint, { schemas, responses }: DocumentComponents): Json {
  const schemaOf = (schema: Schema) => documentedSchema(schema, schemas, { open: true })
  const { reply, events, file } = findExample(endpoint) ?? {}
  const content: Json = {
    ...(endpoint.reply
      ? { 'application/json': withExample({ schema: schemaOf(endpoint.reply) }, reply) }
      : {}),
    ...(endpoint.stream
      ? {
          'text/event-stream': withExample(
            { schema: { oneOf: eventsOf(endpoint.stream, schemas) } },
            events?.[0],
          ),
        }
      : {}),
  }
  for (const type of endpoint.image ?? []) content[type] = bytes
  for (const type of endpoint.file ?? [])
    content[type] = withExample({ schema: { type: 'string' } }, file?.[type])
  const headers = documentedHeaders(successHeaders(endpoint))
  return {
    [endpoint.success]: {
      description: endpoint.summary,
      ...(Object.keys(headers).length > 0 ? { headers } : {}),
      ...(Object.keys(content).length > 0 ? { content } : {}),
    },
    ...failureResponses(endpoint, schemas, responses),
  }
}

/**
 * Describes each event as the EventSource of a browser hands it to a script. On the network each field of an event is a line.
 */
const eventsOf = (stream: Record<string, Schema>, components: Components): Json[] =>
  Object.entries(stream).map(([name, data]) => ({
    type: 'object',
    properties: {
      event: { type: 'string', const: name },
      id: { type: 'string' },
      data: documentedSchema(data, components, { open: true }),
    },
    required: ['event', 'id', 'data'],
  }))

function parametersOf(
  schema: Schema | undefined,
  where: 'path' | 'query',
  examples: Record<string, unknown> = {},
): Json[] {
  const { properties = {}, required = [] } = schema ?? {}
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property
    // A parameter in a path must not be empty, because the request would then have the path of another route or of none.
    const filled = where === 'path' ? { minLength: 1 } : {}
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description ? { description } : {}),
      schema: { ...rest, ...filled },
      ...(Object.hasOwn(examples, name) ? { example: examples[name] } : {}),
    }
  })
}

function headerParameters(endpoint: Endpoint): Json[] {
  const parameter = (name: string, schema: Schema, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
  })
  return [
    ...(endpoint.idempotent
      ? [
          parameter(
            'Idempotency-Key',
            string({ minLength: 1, maxLength: 255 }),
            'A retry with the same key and body within 24 hours returns the first response.',
          ),
        ]
      : []),
    ...(endpoint.stream
      ? [
          parameter(
            'Last-Event-ID',
            string(),
            'The `id` of the last event received. The stream continues after it.',
          ),
        ]
      : []),
    ...(honorsIfMatch(endpoint)
      ? [parameter('If-Match', string(), 'Only if the resource still has this ETag; 412 otherwise.')]
      : []),
  ]
}
