import { checkTokenEndpoint, endSessionsEndpoint, type TokenInformationResource } from '#contract/auth.ts'
import { type EndReason, Failure } from '#contract/failures.ts'
import type { Sql } from '#runtime/database.ts'
import { queueDelivery } from '#runtime/outbox.ts'
import { traceHeaders } from '#runtime/tracing.ts'
import { type CallOptions, call, type Peer, ServiceUnreachable } from '#sdk/call.ts'
import { decodeJwt } from '#sdk/jwt.ts'

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
  checkToken(token: string): Promise<TokenInformationResource>
  endSessions(order: EndSessionsOrder): Promise<void>
}

export function sessionDirectory(peer: Peer): SessionDirectory {
  const options = (): CallOptions => ({
    ...peer,
    headers: traceHeaders(),
    timeoutMs: 1_500,
  })
  return {
    async checkToken(token) {
      // What cannot be a token of ours is not worth a question.
      decodeJwt(token)
      return reach(call(checkTokenEndpoint, { body: { token } }, options()))
    },
    async endSessions(order) {
      await reach(call(endSessionsEndpoint, { body: order }, options()))
    },
  }
}

/** An answer that tells of a fault between the services is no fault of the one who called us. */
async function reach<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (cause) {
    const refused = cause instanceof Failure ? cause.code : undefined
    if (refused === 'token_invalid' || refused === 'token_expired' || refused === 'session_ended') throw cause
    if (cause instanceof ServiceUnreachable || cause instanceof Failure) {
      throw new Failure('auth_service_unavailable', { cause, retryAfterSeconds: 1 })
    }
    throw cause
  }
}
