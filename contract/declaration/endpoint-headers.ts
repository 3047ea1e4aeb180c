import type { Endpoint } from './endpoint.ts'
import { Location, type ReplyHeaders } from './reply-headers.ts'
import { integer, string } from './schema.ts'

/** Every reply has these headers, failures too. */
export const commonHeaders: ReplyHeaders = {
  'X-Request-Id': {
    schema: string({ minLength: 1, maxLength: 128 }),
    description: 'The id of the request in the log: the one that the client sent, or a new one.',
  },
  'Cache-Control': {
    schema: string({ minLength: 1 }),
    description: '`no-store`, unless the reply may be kept.',
  },
  'X-Content-Type-Options': { schema: string({ pattern: '^nosniff$' }), description: 'Always `nosniff`.' },
}

/** Returns the headers of a success reply: those of all replies, and those that the endpoint declares or implies. */
export const successHeaders = (endpoint: Endpoint): ReplyHeaders => ({
  ...commonHeaders,
  ...(hasEtag(endpoint)
    ? { ETag: { schema: string({ pattern: '^".*"$' }), description: 'The version, for `If-Match`.' } }
    : {}),
  ...(endpoint.stream
    ? {
        'X-Accel-Buffering': {
          schema: string({ pattern: '^no$' }),
          description: 'Tells nginx not to hold events back.',
        },
      }
    : {}),
  ...(endpoint.file
    ? {
        'Content-Disposition': {
          schema: string({ pattern: '^attachment; filename="[a-z0-9.-]+"$' }),
          description: 'The name of the file.',
        },
      }
    : {}),
  ...endpoint.headers,
})

/** Checks whether the success reply has an ETag. A reply to DELETE has none, because the resource is gone. */
const hasEtag = ({ etag, method }: Endpoint): boolean => etag === true && method !== 'DELETE'

const challenge: ReplyHeaders = {
  'WWW-Authenticate': {
    schema: string(),
    description: 'Which credential is wanted, and what was wrong with the one that came (RFC 6750).',
  },
}
const retryAfter: ReplyHeaders = {
  'Retry-After': { schema: integer({ minimum: 1 }), description: 'Seconds.' },
}
/**
 * `Retry-After` as an optional header, for endpoints whose 503 may also be the reply of a health check, which does not have it.
 */
const perhapsRetryAfter: ReplyHeaders = {
  'Retry-After': { schema: integer({ minimum: 1 }), description: 'Seconds.', optional: true },
}
const rateLimit: ReplyHeaders = {
  RateLimit: {
    schema: string(),
    description:
      'Which limit was reached, and the seconds until the next try (draft-ietf-httpapi-ratelimit-headers).',
    optional: true,
  },
  'RateLimit-Policy': { schema: string(), description: 'What that limit is.', optional: true },
}
const firstReply: ReplyHeaders = {
  Location: { ...Location, description: 'Where that is found which the first request made.', optional: true },
}

/** The OpenAPI document defines these headers once, as components, because they are the same in every reply that has them. */
export const sharedHeaders: ReplyHeaders = { ...commonHeaders, ...challenge, ...retryAfter, ...rateLimit }

/** Returns the headers that a failure of the endpoint has with a given HTTP status. */
export function failureHeaders(endpoint: Endpoint, status: number): ReplyHeaders {
  return {
    ...commonHeaders,
    ...(status === 401 ? challenge : {}),
    ...(status === 429 || status === 503 ? retryAfter : {}),
    ...(status === 503 && endpoint.unavailable ? perhapsRetryAfter : {}),
    ...(status === 429 ? rateLimit : {}),
    ...(status === 409 && endpoint.idempotent ? firstReply : {}),
  }
}
