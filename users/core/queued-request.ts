import type { Sql } from '#runtime/database/database.ts'
import { type Delivery, queueDelivery, sink } from '#runtime/events/outbox.ts'
import { openPayload, type SealedPayload, sealPayload } from './sealed-payload.ts'
import type { Users } from './users.ts'

/**
 * The outbox sink (one queue within the outbox) of requests whose reply must not show the result of a look-up, such as whether an
 * address is taken (I12). Before the reply such a request is only queued, which always takes the same time. It is processed after
 * the reply.
 */
export const requestSink = sink<SealedPayload>('requests')

/**
 * The purpose that is bound to a queued request when it is encrypted with the master key, so that it cannot be decrypted for
 * another use. It is encrypted because it holds a password hash, and an address that may belong to no user.
 */
export const requestSeal = 'request'

/** A queued request, as the outbox delivers it. */
export type QueuedRequest = Delivery<SealedPayload>

export type RequestType = 'email_change' | 'sign_up'

/** Queues a request that is processed after the reply. Requests with the same `subject` are processed in order. */
export async function queueRequest<T>(
  tx: Sql,
  { secrets, clock }: Users,
  { type, subject, request }: { type: RequestType; subject: string; request: T },
): Promise<void> {
  const payload = sealPayload(secrets.masterKeys, requestSeal, request)
  await queueDelivery(tx, { sink: requestSink, type, subject, payload, at: clock.now() })
}

export const openRequest = <T>({ secrets }: Users, { payload }: QueuedRequest): T =>
  openPayload<T>(secrets.masterKeys, requestSeal, payload)
