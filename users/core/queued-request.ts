import type { Sql } from '#runtime/database/database.ts'
import { type Delivery, queueDelivery, sink } from '#runtime/events/outbox.ts'
import { openPayload, type SealedPayload, sealPayload } from './sealed-payload.ts'
import type { Users } from './users.ts'

/**
 * The sink of requests whose reply must not show the result of a look-up, such as whether an address is taken
 * (I12). The reply only queues such a request, which always takes the same time; the outbox answers it later.
 */
export const requestSink = sink<SealedPayload>('requests')

/**
 * The purpose under which requests are encrypted with the master key (sealed). A request holds a password
 * hash, and an address that may belong to no user.
 */
export const requestSeal = 'request'

/** A request out of the outbox. */
export type QueuedRequest = Delivery<SealedPayload>

export type RequestType = 'email_change' | 'sign_up'

/** Queues a request. Requests about one subject are answered in their order. */
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
