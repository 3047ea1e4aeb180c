import { readFileSync } from 'node:fs'
import { authEndpoints } from '#contract/auth.ts'
import { type Endpoint, isForClients } from '#contract/declaration/endpoint.ts'
import { healthEndpoints } from '#contract/system/health.ts'
import { userEndpoints } from '#contract/users.ts'

/** An endpoint that the client library calls by its name, and the service that has it. */
export interface ClientEndpoint {
  service: 'users' | 'auth'
  endpoint: Endpoint
}

/** The endpoints that clients may call. The health endpoints, which both services have, are listed for the user service only. */
const forClients: ClientEndpoint[] = [
  ...userEndpoints.map((endpoint) => ({ service: 'users' as const, endpoint })),
  ...authEndpoints.map((endpoint) => ({ service: 'auth' as const, endpoint })),
  ...healthEndpoints.map((endpoint) => ({ service: 'users' as const, endpoint })),
].filter(({ endpoint }: ClientEndpoint) => isForClients(endpoint))

/**
 * Streams are left out of the operations of the client library, because an operation has one reply. Streams have a table
 * of their own.
 */
const isStream = ({ endpoint }: ClientEndpoint): boolean => endpoint.stream !== undefined
export const clientEndpoints = forClients.filter((one) => !isStream(one))
export const streamEndpoints = forClients.filter(isStream)

/**
 * Writes the table of operations for the client library. The declarations of the contract hold schemas and
 * texts, which are too large for a page of a web application.
 */
export const operationsFile = (): string => `/**
 * The operations that a client can call, by their names in the OpenAPI documents. Generated from the contract
 * by \`npm run generate\`.
 */
export const operations = {
${clientEndpoints.map(line).join('\n')}
} as const satisfies Record<string, Operation>

/** The streams of events that a client can read. */
export const streams = {
${streamEndpoints.map(line).join('\n')}
} as const satisfies Record<string, Operation>

/** Describes an operation of the API to the client library: where it is sent, and where the fields of its input go. */
export interface Operation {
  /** The service that answers the operation; the user service if absent. That of \`latchkey start\` answers the operations of both. */
  service?: 'auth'
  method: string
  path: string
  /**
   * The part of the request that takes the fields of the input which are not in the path; absent when there are none. With \`bytes\`
   * the body is the content of a file, in the field \`content\`.
   */
  takes?: 'query' | 'body' | 'bytes'
  /** True when a retry with the same \`Idempotency-Key\` gets the first reply again. */
  idempotent?: true
  /** True when the reply is a stream of events. */
  isStream?: true
  /** True when the reply is a file, whose bytes are given to the caller as they come. */
  isFile?: true
}
`

function line({ service, endpoint }: ClientEndpoint): string {
  const { name, method, paths, query, body, upload, idempotent, stream } = endpoint
  const fields = {
    ...(service === 'auth' ? { service } : {}),
    method,
    path: paths[0],
    ...(upload ? { takes: 'bytes' } : body ? { takes: 'body' } : query ? { takes: 'query' } : {}),
  }
  const texts = Object.entries(fields).map(([key, value]) => `${key}: '${value}'`)
  const marks = [
    ...(idempotent ? ['idempotent: true'] : []),
    ...(stream ? ['isStream: true'] : []),
    ...(endpoint.file || endpoint.image ? ['isFile: true'] : []),
  ]
  return `  ${name}: { ${[...texts, ...marks].join(', ')} },`
}

/** Writes the version of the package for the client library, which cannot read `package.json` in a browser. */
export function versionFile(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  return `/** The version of the client library. Generated from package.json by \`npm run generate\`. */
export const clientVersion = '${version}'
`
}
