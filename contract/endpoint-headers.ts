import type { Endpoint } from './endpoint.ts'
import { Location, type ReplyHeaders } from './reply-headers.ts'
import { integer, string } from './schema.ts'

/** Headers of every reply. */
const common: ReplyHeaders = {
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

/** Headers of the success of an endpoint: those that it declares, and those of all replies. */
export const successHeaders = (endpoint: Endpoint): ReplyHeaders => ({
  ...common,
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
  ...endpoint.headers,
})

/** What is deleted has no version any more. */
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
/** Not where it is the state of health that is told. */
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

/** Those that are the same wherever they are: the document has them once. */
export const sharedHeaders: ReplyHeaders = { ...common, ...challenge, ...retryAfter, ...rateLimit }

/** Headers of a failure with this status. */
export function failureHeaders(endpoint: Endpoint, status: number): ReplyHeaders {
  return {
    ...common,
    ...(status === 401 ? challenge : {}),
    ...(status === 429 || status === 503 ? retryAfter : {}),
    ...(status === 503 && endpoint.unavailable ? perhapsRetryAfter : {}),
    ...(status === 429 ? rateLimit : {}),
    ...(status === 409 && endpoint.idempotent ? firstReply : {}),
  }
}
