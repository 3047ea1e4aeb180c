import { auditEndpoints } from '#contract/events/audit.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { LoggedEvent } from '#runtime/events/event-log.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Sweep } from '#runtime/sweep.ts'
import type { Users } from '../../core/users.ts'
import { findAct } from './act.ts'
import { expiredActs, forgetInActs, insertAct } from './act-store.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadForgotten = lazily(() => import('./forgotten-in-acts.ts'))

const forgottenInActs: Sweep = {
  name: 'forgotten_in_acts',
  remove: async (...given) => (await loadForgotten()).removeFromActs(...given),
  countWaiting: async (...given) => (await loadForgotten()).countForgottenInActs(...given),
}

/** This module stores the acts of administrators (what they did), which outlive the events that report them, and lists them. */
export const openAudit = (
  users: Users,
): Module & { keep(tx: Sql, events: LoggedEvent[]): Promise<void> } => ({
  routes: routesOnDemand(auditEndpoints, async () => (await loadRoutes()).auditRoutes(users)),
  sweeps: [expiredActs, forgottenInActs],
  forgetUser: forgetInActs,
  async keep(tx, events) {
    for (const event of events) {
      const act = findAct(event)
      if (act) await insertAct(tx, act)
    }
  },
})
