import type { Endpoint } from '#contract/declaration/endpoint.ts'
import type { Schema } from '#contract/declaration/schema.ts'
import { eventData } from '#contract/events/event-types.ts'
import { type ClientEndpoint, clientEndpoints, streamEndpoints } from './client-operations.ts'

/**
 * Writes the types of the client library. They say what the types of the contract say, in the form that an
 * editor shows well: an interface for each object, with the descriptions as comments.
 */
export function typesFile(): string {
  const named: Named = new Map()
  const methods = clientEndpoints.map((one) => methodOf(one, named)).join('\n\n')
  const streams = streamEndpoints.map((one) => streamOf(one, named)).join('\n\n')
  const events = Object.entries(eventData).map(
    ([type, schema]) =>
      `${comment(schema.description, '  ')}  '${type}': ${typeText({ ...schema, title: undefined }, named, '  ')}`,
  )
  return `/**
 * The types of requests, replies and events. Generated from the contract by \`npm run generate\`.
 */

/**
 * The operations of Latchkey. Each takes its input as one object, and options: \`Once\` for operations that honour
 * \`Idempotency-Key\`, \`Guarded\` for those that honour \`If-Match\`, \`Options\` for the others.
 */
export interface Operations<Options, Once = Options, Guarded = Options> {
${methods}
}

/**
 * The streams of Latchkey. A stream is read event by event with \`for await\`. It ends when the loop is left or the signal of the
 * options is aborted. When its connection is lost, the client opens another one and continues after the last event. A refusal of
 * the service is thrown, and so is a fault that remains after retries.
 * @example
 * for await (const { event, data } of client.streamNotifications())
 *   if (event === 'notification') console.log(data.title)
 */
export interface Streams<Options> {
${streams}
}

/**
 * The bytes of a file, as they arrive. Reading throws when the connection is cut, which also happens after a fault of the service:
 * then the file is not complete.
 */
export type FileBytes = NonNullable<Response['body']>

/** An event of a stream. */
export interface SentEvent<Name extends string, Data> {
  event: Name
  /** The position after the event. A later stream that gets it as \`after\` continues there. */
  id: string
  data: Data
}

/** The \`data\` of each event, by the type of the event. A later version may add types and fields. */
export interface EventCatalogue {
${events.join('\n')}
}

${[...named].map(([name, text]) => `export interface ${name} ${text}`).join('\n\n')}
`
}

/** The interfaces of the file by name. */
type Named = Map<string, string>

function methodOf({ endpoint }: ClientEndpoint, named: Named): string {
  const { name, reply, file, image } = endpoint
  const input = inputOf(endpoint, named)
  const replied = file || image ? 'FileBytes' : reply ? typeText(reply, named, '') : 'undefined'
  return `${textOf(endpoint)}  ${name}(${input}, options?: ${optionsOf(endpoint)}): Promise<${replied}>`
}

function streamOf({ endpoint }: ClientEndpoint, named: Named): string {
  const { name, stream = {} } = endpoint
  const input = inputOf(endpoint, named)
  const events = Object.entries(stream).map(
    ([event, data]) => `SentEvent<'${event}', ${typeText(data, named, '')}>`,
  )
  return `${textOf(endpoint)}  ${name}(${input}, options?: Options): AsyncGenerator<${events.join(' | ')}, void, undefined>`
}

function textOf({ summary, description, failures }: Endpoint): string {
  const text = [`${summary}.`, description, failures.length > 0 && failuresText(failures)]
  return comment(text.filter(Boolean).join('\n'), '  ')
}

const failuresText = (codes: readonly string[]): string =>
  `@throws {Failure} ${codes.map((code) => `\`${code}\``).join(', ')}, and those that any operation may answer`

function optionsOf({ idempotent, etag, method }: Endpoint): string {
  if (idempotent) return 'Once'
  return etag && method !== 'GET' && method !== 'POST' ? 'Guarded' : 'Options'
}

/** Returns the first parameter of a method. It can be left out when the input has no required field. */
function inputOf({ name, params, query, body, upload }: Endpoint, named: Named): string {
  const schemas = [params, query, body, upload && content].filter((schema) => schema !== undefined)
  const required = schemas.flatMap((schema) => schema.required ?? [])
  const properties = Object.assign({}, ...schemas.map((schema) => schema.properties))
  if (Object.keys(properties).length === 0) return 'input?: Record<string, never>'
  const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Input`
  define(title, { type: 'object', properties, required }, named)
  return `input${required.length === 0 ? '?' : ''}: ${title}`
}

/** The field of the input that has the content of a file. Its type is no type of JSON. */
const content: Schema = {
  type: 'object',
  properties: { content: { type: 'bytes', description: 'The content of the file.' } },
  required: ['content'],
}

function define(name: string, schema: Schema, named: Named): void {
  const text = objectOf(schema, named, '')
  if ((named.get(name) ?? text) !== text) throw new Error(`Several schemas have the title ${name}.`)
  named.set(name, text)
}

/** Returns the TypeScript type that a schema describes, as `Static` in `contract/declaration/schema.ts` has it. */
export function typeText(schema: Schema, named: Named, indent = ''): string {
  const { title, properties, items, enum: values, const: value } = schema
  if (value !== undefined) return literal(value)
  if (values) return values.map(literal).join(' | ')
  if (properties && title) {
    define(title, schema, named)
    return title
  }
  const types = [schema.type].flat().map((type) => {
    if (type === 'array') return arrayOf(typeText(items ?? {}, named, indent))
    if (type === 'object') return properties ? objectOf(schema, named, indent) : 'Record<string, unknown>'
    if (type === 'integer') return 'number'
    if (type === 'bytes') return 'Uint8Array'
    if (type === 'string' || type === 'boolean' || type === 'null') return type
    throw new Error(`The client library has no type for ${JSON.stringify(schema)}.`)
  })
  return types.join(' | ')
}

const literal = (value: unknown): string => JSON.stringify(value).replace(/^"(.*)"$/, "'$1'")

const arrayOf = (type: string): string => (/^\w+$/.test(type) ? `${type}[]` : `(${type})[]`)

function objectOf({ properties = {}, required = [] }: Schema, named: Named, indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, schema]) => {
    const type = typeText(schema, named, inner)
    // The type of an optional field names undefined, so that a caller with `exactOptionalPropertyTypes` may pass on a value
    // that is perhaps undefined.
    const field = required.includes(name) ? `${name}: ${type}` : `${name}?: ${type} | undefined`
    return `${comment(schema.description, inner)}${inner}${field}`
  })
  return `{\n${fields.join('\n')}\n${indent}}`
}

function comment(text: string | undefined, indent: string): string {
  if (!text) return ''
  const lines = text.replaceAll('*/', '* /').split('\n')
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}
