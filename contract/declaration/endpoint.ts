import { type FailureCode, failures } from './failure-table.ts'
import type { Level } from './fields.ts'
import type { ReplyHeaders } from './reply-headers.ts'
import type { Schema, Static } from './schema.ts'

/** Every scope (RFC 6749 section 3.3) that an API key or an access token can have. An admin has all of them. */
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
  'clients:write',
  'system:read',
  'system:write',
] as const
export type Scope = (typeof scopes)[number]

/** Reads the scopes out of a space-separated list (RFC 6749 section 3.3). Unknown words are left out: they allow nothing. */
export const scopesIn = (text: string): Scope[] => text.split(' ').filter(isScope)

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

/**
 * The credential that a route requires:
 * - `anyone`: none; a credential that is sent is ignored;
 * - `token`: a bearer token that the use case itself checks (validate, logout);
 * - `signed_in`: a living session or an API key; the use case decides what its owner may do to whom;
 * - a scope: a living session or an API key that has this scope;
 * - `service`: the service credential, with which the two services call each other.
 */
export type Access = 'anyone' | 'token' | 'signed_in' | 'service' | Scope

/** The user or the API key to which the checked credential of a request belongs, or an operator at the command line. */
export type Caller = SignedInCaller | MachineCaller | OperatorCaller

/** A user calls with the access token of a living session. */
export interface SignedInCaller {
  userId: string
  sessionId: string
  /** The time (RFC 3339) when the user logged in or stepped up. A refresh does not change it. */
  authenticatedAt: string
  /**
   * The level of the last login or step-up. It is `aal1` when the authentication service sends no level, as an older version
   * does.
   */
  acr: Level
  /**
   * The methods of the last login or step-up (RFC 8176). Empty when the authentication service sends none, as an older version
   * does.
   */
  amr: readonly string[]
  /**
   * True when the user has a second factor: then only a login of level `aal2` counts as recent authentication. The user service
   * sets this field, because it stores the factors.
   */
  hasSecondFactor?: boolean
  /**
   * The session epoch of the caller's session, a number that rises when all sessions of the user end. Undefined for a person on a
   * page, and when the authentication service sends none, as an older version does.
   */
  sessionEpoch?: number | undefined
  apiKeyId?: undefined
  scopes: readonly Scope[]
}

/**
 * A program calls with an API key. It has no user id, so routes about the caller's own user answer `forbidden` or a failure
 * that says that there is no such user.
 */
export interface MachineCaller {
  apiKeyId: string
  userId?: undefined
  sessionId?: undefined
  sessionEpoch?: undefined
  scopes: readonly Scope[]
}

/**
 * An operator calls from the command line, on the databases themselves. An operator who can write to the databases can do
 * everything, so no credential is required. No request over a network gets this caller.
 */
export interface OperatorCaller {
  isOperator: true
  userId?: undefined
  sessionId?: undefined
  sessionEpoch?: undefined
  apiKeyId?: undefined
  scopes: readonly Scope[]
}

export const operator: OperatorCaller = { isOperator: true, scopes }

/**
 * Returns the id of a caller, by which rate limits and retries tell callers apart; `operator` for an operator at the command
 * line.
 */
export const callerId = (caller: Caller): string => caller.userId ?? caller.apiKeyId ?? 'operator'

/**
 * Returns the id of the user or of the API key, by which the log and events name the author of a change; null for an operator at
 * the command line.
 */
export const authorId = (caller: Caller): string | null => caller.userId ?? caller.apiKeyId ?? null

/** The media type of a file of rows: CSV with a line of names (RFC 4180), or a JSON object on each line. */
export type FileType = 'text/csv' | 'application/jsonl'

/** The media type of an image. */
export type ImageType = 'image/png' | 'image/webp'

/** The maximum size of a body, in bytes. */
export const maxBodyBytes = 64 * 1024

