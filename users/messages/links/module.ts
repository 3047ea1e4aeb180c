import { describeLinkEndpoint, requestLinkEndpoint } from '#contract/users/links.ts'
import { startDelivery, untilItIsBack } from '#runtime/events/outbox.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import { resealDeliveries } from '../../core/reseal-deliveries.ts'
import type { Users } from '../../core/users.ts'
import { expiredLinks, forgetLinks } from './link-store.ts'
import { answerLinkRequest, linkRequestSeal, linkSink } from './request-link.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** This module keeps the links of mails, and sends the links that people request. */
export const openLinks = (users: Users): Module => ({
  routes: routesOnDemand([requestLinkEndpoint, describeLinkEndpoint], async () =>
    (await loadRoutes()).linkRoutes(users),
  ),
  sweeps: [expiredLinks],
  start: () => [
    startDelivery({
      ...{ db: users.db, clock: users.clock, log: users.log, sink: linkSink },
      // People request another link long before half an hour has passed, so later retries are useless.
      retry: { ...untilItIsBack, giveUpAfterMs: 30 * 60_000 },
      deliver: (request) => answerLinkRequest(users, request),
    }),
  ],
  forgetUser: forgetLinks,
  reseal: () => resealDeliveries(users, { sink: linkSink, purpose: linkRequestSeal }),
})
