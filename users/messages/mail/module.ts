import { forDays, startDelivery } from '#runtime/events/outbox.ts'
import type { Mailer } from '#runtime/mail/mail.ts'
import type { Module } from '#runtime/module.ts'
import { resealDeliveries } from '../../core/reseal-deliveries.ts'
import type { Users } from '../../core/users.ts'
import { withheldMailsMetric } from './mail-budget.ts'
import { expiredBudgets } from './mail-budget-store.ts'
import { forgetMail, mailSeal, mailSink } from './queue-mail.ts'
import { createMailCounter, sendMail } from './send-mail.ts'

/** This module sends the mails that wait in the outbox. */
export function openMail(users: Users, { mailer }: { mailer: Mailer }): Module {
  const { metric, count } = createMailCounter()
  const sending = { mailer, masterKeys: users.secrets.masterKeys, count }
  return {
    metrics: [metric, withheldMailsMetric(users.mail.withheld)],
    sweeps: [expiredBudgets],
    start: () => [
      startDelivery({
        ...{ db: users.db, clock: users.clock, log: users.log, sink: mailSink },
        // The longest back-off is ten minutes, because a link is valid for an hour: when the mail server is back, mail must follow
        // soon.
        retry: { ...forDays, longestMs: 10 * 60_000 },
        deliver: (mail) => sendMail(sending, mail),
      }),
    ],
    forgetUser: forgetMail,
    reseal: () => resealDeliveries(users, { sink: mailSink, purpose: mailSeal }),
  }
}
