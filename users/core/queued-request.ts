import type { Sql } from '#runtime/database/database.ts'
import { type Delivery, queueDelivery } from '#runtime/events/outbox.ts'
import { openPayload, sealPayload } from './sealed-payload.ts'
import type { Users } from './users.ts'

/**
 * Where requests wait whose reply must not tell what is looked up for them (I12). The reply only writes such a request
 * down, the same work for whatever is found; the outbox answers it behind the reply.
 */
export const requestSink = 'requests'

/** A request is sealed, for it holds an address that may be nobody's here, and the hash of a password. */
export const requestSeal = 'request'

export type RequestType = 'email_change' | 'sign_up'

/** Requests about one subject are answered in their order. */
export async function queueRequest<T>(
  tx: Sql,
  { secrets, clock }: Users,
  { type, subject, request }: { type: RequestType; subject: string; request: T },
): Promise<void> {
  const payload = sealPayload(secrets.masterKeys, requestSeal, request)
  await queueDelivery(tx, { sink: requestSink, type, subject, payload, at: clock.now() })
}

export const openRequest = <T>({ secrets }: Users, { payload }: Delivery): T =>
  openPayload<T>(secrets.masterKeys, requestSeal, payload)
