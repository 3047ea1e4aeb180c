import type { Endpoint } from '#contract/declaration/endpoint.ts'
import type { Example } from '#contract/examples/example.ts'
import { fillPath } from '#contract/rules/fill-path.ts'

/**
 * Returns an example as a call of curl. `$TOKEN` stands for the credential, and `baseUrl` for the service. The tests run these
 * commands.
 */
export function curlOf(endpoint: Endpoint, example: Example, baseUrl: string): string {
  const url = urlOf(endpoint, example, baseUrl)
  const { body } = example
  const { upload } = endpoint
  const implied = body === undefined && !upload ? 'GET' : 'POST'
  const options = [
    ...(endpoint.stream ? ['-N'] : []),
    ...(endpoint.method === implied ? [] : [`-X ${endpoint.method}`]),
    /[?&]/.test(url) ? inQuotes(url) : url,
  ]
  const lines = [
    ['curl', ...options].join(' '),
    ...(needsToken(endpoint) ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...(upload ? [`-H 'content-type: ${upload[0]}'`, `--data-binary @${uploadName}`] : []),
    ...(endpoint.image ? [`-o ${uploadName}`] : []),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d ${inQuotes(jsonText(body))}`]),
  ]
  return lines.join(' \\\n  ')
}

/** The file that an example sends or writes. */
const uploadName = 'logo.png'

/** Writes JSON on one line when it is short. */
function jsonText(value: unknown): string {
  const line = JSON.stringify(value, null, 1).replace(/\n */g, ' ')
  return line.length <= maxWidth ? line : JSON.stringify(value, null, 2)
}

/** Quotes a text for a POSIX shell. */
const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const needsToken = ({ access }: Endpoint): boolean => access !== 'anyone'

function urlOf({ paths: [path = ''] }: Endpoint, { params = {}, query = {} }: Example, baseUrl: string) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.set(name, `${value}`)
  // A comma and a colon may be in a query as they are (RFC 3986 section 3.4), and are easier to read.
  const text = `${search}`.replaceAll('%2C', ',').replaceAll('%3A', ':')
  return `${baseUrl}${fillPath(path, params)}${text === '' ? '' : `?${text}`}`
}

/**
 * Returns an example as a call of the client library in TypeScript: the method has the name of the operation, and the fields of
 * path, query and body are one object. A stream is read by a loop.
 */
export function typescriptOf(endpoint: Endpoint, example: Example): string {
  const { name, reply, stream, file, image, upload } = endpoint
  const input = { ...example.params, ...example.query, ...example.body }
  const result = stream
    ? 'const events = '
    : file || image
      ? 'const bytes = '
      : reply
        ? `const ${resultName(endpoint)} = `
        : ''
  const before = `${result}${stream ? '' : 'await '}client.${name}(`
  const written = literal(input, { before: before.length })
  const given = upload ? written.replace(/ }$/, `, content: await readFile('${uploadName}') }`) : written
  const call = `${before}${Object.keys(input).length === 0 ? '' : given})`
  return stream ? `${call}\nfor await (const { event, data } of events) console.log(event, data)` : call
}

/** Names the result after its type, as in `const user`, or `const sessionList`. */
const resultName = ({ reply }: Endpoint): string => {
  const title = reply?.title ?? 'result'
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`
}

/** The width at which an example is broken into lines, in characters. */
const maxWidth = 64

/**
 * Writes a JSON value as people write it in TypeScript: names without quotes, and on one line when it is short.
 * @param before how many characters stand before it on its line
 */
function literal(value: unknown, { before, indent = '' }: { before: number; indent?: string }): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = { indent: `${indent}  `, before: indent.length + 2 }
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((one) => literal(one, inner))
    : Object.entries(value).map(([name, one]) => {
        const property = `${propertyName(name)}: `
        return property + literal(one, { ...inner, before: inner.before + property.length })
      })
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return `${open}${close}`
  const space = isList ? '' : ' '
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (before + line.length <= maxWidth && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${inner.indent}${part},\n`).join('')}${indent}${close}`
}

const propertyName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name.replace(/[\\']/g, '\\$&')}'`

/** Returns the reply of an example as a client receives it: JSON, or the events of a stream in the format of the stream. */
export function replyText({ reply, events }: Example): string | undefined {
  if (events)
    return events
      .map(({ event, id, data }) => `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}`)
      .join('\n\n')
  return reply === undefined ? undefined : JSON.stringify(reply, null, 2)
}
