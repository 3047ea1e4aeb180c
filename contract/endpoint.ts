import { type FailureCode, failures } from './failures.ts'
import type { ReplyHeaders } from './reply-headers.ts'
import type { Schema, Static } from './schema.ts'

/** What an API key or a token can allow; an admin has them all. */
export const scopes = [
  'users:read',
  'users:write',
  'users:delete',
  'sessions:read',
  'sessions:revoke',
  'keys:write',
  'events:read',
  'events:write',
  'webhooks:write',
] as const
export type Scope = (typeof scopes)[number]

/** The scopes in a text that has spaces between them (RFC 6749 section 3.3); what is none of ours allows nothing. */
export const scopesIn = (text: string): Scope[] => text.split(' ').filter(isScope)

const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text)

/**
 * Who may call:
 * - `anyone`: no credential is looked at;
 * - `token`: the route itself judges the bearer token (validate, logout);
 * - `signed_in`: a living session or an API key; the use case decides what it may do to whom;
 * - a scope: a living session or an API key that has it;
 * - `service`: the other service, by its service credential.
 */
export type Access = 'anyone' | 'token' | 'signed_in' | 'service' | Scope

/** Who is calling, once the bearer credential has been checked. */
export type Caller = SignedInCaller | MachineCaller

export interface SignedInCaller {
  userId: string
  sessionId: string
  /** When the user last proved who it is (RFC 3339). A refresh proves nothing. */
  authenticatedAt: string
  apiKeyId?: undefined
  scopes: readonly Scope[]
}

/** Has an API key. It is no user: what users may do to themselves is not for it. */
export interface MachineCaller {
  apiKeyId: string
  userId?: undefined
  sessionId?: undefined
  scopes: readonly Scope[]
}

/** The user or the API key, as the log and the records name who did something. */
export const callerId = (caller: Caller): string => caller.userId ?? caller.apiKeyId

export interface Endpoint {
  /** operationId in OpenAPI. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Both route families: the bare one and the one under /api/v1. */
  paths: readonly string[]
  access: Access
  /** The other service may call it too, by its service credential; the handler then has no caller. */
  serviceToo?: boolean
  summary: string
  description?: string
  tag: string
  params?: Schema
  query?: Schema
  /** Proxies ask here with the query of the request in question: it is not looked at. */
  anyQuery?: boolean
  body?: Schema
  /**
   * The body may also be a form, as OAuth clients send it (RFC 7009, RFC 7662): then fields that are not known are ignored, and
   * a failure has the `error` of RFC 6749 section 5.2. Where a credential is needed, an API key may come as the secret of a client.
   */
  form?: boolean
  success: 200 | 201 | 202 | 204
  /** Headers of the success, beside those that the rest of the declaration calls for (`etag`, `stream`). */
  headers?: ReplyHeaders
  /** Absent when the success has no body (204). */
  reply?: Schema
  /** The success is a stream of server-sent events that goes on until one side ends it: the data of each, by its name. */
  stream?: Record<string, Schema>
  /** The reply that the same handler gives when it cannot serve (health). */
  unavailable?: Schema
  failures: readonly FailureCode[]
  /** Where one route must use another status than the table of failures says. */
  statuses?: Partial<Record<FailureCode, number>>
  /** Creates something: a retry with the same Idempotency-Key gives back the first reply. */
  idempotent?: boolean
  /** Replies with an ETag, and takes If-Match where it changes something. */
  etag?: boolean
  /**
   * Ends sessions: with it an owner puts a thief out. It is not counted as a change, because the changes of a thief are counted for
   * the same user. So it must write only as often as there is a session to end.
   */
  endsSessions?: boolean
}

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body' | 'reply'> =
  E[K] extends Schema<unknown> ? Static<E[K]> : undefined
export type Params<E extends Endpoint> = Part<E, 'params'>
export type Query<E extends Endpoint> = Part<E, 'query'>
export type Body<E extends Endpoint> = Part<E, 'body'>
export type Reply<E extends Endpoint> = Part<E, 'reply'>

/** One event of an endpoint that streams; `id` is what a client that lost the stream goes on from. */
export type StreamEvent<E extends Endpoint> = {
  [Name in keyof E['stream']]: { event: Name; id: string; data: Static<E['stream'][Name]> }
}[keyof E['stream']]

/**
 * Declares an endpoint once. Validation, types, serialisation, status codes and OpenAPI all come from here.
 * @example
 * export const getUserEndpoint = endpoint({
 *   name: 'getUser', method: 'GET', paths: ['/api/v1/users/{id}'], access: 'signed_in', tag: 'users',
 *   summary: 'Look a user up by id', params: object({ id: UserId }),
 *   success: 200, reply: User, failures: ['user_not_found'],
 * })
 */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

/** Says whether calls are counted as changes, of which each user may make a number a minute. */
export const limitsChanges = ({ access, method, endsSessions }: Endpoint): boolean =>
  access === 'signed_in' && method !== 'GET' && endsSessions !== true

/** What any route can answer, beside the failures that it lists itself. */
export function commonFailures(endpoint: Endpoint): FailureCode[] {
  const common: FailureCode[] = [
    'internal',
    'database_unavailable',
    'not_ready',
    'malformed_request',
    'invalid_request',
  ]
  if (endpoint.method !== 'GET') common.push('malformed_json', 'body_too_large', 'unsupported_media_type')
  if (endpoint.access === 'service') common.push('service_token_invalid')
  else if (endpoint.access !== 'anyone' && endpoint.access !== 'token') {
    common.push(
      'token_missing',
      'token_invalid',
      'token_expired',
      'session_ended',
      // Whichever service is asked for the caller, it may have to ask the other one.
      'auth_service_unavailable',
      'user_service_unavailable',
    )
    if (endpoint.access !== 'signed_in') common.push('forbidden')
    if (limitsChanges(endpoint)) common.push('changes_limited')
  }
  if (endpoint.idempotent) common.push('idempotency_key_reused')
  if (endpoint.etag && endpoint.method !== 'GET' && endpoint.method !== 'POST')
    common.push('precondition_failed')
  return [...new Set(common)]
}

/** An API key may also come by HTTP Basic, or as `client_secret` in the form. */
export const takesClientSecret = ({ form, access }: Endpoint): boolean => form === true && access !== 'anyone'

/** The other routes are for the two services among themselves. */
export const isForClients = ({ access }: Endpoint): boolean => access !== 'service'

export const statusOf = (endpoint: Endpoint | undefined, code: FailureCode): number =>
  endpoint?.statuses?.[code] ?? failures[code].http

/** The path with its parameters filled in, each percent-encoded. */
export const fillPath = (path: string, params: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
