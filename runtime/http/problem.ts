import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Endpoint, statusOf, takesClientSecret } from '#contract/declaration/endpoint.ts'
import { failures } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { oauthErrorOf } from '#contract/declaration/oauth-errors.ts'
import { codeOf } from '../log/thrown.ts'
import { currentTrace, runWithTrace } from '../log/tracing.ts'
import { isForm } from './body.ts'
import { isBasic } from './client-proof.ts'
import { STATUS_CODES } from './node-http.ts'
import { commonHeaders } from './send-reply.ts'

export interface ProblemReply {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Writes a failure in the form that its endpoint declares, with the headers that its status needs. Usually the form is an RFC
 * 9457 problem document. OAuth clients get the same members and `error`, as plain JSON: RFC 6749 section 5.2 demands that type,
 * and libraries accept no other.
 */
export function problemReply(
  failure: Failure,
  requestId: string,
  endpoint?: Endpoint,
  sent: IncomingHttpHeaders = {},
): ProblemReply {
  const toOAuthClient = endpoint?.errors === 'oauth' && isForm({ headers: sent })
  const usedBasic = endpoint !== undefined && takesClientSecret(endpoint) && isBasic(sent.authorization)
  const status = statusOf(endpoint, failure.code)
  const headers: Record<string, string> = {
    ...commonHeaders,
    'content-type': toOAuthClient ? 'application/json' : 'application/problem+json',
    ...failure.headers,
  }
  // The challenge names the scheme that the client has used (RFC 6749 section 5.2).
  if (status === 401) headers['www-authenticate'] = usedBasic ? 'Basic realm="latchkey"' : challenge(failure)
  if (status === 429 || status === 503) headers['retry-after'] = String(failure.retryAfterSeconds ?? 1)
  const body = JSON.stringify({
    ...(toOAuthClient ? { error: oauthErrorOf(failure.code, status) } : {}),
    type: `/problems/${failure.code}`,
    title: failures[failure.code].message,
    status,
    ...(failure.detail === undefined ? {} : { detail: failure.detail }),
    code: failure.code,
    request_id: requestId,
    ...(failure.reason ? { reason: failure.reason } : {}),
    ...(failure.resetToken
      ? { reset_token: failure.resetToken.token, expires_in: failure.resetToken.expiresInSeconds }
      : {}),
    ...(failure.loginStep
      ? {
          login_token: failure.loginStep.token,
          expires_in: failure.loginStep.expiresInSeconds,
          factors: failure.loginStep.factors,
        }
      : {}),
    ...(failure.errors ? { errors: failure.errors } : {}),
  })
  return { status, headers, body }
}

/**
 * Returns the `WWW-Authenticate` challenge for a bearer token. A request without a credential gets no error code (RFC 6750
 * section 3).
 */
function challenge(failure: Failure): string {
  // The token is valid, but its user logged in too long ago (RFC 9470 section 3).
  if (failure.code === 'reauthentication_required')
    return `Bearer realm="latchkey", error="insufficient_user_authentication", error_description="${failures[failure.code].message}", max_age="300"${failure.acr ? `, acr_values="${failure.acr}"` : ''}`
  const rejected =
    failure.code === 'token_invalid' || failure.code === 'token_expired' || failure.code === 'session_ended'
  if (!rejected) return 'Bearer realm="latchkey"'
  return `Bearer realm="latchkey", error="invalid_token", error_description="${failures[failure.code].message}"`
}

/**
 * Sends a failure without Fastify, on a port that serves no routes: a port for metrics, or any port during a start or a shutdown.
 */
export function sendProblem(request: IncomingMessage, response: ServerResponse, failure: Failure): void {
  const id = runWithTrace(request.headers, () => currentTrace()?.requestId ?? '')
  const { status, headers, body } = problemReply(failure, id)
  response.writeHead(status, { ...headers, 'x-request-id': id }).end(body)
}

/** Turns an error of Fastify or Node about a bad request into a failure; undefined for an error of our own. */
export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  const code = codeOf(error)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Failure('body_too_large', { cause: error })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Failure('unsupported_media_type', { cause: error })
  if (code === 'HPE_HEADER_OVERFLOW') return new Failure('header_too_large', { cause: error })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Failure('request_timeout', { cause: error })
  if (code?.startsWith('HPE_')) return new Failure('malformed_request', { cause: error })
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? new Failure('malformed_request', { cause: error }) : undefined
}

/** Answers bytes that Node could not read as a request. */
export function answerBrokenConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  socket.end(rawProblem(toFailure(error) ?? new Failure('malformed_request'), ''))
}

/** Writes a whole HTTP reply as text, for a connection that has a socket but no request yet. */
export function rawProblem(failure: Failure, requestId: string): string {
  const { status, headers, body } = problemReply(failure, requestId)
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  })
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
