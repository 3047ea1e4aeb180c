import { startDelivery, untilItIsBack } from '#runtime/events/outbox.ts'
import type { Module } from '#runtime/module.ts'
import { resealDeliveries } from '../core/reseal-deliveries.ts'
import type { Users } from '../core/users.ts'
import { expiredLinks, forgetLinks } from './link-store.ts'
import { answerLinkRequest, linkRequestSeal } from './request-link.ts'
import { linkRoutes } from './routes.ts'

/** Keeps the links of mails, and sends those that somebody asks for. */
export const openLinks = (users: Users): Module => ({
  routes: linkRoutes(users),
  sweeps: [expiredLinks],
  start: () => [
    startDelivery({
      ...{ db: users.db, clock: users.clock, log: users.log, sink: 'links' },
      // Who asked has asked again by then.
      retry: { ...untilItIsBack, giveUpAfterMs: 30 * 60_000 },
      deliver: (request) => answerLinkRequest(users, request),
    }),
  ],
  forgetUser: forgetLinks,
  reseal: () => resealDeliveries(users, { sink: 'links', purpose: linkRequestSeal }),
})
