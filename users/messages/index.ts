/**
 * # Messages
 *
 * This room notifies users: by *mail*, and by *notifications*, which an application shows. A mail may carry a *link* with a
 * token that does one thing once. A *notice* is both at once, about a change: its mail has the link “This was not me”, with
 * which the owner recovers the account. *Admin news* are notices to all admins. The *mail budget* limits the mails to one
 * address, and those that one user or network causes.
 *
 * Ada has forgotten her password. `links/request-link.ts` queues the request, so that the reply does not tell whether she
 * exists. In the background `answerLinkRequest` finds her, and `links/send-link.ts` voids older links (`link-store.ts`), stores
 * the digest of a new token, and queues the mail (`mail/queue-mail.ts`), encrypted. `mail/send-mail.ts` takes it out of the
 * outbox, has `render-mail.ts` write it in her language (`texts/`), and gives it to the mail server. Ada opens
 * the link; `credentials/reset-password.ts` uses it up (`links/use-link.ts`) and calls `sendNotice` (`links/send-notice.ts`): a
 * notification (`notifications/notify.ts`), which `notification-feed.ts` passes to her open applications, and a mail.
 *
 * A message is queued in the transaction of the change that it reports, so that both are committed or neither is.
 */
import { sendTestEmailEndpoint } from '#contract/system/test-email.ts'
import { describeLinkEndpoint, requestLinkEndpoint } from '#contract/users/links.ts'
import { notificationEndpoints, streamNotificationsEndpoint } from '#contract/users/notifications.ts'
import { streamsMetric } from '#runtime/events/follow-feed.ts'
import { retryForDays, retryForever, startDelivery } from '#runtime/events/outbox.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Mailer } from '#runtime/mail/mail.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import { adminSink } from '../core/alert-admins.ts'
import { resealDeliveries } from '../core/reseal-deliveries.ts'
import type { Users } from '../core/users.ts'
import { expiredLinks, forgetLinks } from './links/link-store.ts'
import { answerLinkRequest, linkRequestSeal, linkSink } from './links/request-link.ts'
import { withheldMailsMetric } from './mail/mail-budget.ts'
import { expiredBudgets } from './mail/mail-budget-store.ts'
import { createMailCounter } from './mail/mail-counter.ts'
import { forgetMail, mailSeal, mailSink } from './mail/queue-mail.ts'
import { createNotificationFeed } from './notifications/notification-feed.ts'
import { deleteUserNotifications, expiredNotifications } from './notifications/notification-store.ts'
import { notificationStream } from './notifications/stream-route.ts'

/** The URL of a link, the URL of the page for a forgotten password, and how long links of each purpose are valid. */
export { forgotPasswordUrl, lifetimesMs, linkUrl } from './links/link.ts'
/** Find unused links, and remove those that a change voids. */
export {
  findLink,
  findLinksOf,
  removeEntryLinks,
  removeLaterLinks,
  removeLinksElsewhere,
  removeLinksFor,
  removeResetLinks,
} from './links/link-store.ts'
/** `sendLink` mails a link and voids older ones; `mailLink` only mails it; `createToken` makes a token that no mail carries. */
export { createToken, mailLink, sendLink } from './links/send-link.ts'
/** Notifies a user of a change, in the app and by mail, with the link “This was not me”. */
export { sendNotice } from './links/send-notice.ts'
/** Uses up a link, and locks its user. */
export { useLink } from './links/use-link.ts'
/** Counts a mail in the mail budget; false when the budget is used up. */
export { withinMailBudget } from './mail/mail-budget.ts'
/** The content of a mail, by its kind. */
export type { MailContent } from './mail/mail-content.ts'
/** Queue a mail, and find the latest mails to a user. */
export { findMailsTo, queueMail } from './mail/queue-mail.ts'
/** Lists the notifications of a user, newest first. */
export { listNotifications } from './notifications/list-notifications.ts'
/** A notification in the form that clients read. */
export { toNotificationResource } from './notifications/notification.ts'
/** `notify` creates a notification for a user from a `NewNotification`. */
export { type NewNotification, notify } from './notifications/notify.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./notifications/rpcs.ts'))
const loadSending = lazily(() => import('./mail/send-mail.ts'))
const loadAdminAlerts = lazily(() => import('./deliver-admin-alert.ts'))

/**
 * The endpoints whose code is loaded on first use. The stream is not among them, because its reply begins before an error in
 * loading the code could be known.
 */
const onDemand = [
  sendTestEmailEndpoint,
  requestLinkEndpoint,
  describeLinkEndpoint,
  ...notificationEndpoints.filter((one) => one !== streamNotificationsEndpoint),
]

const streams = {
  name: 'latchkey_notification_streams',
  help: 'Open streams of notifications, and notifications sent on streams.',
} as const

/** Opens the module that stores links, sends mails from the outbox, and stores and streams notifications. */
export function openMessages(users: Users, { mailer }: { mailer: Mailer }): Module {
  const { db, clock, log } = users
  const feed = createNotificationFeed(users)
  const { metric, count } = createMailCounter()
  return {
    routes: [
      ...routesOnDemand(onDemand, async () => (await loadRoutes()).messageRoutes(users, mailer)),
      notificationStream(feed),
    ],
    rpcs: async () => [(await loadRpcs()).notificationRpcs],
    metrics: [metric, withheldMailsMetric(users.mail.withheld), streamsMetric(streams, feed)],
    sweeps: [expiredLinks, expiredBudgets, expiredNotifications],
    start: () => [
      startDelivery({
        db,
        clock,
        log,
        sink: linkSink,
        // People request another link long before half an hour has passed, so later retries are useless.
        retry: { ...retryForever, giveUpAfterMs: 30 * 60_000 },
        deliver: (request) => answerLinkRequest(users, request),
      }),
      startDelivery({
        db,
        clock,
        log,
        sink: mailSink,
        // The longest back-off is ten minutes, because a link is valid for an hour: when the mail server is back, mail must follow
        // soon.
        retry: { ...retryForDays, longestMs: 10 * 60_000 },
        deliver: async (mail) => (await loadSending()).sendMail(users, { mailer, count }, mail),
      }),
      // All admins are notified of new admins, API keys and webhooks, because these keep working after the session in which they
      // were made has ended.
      startDelivery({
        db,
        clock,
        log,
        sink: adminSink,
        retry: retryForever,
        deliver: async (alert) => (await loadAdminAlerts()).deliverAdminAlert(users, alert),
      }),
    ],
    async forgetUser(tx, id) {
      await forgetLinks(tx, id)
      await forgetMail(tx, id)
      await deleteUserNotifications(tx, id)
    },
    async reseal() {
      await resealDeliveries(users, { sink: linkSink, purpose: linkRequestSeal })
      await resealDeliveries(users, { sink: mailSink, purpose: mailSeal })
    },
    stop: feed.stop,
  }
}
