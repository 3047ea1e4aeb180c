import { startDelivery, untilItIsBack } from '#runtime/events/outbox.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { adminSink } from '../../core/tell-admins.ts'
import type { Users } from '../../core/users.ts'

const loadDelivery = lazily(() => import('./deliver-admin-news.ts'))

/**
 * This module notifies all admins of new admins, API keys and webhooks, because these keep working after the session in which
 * they were made has ended.
 */
export const openAdminNews = (users: Users): Module => ({
  start: () => [
    startDelivery({
      ...{ db: users.db, clock: users.clock, log: users.log, sink: adminSink, retry: untilItIsBack },
      deliver: async (news) => (await loadDelivery()).deliverAdminNews(users, news),
    }),
  ],
})
