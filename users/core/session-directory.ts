import { endSessionsEndpoint } from '#contract/auth.ts'
import { type EndReason, Failure } from '#contract/declaration/failures.ts'
import { type CheckedTokenResource, checkTokensEndpoint } from '#contract/sessions/tokens.ts'
import { batch } from '#runtime/batch.ts'
import type { Sql } from '#runtime/database/database.ts'
import { queueDelivery, sink } from '#runtime/events/outbox.ts'
import { usualTimeoutMs } from '#runtime/http/peer-fetch.ts'
import { traceHeaders, untracedHeaders } from '#runtime/log/tracing.ts'
import { type AskOptions, answersInvalid, ask } from '#sdk/ask.ts'
import type { Peer } from '#sdk/call.ts'

export interface SessionEndRequest {
  user_id: string
  /**
   * The user's session epoch, a number that rises when all sessions of the user end. The order ends only sessions that began in
   * an earlier session epoch, so that a late order does not end newer sessions.
   */
  epoch: number
  reason: EndReason
  /**
   * The id of the one earlier session that does not end: the session in which the user made the change. It moves to this epoch.
   */
  kept_session?: string
  /**
   * Present when the owner of the address has recovered the account: consents that were given since `given_since` are removed, and
   * the OpenID clients and client secrets that a thief may have made are disabled.
   */
  taken_back?: { given_since: string; made_since: string; made_by: string[] }
}

export const sessionEndSink = sink<SessionEndRequest>('auth')

/**
 * Orders the authentication service to end the sessions of a user. The order is queued in the transaction of the change that
 * requires it, and the outbox sends it, with retries until that service replies.
 */
export const queueSessionEnd = (tx: Sql, order: SessionEndRequest, at: number): Promise<void> =>
  queueDelivery(tx, { sink: sessionEndSink, type: order.reason, subject: order.user_id, payload: order, at })

/** The client for the /internal routes of the authentication service. */
export interface SessionDirectory {
  /** Checks an access token. Tokens that are checked at the same moment share one request. */
  checkToken(token: string): CheckedTokenResource | Promise<CheckedTokenResource>
  endSessions(order: SessionEndRequest): Promise<void>
  /** Returns whether the authentication service answers and accepts the requests of the user service. */
  answers(signal: AbortSignal): Promise<boolean>
}

/**
 * The limits of a request that checks several tokens: forty tokens of up to `longestTogether` characters fit into its body.
 * Longer tokens, which Latchkey never issues, are sent alone.
 */
const limits = { keys: 40, calls: 2, waiting: 10_000 }
const longestTogether = 1_500
const longestToken = 8_192
const shape = /^[\w-]+\.[\w-]+\.[\w-]+$/

export function sessionDirectory(peer: Peer): SessionDirectory {
  const options = (): AskOptions => ({
    ...peer,
    headers: traceHeaders(),
    timeoutMs: peer.timeoutMs ?? usualTimeoutMs,
    unavailable: 'auth_service_unavailable',
  })
  async function askAbout(tokens: string[]): Promise<PromiseSettledResult<CheckedTokenResource>[]> {
    const { results } = await ask(checkTokensEndpoint, { body: { tokens } }, options())
    return results.map(({ token, refusal }) =>
      token
        ? { status: 'fulfilled', value: token }
        : { status: 'rejected', reason: new Failure(refusal?.code ?? 'token_invalid', refusal) },
    )
  }
  const tooMany = () => new Failure('auth_service_unavailable', { retryAfterSeconds: 1 })
  const askTogether = batch(limits, askAbout, tooMany)
  const askAlone = batch({ ...limits, keys: 1 }, askAbout, tooMany)
  return {
    async checkToken(token) {
      // A text that cannot be an access token of Latchkey is refused without a request.
      if (token.length > longestToken || !shape.test(token)) throw new Failure('token_invalid')
      return token.length > longestTogether ? askAlone(token) : askTogether(token)
    },
    async endSessions(order) {
      await ask(endSessionsEndpoint, { body: order }, options())
    },
    answers: (signal) =>
      answersInvalid(
        checkTokensEndpoint,
        { body: { tokens: [] } },
        { ...options(), headers: untracedHeaders(), signal },
      ),
  }
}
