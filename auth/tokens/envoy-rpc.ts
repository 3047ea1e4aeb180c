import { describeFailure, Failure } from '#contract/declaration/failures.ts'
import type { HeaderValueOption } from '#proto/generated/envoy/config/core/v3/HeaderValueOption.ts'
import type { CheckRequest__Output } from '#proto/generated/envoy/service/auth/v3/CheckRequest.ts'
import type { CheckResponse } from '#proto/generated/envoy/service/auth/v3/CheckResponse.ts'
import type { StatusCode } from '#proto/generated/envoy/type/v3/StatusCode.ts'
import { problemReply } from '#runtime/http/problem.ts'
import { bearerTokenIn } from '#runtime/requests/operation.ts'
import type { RefusedAs, RpcService } from '#runtime/rpc/rpc.ts'
import { identityHeaders } from './identity-headers.ts'
import type { TokenCheckContext } from './tokens.ts'
import { validateToken } from './validate-token.ts'

/** Replies to the checks that the proxy Envoy makes by `ext_authz`, as `/auth/validate` does for other proxies. */
export const envoyRpcs = (auth: TokenCheckContext): RpcService => ({
  name: 'envoy.service.auth.v3.Authorization',
  file: 'envoy/service/auth/v3/external_auth.proto',
  rpcs: {
    Check: {
      kind: 'unary',
      answer: (request: CheckRequest__Output) => check(auth, request),
      refuse: denied,
    },
  },
})

async function check(auth: TokenCheckContext, { attributes }: CheckRequest__Output): Promise<CheckResponse> {
  const sent = Object.entries(attributes?.request?.http?.headers ?? {})
  const credentials = sent.filter(([name]) => name.toLowerCase() === 'authorization')
  // Several Authorization headers are refused, because the application behind Envoy might use a different one
  // than was checked.
  if (credentials.length > 1) throw new Failure('token_invalid')
  const identity = identityHeaders(await validateToken(auth, { token: bearerTokenIn(credentials[0]?.[1]) }))
  const forged = sent
    .map(([name]) => name)
    .filter((name) => looksLikeIdentity(name) && !Object.hasOwn(identity, name.toLowerCase()))
  return {
    status: { code: 0 },
    // Headers to remove must not include those that are set, because Envoy removes after it sets.
    ok_response: { headers: overwriting(identity), headers_to_remove: forged },
  }
}

/**
 * Says whether an application may read a header as an identity header. CGI reads `_` as `-` in names (RFC 3875 section 4.1.18).
 */
const looksLikeIdentity = (name: string): boolean => /^x[-_]auth[-_]/i.test(name)

function denied(failure: Failure, { code, requestId }: RefusedAs): CheckResponse {
  const { status, headers, body } = problemReply(failure, requestId)
  return {
    status: { code, message: describeFailure(failure) },
    denied_response: { status: { code: status as StatusCode }, headers: overwriting(headers), body },
  }
}

const overwriting = (headers: Record<string, string>): HeaderValueOption[] =>
  Object.entries(headers).map(([key, value]) => ({
    header: { key, value },
    append_action: 'OVERWRITE_IF_EXISTS_OR_ADD',
  }))
