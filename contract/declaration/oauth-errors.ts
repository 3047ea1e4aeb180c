import type { FailureCode } from './failure-table.ts'

/** The values of `error` by which OAuth clients decide (RFC 6749 section 5.2, RFC 6750 section 3.1, RFC 7009 section 2.2.1). */
export const oauthErrors = [
  'invalid_request',
  'invalid_client',
  'insufficient_scope',
  'unsupported_token_type',
  'server_error',
  'temporarily_unavailable',
] as const

/** Returns the `error` for OAuth clients (RFC 6749 section 5.2) that a failure with an HTTP status has. */
export function oauthErrorOf(code: FailureCode, status: number): (typeof oauthErrors)[number] {
  if (code === 'unsupported_token_type') return code
  if (status === 401) return 'invalid_client'
  if (status === 403) return 'insufficient_scope'
  if (status === 500) return 'server_error'
  return status > 500 ? 'temporarily_unavailable' : 'invalid_request'
}
