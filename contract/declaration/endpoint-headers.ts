import type { Endpoint } from './endpoint.ts'
import { Location, type ReplyHeaders } from './reply-headers.ts'
import { integer, string } from './schema.ts'

/** Every reply has these headers, failures too. */
export const commonHeaders: ReplyHeaders = {
  'X-Request-Id': {
    schema: string({ minLength: 1, maxLength: 128 }),
    description: 'The id of the request in the log: the one that you sent, or a new one.',
  },
  'Cache-Control': {
    schema: string({ minLength: 1 }),
    description: '`no-store`, unless the response can be cached.',
  },
  'X-Content-Type-Options': { schema: string({ pattern: '^nosniff$' }), description: 'Always `nosniff`.' },
}

/** Returns the headers of a success reply: those of all replies, and those that the endpoint declares or implies. */
export const successHeaders = (endpoint: Endpoint): ReplyHeaders => ({
  ...commonHeaders,
  ...(hasEtag(endpoint)
    ? {
        ETag: {
          schema: string({ pattern: '^".*"$' }),
          description: 'The version of the resource, for `If-Match`.',
        },
      }
    : {}),
  ...(endpoint.stream
    ? {
        'X-Accel-Buffering': {
          schema: string({ pattern: '^no$' }),
          description: 'Tells nginx not to buffer events.',
        },
      }
    : {}),
  ...(endpoint.file
    ? {
        'Content-Disposition': {
          schema: string({ pattern: '^attachment; filename="[a-z0-9.-]+"$' }),
          description: 'The suggested file name, as `attachment; filename=…`.',
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
    description: 'The required credential, and the error of the one that was sent (RFC 6750).',
  },
}
const retryAfter: ReplyHeaders = {
  'Retry-After': { schema: integer({ minimum: 1 }), description: 'Seconds to wait before a retry.' },
}
/**
 * `Retry-After` as an optional header, for endpoints whose 503 may also be the reply of a health check, which does not have it.
 */
const perhapsRetryAfter: ReplyHeaders = {
  'Retry-After': {
    schema: integer({ minimum: 1 }),
    description: 'Seconds to wait before a retry.',
    optional: true,
  },
}
const rateLimit: ReplyHeaders = {
  RateLimit: {
    schema: string(),
    description:
      'The limit that was reached, and the seconds until the next attempt (draft-ietf-httpapi-ratelimit-headers).',
    optional: true,
  },
  'RateLimit-Policy': { schema: string(), description: 'The policy of that limit.', optional: true },
}
const firstReply: ReplyHeaders = {
  Location: {
    ...Location,
    description: 'The URL of the resource that the first request created.',
    optional: true,
  },
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
