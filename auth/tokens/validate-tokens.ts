import type { Reply } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { checkTokensEndpoint } from '#contract/sessions/tokens.ts'
import type { TokenCheckContext } from './tokens.ts'
import { checkToken } from './validate-token.ts'

type Validated = Reply<typeof checkTokensEndpoint>

/** Validates several access tokens, each with its own result. When one cannot be looked up, the call fails for all of them. */
export async function validateTokens(
  auth: TokenCheckContext,
  input: { tokens: string[] },
): Promise<Validated> {
  const results = await Promise.allSettled(input.tokens.map(async (token) => checkToken(auth, { token })))
  return {
    results: results.map((result) =>
      result.status === 'fulfilled' ? { token: result.value } : { refusal: toTokenRefusal(result.reason) },
    ),
  }
}

function toTokenRefusal(error: unknown): NonNullable<Validated['results'][number]['refusal']> {
  if (!(error instanceof Failure)) throw error
  const { code, reason } = error
  if (code !== 'token_invalid' && code !== 'token_expired' && code !== 'session_ended') throw error
  return reason ? { code, reason } : { code }
}
