import { type FailureCode, failures } from './failure-table.ts'
import type { Level } from './fields.ts'

/** The reasons why a session has ended. Only the bearer of a correctly signed token gets to know the reason. */
export const endReasons = [
  'logout',
  'revoked',
  'password_changed',
  'user_deleted',
  'user_suspended',
  'refresh_reused',
  'expired',
] as const
export type EndReason = (typeof endReasons)[number]

/** A fault in a request. `pointer` is a JSON Pointer (RFC 6901) into the body, or `/` and the name of a parameter. */
export interface FieldError {
  pointer: string
  code: string
  detail: string
}

/**
 * The token with which a client continues after the failure `password_change_required`, by POST /api/v1/auth/password/reset,
 * and its lifetime in seconds.
 */
export interface ResetToken {
  token: string
  expiresInSeconds: number
}

/**
 * The token with which a client continues a login after the failure `second_factor_required`, and its lifetime in seconds.
 */
export interface LoginStep {
  token: string
  expiresInSeconds: number
  /** The kinds of factors with which the login may continue. Empty when the user has none and must add one first. */
  factors: readonly { kind: string; left?: number }[]
}

interface FailureOptions extends ErrorOptions {
  /** The detail is written for people. It never repeats a secret or a value that was sent. */
  detail?: string
  /**
   * The message of the failure as the reply of a service gave it; absent for a failure that this process throws by itself.
   */
  title?: string
  errors?: readonly FieldError[]
  reason?: EndReason
  resetToken?: ResetToken
  loginStep?: LoginStep
  acr?: Level
  retryAfterSeconds?: number
  headers?: Record<string, string>
}

/** Marks every failure. `instanceof` would not recognise a failure that another installed copy of this package has made. */
export const failureBrand: unique symbol = Symbol.for('latchkey.failure')

/**
 * A failure that the contract lists. Use cases throw it, and the client library throws it again from the problem document (RFC
 * 9457) of a reply. Every other error is a bug or an outage.
 * @example
 * throw new Failure('user_not_found')
 */
export class Failure extends Error {
  readonly code: FailureCode
  readonly detail: string | undefined
  readonly errors: readonly FieldError[] | undefined
  readonly reason: EndReason | undefined
  readonly retryAfterSeconds: number | undefined
  /**
   * With `reauthentication_required`: the level that the new login or step-up must have; undefined when every level is
   * accepted (RFC 9470).
   */
  readonly acr: Level | undefined
  readonly headers: Record<string, string> | undefined
  /** A secret is kept in a private field, because loggers write every other field of an error. */
  readonly #resetToken: ResetToken | undefined
  readonly #loginStep: LoginStep | undefined

  constructor(code: FailureCode, options: FailureOptions = {}) {
    // The message in `failure-table.ts` is not used as a default, because importing the table would add all of its texts to
    // every web page that loads the client library.
    super(options.detail ?? options.title ?? code, options)
    this.name = 'Failure'
    this.code = code
    this.detail = options.detail
    this.errors = options.errors
    this.reason = options.reason
    this.retryAfterSeconds = options.retryAfterSeconds
    this.acr = options.acr
    this.headers = options.headers
    this.#resetToken = options.resetToken
    this.#loginStep = options.loginStep
  }

  get resetToken(): ResetToken | undefined {
    return this.#resetToken
  }

  get loginStep(): LoginStep | undefined {
    return this.#loginStep
  }

  get [failureBrand](): true {
    return true
  }
}

/** Returns the sentence that describes a failure to people: its detail, otherwise its message in `failure-table.ts`. */
export const describeFailure = ({ code, detail }: Failure): string => detail ?? failures[code].message
