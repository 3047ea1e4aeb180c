import { type FailureCode, failures } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'

type FailureOptions = NonNullable<ConstructorParameters<typeof Failure>[1]>

interface HttpFailureOptions extends FailureOptions {
  /** The issuer, which is the base of the page that explains the failure. */
  issuer: string
  /** The path of the application that the browser is sent to instead of getting a problem document. */
  location?: string | undefined
}

/**
 * A failure that knows its HTTP reply. Express and Fastify read `status`, `statusCode` and `headers` of an error, Hono calls
 * `getResponse`.
 */
export class HttpFailure extends Failure {
  override readonly name = 'HttpFailure'
  readonly status: number
  readonly statusCode: number
  override readonly headers: Record<string, string>
  readonly #issuer: string
  readonly #location: string | undefined

  constructor(code: FailureCode, { issuer, location, ...options }: HttpFailureOptions) {
    super(code, options)
    // A later version of Latchkey may answer a code that is not in this table.
    this.status = failures[code]?.http ?? 502
    this.statusCode = this.status
    this.headers = {
      'cache-control': 'no-store',
      ...(this.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(this.retryAfterSeconds === undefined ? {} : { 'retry-after': String(this.retryAfterSeconds) }),
    }
    this.#issuer = issuer
    this.#location = location
  }

  /** Returns the reply: a redirect to the page for logging in, or a problem document (RFC 9457). */
  getResponse(): Response {
    if (this.#location !== undefined) {
      const headers = { location: this.#location, 'cache-control': 'no-store' }
      return new Response(null, { status: 303, headers })
    }
    const { code, status, detail, errors, reason, resetToken, loginStep } = this
    const type = `${this.#issuer}/problems/${code}`
    const title = failures[code]?.message
    const reset = resetToken && { reset_token: resetToken.token, expires_in: resetToken.expiresInSeconds }
    const step = loginStep && {
      login_token: loginStep.token,
      expires_in: loginStep.expiresInSeconds,
      factors: loginStep.factors,
    }
    const problem = { type, title, status, detail, code, errors, reason, ...reset, ...step }
    return new Response(JSON.stringify(problem), {
      status,
      headers: { ...this.headers, 'content-type': 'application/problem+json; charset=utf-8' },
    })
  }
}

/** Turns a failure that a Latchkey service answered into one with which the application can answer its own client. */
export function toHttpFailure(failure: Failure, issuer: string, location?: string): HttpFailure {
  const { code, detail, errors, reason, resetToken, loginStep, retryAfterSeconds } = failure
  return new HttpFailure(code, {
    issuer,
    location,
    cause: failure,
    ...(detail === undefined ? {} : { detail }),
    ...(errors ? { errors } : {}),
    ...(reason ? { reason } : {}),
    ...(resetToken ? { resetToken } : {}),
    ...(loginStep ? { loginStep } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}