/** The declaration of an endpoint, made with `endpoint()`. */
export interface Endpoint {
  /** The `operationId` in OpenAPI. It is public: generated clients name their methods after it. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** All paths of the route, with `{parameters}`. OpenAPI and the client library use the first. */
  paths: readonly string[]
  access: Access
  /**
   * True when the other service of Latchkey may call too, with the service credential; the handler then gets
   * no caller.
   */
  serviceToo?: boolean
  /** True when nobody may call the route about another user, whatever their scopes: the user in its path is the caller. */
  ownOnly?: boolean
  /** Why no rpc answers the route: it is used by HTTP only, or an rpc of another route does the same. */
  httpOnly?: string
  summary: string
  description?: string
  tag: string
  params?: Schema
  query?: Schema
  /**
   * True when any query is accepted and ignored, because a proxy passes on the query of the request that it
   * has validated.
   */
  anyQuery?: boolean
  body?: Schema
  /** The media types of the body, when it is an image. The handler gets its bytes. */
  upload?: readonly ImageType[]
  /**
   * True when the body may also be a form, as OAuth clients send it (RFC 7009, RFC 7662). Unknown parameters
   * of a form are ignored. If the route requires a credential, an API key may be sent as the secret of an
   * OAuth client.
   */
  form?: boolean
  /**
   * True when an OAuth client may call too. It authenticates by HTTP Basic or in the form (RFC 6749 section 2.3, RFC 7523). The
   * handler then gets no caller, but the credential in the field `client`, which its use case checks.
   */
  clientsToo?: boolean
  success: 200 | 201 | 202 | 204
  /** Headers of the success reply, in addition to those that `etag` and `stream` imply. */
  headers?: ReplyHeaders
  /** The body of the success reply; absent when it has none (204). */
  reply?: Schema
  /** The data of each server-sent event, by the name of the event. The reply is a stream that lasts until one side ends it. */
  stream?: Record<string, Schema>
  /**
   * The media types of the success reply when it is a file, which is written while it is read. A fault in the middle cuts the
   * connection, so that the file does not look whole.
   */
  file?: readonly FileType[]
  /** The media types of the success reply when it is an image. */
  image?: readonly ImageType[]
  /** The body of a reply with status 503 that the handler itself returns, as the health check does. */
  unavailable?: Schema
  failures: readonly FailureCode[]
  /**
   * The form in which a failure is answered: `problem` is a problem document (RFC 9457), which is the
   * default. With `oauth`, a client that sent a form also gets the `error` of RFC 6749 section 5.2, and any
   * other client a problem document.
   */
  errors?: 'problem' | 'oauth'
  /** Statuses that this route uses instead of those in the table of failures. */
  statuses?: Partial<Record<FailureCode, number>>
  /** True when a retry with the same `Idempotency-Key` gets the first reply again and creates nothing. */
  idempotent?: boolean
  /** True when the reply has an `ETag`; PUT, PATCH and DELETE then accept `If-Match` (RFC 9110 section 13.1.1). */
  etag?: boolean
  /**
   * True when the route ends sessions. Such calls are exempt from the rate limit of changes: a thief could use the limit up, and
   * the owner could not end the thief's session. So the route must write nothing when there is no session to end.
   */
  endsSessions?: boolean
}

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body' | 'reply'> =
  E[K] extends Schema<unknown> ? Static<E[K]> : undefined
export type Params<E extends Endpoint> = Part<E, 'params'>
export type Query<E extends Endpoint> = Part<E, 'query'>
export type Body<E extends Endpoint> = E extends { upload: unknown } ? Uint8Array : Part<E, 'body'>
export type Reply<E extends Endpoint> = E extends { image: unknown } ? Uint8Array : Part<E, 'reply'>

/** An event of an endpoint that streams. A client that lost the connection sends its `id` to continue after it. */
export type StreamEvent<E extends Endpoint> = {
  [Name in keyof E['stream'] & string]: { event: Name; id: string; data: Static<E['stream'][Name]> }
}[keyof E['stream'] & string]

/**
 * Declares an endpoint once. Validation, types, serialisation, status codes and OpenAPI all follow from the
 * declaration.
 * @example export const getUserEndpoint = endpoint({
 *   name: 'getUser', method: 'GET', paths: ['/api/v1/users/{id}'], access: 'signed_in', tag: 'users',
 *   summary: 'Look a user up by id', params: object({ id: UserId }),
 *   success: 200, reply: User, failures: ['user_not_found'],
 * })
 */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

/** Returns whether calls are counted against the rate limit of changes that each user may make in a minute. */
export const limitsChanges = ({ access, method, endsSessions }: Endpoint): boolean =>
  access === 'signed_in' && method !== 'GET' && endsSessions !== true

/** Returns the failures that a route can answer because of its declaration, in addition to those that it lists itself. */
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
      // Checking a session calls the authentication service, and checking an API key calls the user service.
      'auth_service_unavailable',
      'user_service_unavailable',
    )
    if (endpoint.access !== 'signed_in') common.push('forbidden')
    if (limitsChanges(endpoint)) common.push('changes_limited')
  }
  if (endpoint.idempotent) common.push('idempotency_key_reused')
  if (honorsIfMatch(endpoint)) common.push('precondition_failed')
  return [...new Set(common)]
}

/** Returns whether a call may have an `If-Match` header. */
export const honorsIfMatch = ({ etag, method }: Endpoint): boolean =>
  etag === true && method !== 'GET' && method !== 'POST'

/** Returns whether an API key may also be sent by HTTP Basic, or as `client_secret` in the form (RFC 6749 section 2.3.1). */
export const takesClientSecret = ({ form, access, clientsToo }: Endpoint): boolean =>
  form === true && (access !== 'anyone' || clientsToo === true)

/** Returns whether a route is for clients. Every other route is for calls between the two services. */
export const isForClients = ({ access }: Endpoint): boolean => access !== 'service'

/** Returns the HTTP status of a failure: that of the route if it has its own, otherwise that of the table. */
export const statusOf = (endpoint: Endpoint | undefined, code: FailureCode): number =>
  endpoint?.statuses?.[code] ?? failures[code].http
