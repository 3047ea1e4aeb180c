import { sessionsHeader } from '#contract/declaration/sessions-header.ts'
import { deliverNow } from '#runtime/events/outbox.ts'
import { noteHeader } from '#runtime/requests/noted-headers.ts'
import type { Users } from './users.ts'

/**
 * Sends the orders to end the sessions of a user to the authentication service before the reply to the change, which promises that
 * the sessions have ended. A retry of the request sends them if the first try did not. While an order cannot arrive, the reply says
 * so by a header, because that service may still accept the access tokens of these sessions. Returns whether all orders have arrived.
 */
export async function deliverSessionEnds(
  { outbox }: Pick<Users, 'outbox'>,
  userId: string,
): Promise<boolean> {
  const haveArrived = await deliverNow(outbox, userId)
  if (!haveArrived) noteHeader(sessionsHeader, 'pending')
  return haveArrived
}
