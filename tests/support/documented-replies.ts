import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import { authEndpoints } from '#contract/auth.ts'
import { openApiDocument } from '#contract/openapi/openapi.ts'
import { formats } from '#contract/rules/formats.ts'
import { userEndpoints } from '#contract/users.ts'

/** A reply as a client received it. */
export interface SeenReply {
  method: string
  url: string | URL
  status: number
  headers: Headers
  /** The body, or undefined for a stream, which is not read. */
  text: string | undefined
}

interface DocumentedHeader {
  required: boolean
  schema: object
}

interface Documented {
  description: string
  headers?: Record<string, DocumentedHeader | { $ref: string }>
  content?: Record<string, { schema: object }>
}

interface Operation {
  operationId: string
  'x-aliases'?: string[]
  responses: Record<string, Documented | { $ref: string }>
}

export interface OpenApi {
  /** The headers of every response. */
  'x-common-headers': Record<string, { $ref: string }>
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, object>
    headers: Record<string, DocumentedHeader>
    responses: Record<string, Documented>
  }
}

/**
 * Returns every way in which a reply differs from the OpenAPI documents. The result is empty when the reply
 * agrees with them.
 */
export function faultsOf(reply: SeenReply): string[] {
  const { pathname } = new URL(reply.url)
  const found = findOperation(reply.method, pathname)
  // A service that runs alone answers 404 to the documented routes of the other service.
  if (!found || (reply.status === 404 && reply.text?.includes('"route_not_found"')))
    return faultsOfUndocumented(reply)
  const documented = responseOf(found, reply.status)
  const faults = documented
    ? [
        ...headerFaults(found.document, documented, reply.headers),
        ...bodyFaults(found.document, documented, reply),
      ]
    : ['this status is not documented']
  return faults.map((fault) => `${reply.method} ${pathname} ${reply.status}: ${fault}`)
}

/** Returns every way in which an event of a stream differs from the OpenAPI documents. */
export function faultsOfEvent(url: string, event: { event: string; id: string; data: unknown }): string[] {
  const { pathname } = new URL(url)
  const found = findOperation('GET', pathname)
  const documented = found && responseOf(found, 200)?.content?.['text/event-stream']
  const fault = documented && schemaFault(found?.document, documented.schema, event)
  return fault === undefined ? [] : [`${pathname} ${event.event}: ${fault}`]
}

/** Returns the documented response of an operation, which may be one that several operations share. */
function responseOf({ document, operation }: Known, status: number): Documented | undefined {
  const response = operation.responses[status]
  if (!response || !('$ref' in response)) return response
  const shared = document.components.responses[response.$ref.slice('#/components/responses/'.length)]
  if (!shared) throw new Error(`The document has no ${response.$ref}.`)
  return shared
}

const problem = { $ref: '#/components/schemas/Problem' }

/**
 * Checks a reply for a path that the documents do not have. Pages are not documented. An unknown path must be
 * answered with a problem document.
 */
function faultsOfUndocumented({ method, url, headers, text }: SeenReply): string[] {
  if (mediaType(headers) !== 'application/problem+json' || !text) return []
  const fault = schemaFault(published[0], problem, JSON.parse(text))
  return fault === undefined ? [] : [`${method} ${url}: ${fault}`]
}

/** The published OpenAPI documents. A test of the contract checks that the files are current. */
const published: readonly OpenApi[] = ['users', 'auth'].map((service) =>
  JSON.parse(
    readFileSync(new URL(`../../contract/generated/${service}.openapi.json`, import.meta.url), 'utf8'),
  ),
)

/** Makes the document of the internal routes, which is not published. */
const internalDocument = (): OpenApi =>
  openApiDocument({
    title: 'internal',
    endpoints: [...userEndpoints, ...authEndpoints].filter(({ access }) => access === 'service'),
  }) as unknown as OpenApi

interface Known {
  document: OpenApi
  operation: Operation
  method: string
  pattern: RegExp
  /**
   * The number of parameters in the path. Paths with fewer parameters are tried first, because `/users/{id}`
   * also matches `/users/me`.
   */
  parameters: number
}

