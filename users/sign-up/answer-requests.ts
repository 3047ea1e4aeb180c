import { maxAwayMs, startDelivery, untilItIsBack } from '#runtime/events/outbox.ts'
import type { Module } from '#runtime/module.ts'
import { type QueuedRequest, type RequestType, requestSeal, requestSink } from '../core/queued-request.ts'
import { resealDeliveries } from '../core/reseal-deliveries.ts'
import type { Users } from '../core/users.ts'

/**
 * This module processes the requests that were only queued before the reply to their client, each with the function for its type.
 */
export const openRequests = (
  users: Users,
  answers: Record<RequestType, (users: Users, request: QueuedRequest) => Promise<void>>,
): Module => ({
  start: () => [
    startDelivery({
      ...{ db: users.db, clock: users.clock, log: users.log, sink: requestSink },
      retry: { ...untilItIsBack, giveUpAfterMs: maxAwayMs },
      async deliver(request) {
        const [, answer] = Object.entries(answers).find(([type]) => type === request.type) ?? []
        if (!answer) throw new Error(`Nobody answers ${request.type}.`)
        await answer(users, request)
      },
    }),
  ],
  reseal: () => resealDeliveries(users, { sink: requestSink, purpose: requestSeal }),
})
