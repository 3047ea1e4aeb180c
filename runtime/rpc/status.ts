import { type Metadata, type StatusObject, status } from '@grpc/grpc-js'
import type { MessageTypeDefinition } from '@grpc/proto-loader'
import { failures } from '#contract/declaration/failure-table.ts'
import { describeFailure, type Failure } from '#contract/declaration/failures.ts'

type Encode = MessageTypeDefinition<object, object>['serialize']

/** The protobuf messages with which the standard error model of gRPC (AIP-193) describes an error. */
export interface ErrorMessages {
  Status: { serialize: Encode }
  ErrorInfo: { serialize: Encode }
  BadRequest: { serialize: Encode }
  RetryInfo: { serialize: Encode }
}

const domain = 'latchkey'

/**
 * Writes a failure as a gRPC status. The reason in its `ErrorInfo` is the failure code that HTTP replies use
 * too.
 */
export function rpcStatus(
  failure: Failure,
  {
    messages,
    names,
    metadata,
    requestId,
  }: { messages: ErrorMessages; names: Record<string, string>; metadata: Metadata; requestId: string },
): Partial<StatusObject> {
  const { code, reason, resetToken, loginStep, acr, errors, retryAfterSeconds } = failure
  const message = describeFailure(failure)
  const number = status[failures[code].grpc]
  const any = (name: keyof ErrorMessages, value: object) => ({
    type_url: `type.googleapis.com/google.rpc.${name}`,
    value: messages[name].serialize(value),
  })
  const details = [
    any('ErrorInfo', {
      reason: code,
      domain,
      metadata: {
        request_id: requestId,
        ...(reason ? { reason } : {}),
        ...(resetToken
          ? { reset_token: resetToken.token, expires_in: String(resetToken.expiresInSeconds) }
          : {}),
        ...(acr ? { acr_values: acr } : {}),
        ...(loginStep
          ? {
              login_token: loginStep.token,
              expires_in: String(loginStep.expiresInSeconds),
              factors: loginStep.factors.map(({ kind }) => kind).join(' '),
            }
          : {}),
      },
    }),
  ]
  if (errors) {
    const violations = errors.map(({ pointer, code: why, detail }) => ({
      field: fieldAt(pointer, names),
      description: detail,
      reason: why.toUpperCase(),
    }))
    details.push(any('BadRequest', { field_violations: violations }))
  }
  if (retryAfterSeconds !== undefined)
    details.push(any('RetryInfo', { retry_delay: { seconds: retryAfterSeconds, nanos: 0 } }))
  metadata.set('grpc-status-details-bin', messages.Status.serialize({ code: number, message, details }))
  return { code: number, details: message, metadata }
}

/**
 * Returns the path of a field in protobuf: `/name/first` is `changes.name.first` where the message has the
 * name in `changes`.
 */
function fieldAt(pointer: string, names: Record<string, string>): string {
  const [first = '', ...rest] = pointer
    .replace(/^\//, '')
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return [Object.hasOwn(names, first) ? names[first] : first, ...rest].join('.')
}
