import { commonFailures, type Endpoint, statusOf } from '../declaration/endpoint.ts'
import { failureHeaders } from '../declaration/endpoint-headers.ts'
import { type FailureCode, failures } from '../declaration/failure-table.ts'
import type { Schema } from '../declaration/schema.ts'
import { documentedHeaders } from './openapi-headers.ts'
import { type Components, documentedSchema } from './openapi-schema.ts'
import { OAuthProblem, Problem } from './problem-schema.ts'

type Json = Record<string, unknown>

/** Names for codes that most error responses of a status have in common. The first whose codes are all there is used. */
const commonCodes: Readonly<Record<string, readonly FailureCode[]>> = {
  BadBody: ['invalid_request', 'malformed_json', 'malformed_request'],
  BadRequest: ['invalid_request', 'malformed_request'],
  Unauthorized: ['token_missing', 'token_invalid', 'token_expired', 'session_ended'],
  ServicesUnavailable: [
    'not_ready',
    'database_unavailable',
    'user_service_unavailable',
    'auth_service_unavailable',
  ],
  Unavailable: ['not_ready', 'database_unavailable'],
}

/**
 * Returns the error responses of an endpoint by status. Each is a component that other endpoints share, so that it stands in the
 * document once and generators make one type of it.
 * @param responses the shared responses by name, to which those of the endpoint are added
 */
export function failureResponses(endpoint: Endpoint, schemas: Components, responses: Components): Json {
  return Object.fromEntries(
    [...codesByStatus(endpoint)].map(([status, codes]) => {
      const [common, shared = []] =
        Object.entries(commonCodes).find(([, all]) => all.every((code) => codes.includes(code))) ?? []
      const own = codes.filter((code) => !shared.includes(code))
      const name = responseName(endpoint, status, [...own.map(pascalCase), ...(common ? [common] : [])])
      const response = responseOf(endpoint, status, [...own, ...shared], schemas)
      const known = responses[name] ?? response
      if (JSON.stringify(known) !== JSON.stringify(response))
        throw new Error(`Several error responses have the name ${name}.`)
      responses[name] = response
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

/** Returns the name of a response, such as `UserNotFoundOrFactorNotFound` or `ReauthenticationRequiredOrUnauthorized`. */
function responseName(endpoint: Endpoint, status: number, words: readonly string[]): string {
  if (status === 503 && endpoint.unavailable) return [endpoint.unavailable.title, ...words].join('Or')
  return `${endpoint.errors === 'oauth' ? 'OAuth' : ''}${words.join('Or')}`
}

const pascalCase = (words: string): string =>
  words.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

function responseOf(
  endpoint: Endpoint,
  status: number,
  codes: readonly FailureCode[],
  schemas: Components,
): Json {
  const unavailable = status === 503 ? endpoint.unavailable : undefined
  const schemaOf = (schema: Schema) => documentedSchema(schema, schemas, { open: true })
  const problem = (schema: Schema) => ({ schema: withCodes(schemaOf(schema), codes) })
  const headers = documentedHeaders(failureHeaders(endpoint, status))
  return {
    description: [
      ...codes.map((code) => `\`${code}\`: ${failures[code].message}`),
      ...(unavailable ? ['Not ready to serve.'] : []),
    ].join('\n\n'),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: {
      ...(unavailable ? { 'application/json': { schema: schemaOf(unavailable) } } : {}),
      ...(endpoint.errors === 'oauth' ? { 'application/json': problem(OAuthProblem) } : {}),
      'application/problem+json': problem(Problem),
    },
  }
}

/**
 * Narrows a problem document to the codes that a response can have. The codes stand beside `$ref`, where JSON Schema applies both.
 * With `allOf` most generators would make a type of its own for each response of each operation, which was most of their code.
 */
const withCodes = (problem: Json, codes: readonly FailureCode[]): Json => ({
  ...problem,
  type: 'object',
  properties: { code: { type: 'string', enum: codes } },
})

const inOrder = Object.keys(failures)

/** The codes are in the order of the table, so that two endpoints with the same failures have the same response. */
function codesByStatus(endpoint: Endpoint): Map<number, FailureCode[]> {
  const codes = [...new Set([...endpoint.failures, ...commonFailures(endpoint)])]
  codes.sort((a, b) => inOrder.indexOf(a) - inOrder.indexOf(b))
  return Map.groupBy(codes, (code) => statusOf(endpoint, code))
}