const knownIn = (documents: readonly OpenApi[]): Known[] =>
  documents
    .flatMap((document) =>
      Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.entries(operations).flatMap(([method, operation]) =>
          [path, ...(operation['x-aliases'] ?? [])].map((one) => ({
            document,
            operation,
            method: method.toUpperCase(),
            pattern: new RegExp(`^${one.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
            parameters: one.split('{').length,
          })),
        ),
      ),
    )
    .sort((a, b) => a.parameters - b.parameters)

const publishedOperations = knownIn(published)
/** The operations of the internal routes. They are made when the first such route is called: most test files call none. */
let internalOperations: Known[] | undefined

function findOperation(method: string, path: string): Known | undefined {
  if (path.startsWith('/internal/')) internalOperations ??= knownIn([internalDocument()])
  const known = path.startsWith('/internal/') ? (internalOperations ?? []) : publishedOperations
  return known.find((one) => one.method === (method === 'HEAD' ? 'GET' : method) && one.pattern.test(path))
}

/** Returns the name of the endpoint that a request calls; undefined for a page or an unknown path. */
export const findEndpointName = (method: string, path: string): string | undefined =>
  findOperation(method, path)?.operation.operationId

/**
 * The headers that need no documentation: HTTP itself adds them, they follow from the body, or they are meant for
 * browsers, which hide them from scripts.
 */
const ofTransport = new Set([
  'access-control-allow-origin',
  'access-control-expose-headers',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
])

function headerFaults(document: OpenApi, { headers }: Documented, sent: Headers): string[] {
  const documented = { ...document['x-common-headers'], ...headers }
  const names = new Set(Object.keys(documented).map((name) => name.toLowerCase()))
  const undocumented = [...sent.keys()].filter(
    (name) => !names.has(name) && !ofTransport.has(name) && !isOfNginx(name, sent),
  )
  const faults = undocumented.map((name) => `the header ${name} is not documented`)
  for (const [name, header] of Object.entries(documented)) {
    const { required, schema } =
      '$ref' in header ? (document.components.headers[name] as DocumentedHeader) : header
    const value = sent.get(name)
    if (value === null) {
      if (required) faults.push(`the header ${name} is missing`)
      continue
    }
    const isNumber = (schema as { type?: unknown }).type === 'integer'
    const fault = schemaFault(undefined, schema, isNumber ? Number(value) : value)
    if (fault !== undefined) faults.push(`the header ${name}: ${fault}`)
  }
  return faults
}

/** Returns whether a header is the `Server` header that nginx adds as the proxy of a service. */
const isOfNginx = (name: string, sent: Headers): boolean =>
  name === 'server' && sent.get(name)?.startsWith('nginx') === true

function bodyFaults(document: OpenApi, { content = {} }: Documented, reply: SeenReply): string[] {
  const type = mediaType(reply.headers)
  if (Object.keys(content).length === 0) return reply.text ? ['a body is not documented'] : []
  const documented = content[type]
  if (!documented) return [`a body of the type ${type} is not documented`]
  const isJson = type.endsWith('json')
  if (reply.method === 'HEAD' || reply.text === undefined || !isJson) return []
  const fault = schemaFault(document, documented.schema, JSON.parse(reply.text))
  return fault === undefined ? [] : [fault]
}

const mediaType = (headers: Headers): string => (headers.get('content-type') ?? '').split(';')[0] ?? ''

const require = createRequire(import.meta.url)
/** The compiled validators by schema object. Compiling takes longer than the check of a reply. */
const validators = new WeakMap<object, ValidateFunction>()

/** Returns how a value differs from a schema of a document; undefined if it agrees. */
export function schemaFault(
  document: OpenApi | undefined,
  schema: object,
  value: unknown,
): string | undefined {
  const validate = validators.get(schema) ?? compile(document, schema)
  validators.set(schema, validate)
  if (validate(value)) return undefined
  return validate.errors?.map((error) => `${error.instancePath} ${error.message}`).join(', ')
}

/** The schema compilers by document. Each compiler knows the components of its document, which are compiled once. */
const compilers = new Map<OpenApi | undefined, Ajv2020>()

function compile(document: OpenApi | undefined, schema: object): ValidateFunction {
  let ajv = compilers.get(document)
  if (!ajv) {
    const { Ajv2020: Compiler } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020 }
    // The schemas themselves are not checked, because a test of the documents does that and it would take each test file
    // longer than checking its replies. The compiled code is not optimized either: that takes longer than it saves on a
    // few replies.
    ajv = new Compiler({
      strict: true,
      formats,
      keywords: ['components'],
      meta: false,
      validateSchema: false,
      code: { optimize: false },
      inlineRefs: false,
    })
    const schemas = document?.components.schemas ?? {}
    ajv.addSchema({ ...(closed({ components: { schemas } }) as object), $id: 'document' })
    compilers.set(document, ajv)
  }
  const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"document#/components/')
  return ajv.compile(JSON.parse(text))
}

/**
 * Returns a schema whose objects allow no further fields. Clients ignore unknown fields, but a test must find
 * them.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  // The parts of `allOf` must allow further fields, because each part lists only some of the fields of the object. The
  // schemas that they refer to by `$ref` are closed.
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, name === 'allOf' ? value : closed(value)]),
  )
  // Beside `$ref`, `properties` narrows fields of the schema that it refers to, which is closed.
  const isObject = inner.type === 'object' && inner.properties !== undefined && inner.$ref === undefined
  return isObject ? { additionalProperties: false, ...inner } : inner
}
