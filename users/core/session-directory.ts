import { checkTokensEndpoint, endSessionsEndpoint, type TokenInformationResource } from '#contract/auth.ts'
import { type EndReason, Failure } from '#contract/failures.ts'
import { batch } from '#runtime/batch.ts'
import type { Sql } from '#runtime/database/database.ts'
import { queueDelivery } from '#runtime/events/outbox.ts'
import { usualTimeoutMs } from '#runtime/http/peer-fetch.ts'
import { traceHeaders } from '#runtime/tracing.ts'
import { type AskOptions, ask } from '#sdk/ask.ts'
import type { Peer } from '#sdk/call.ts'

export interface EndSessionsOrder {
  user_id: string
  /** Sessions that began in this epoch or later live on, so that an order may come late. */
  epoch: number
  reason: EndReason
}

/** In the transaction of the change that ends them: carried out as soon as the authentication service can be reached. */
export const orderEndOfSessions = (tx: Sql, order: EndSessionsOrder, at: number): Promise<void> =>
  queueDelivery(tx, { sink: 'auth', type: order.reason, subject: order.user_id, payload: order, at })

/** The few things that the user service asks of the authentication service, over its /internal routes. */
export interface SessionDirectory {
  /** Requests that wait at the same moment are asked about together. */
  checkToken(token: string): TokenInformationResource | Promise<TokenInformationResource>
  endSessions(order: EndSessionsOrder): Promise<void>
}

/** Tokens in one question: forty of this length fit into a body. None of ours comes near it. */
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
  async function askAbout(tokens: string[]): Promise<PromiseSettledResult<TokenInformationResource>[]> {
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
      // What cannot be a token of ours is not worth a question.
      if (token.length > longestToken || !shape.test(token)) throw new Failure('token_invalid')
      return token.length > longestTogether ? askAlone(token) : askTogether(token)
    },
    async endSessions(order) {
      await ask(endSessionsEndpoint, { body: order }, options())
    },
  }
}
