import type { Sql } from '#runtime/database/database.ts'
import { type Delivery, takeDelivery } from '#runtime/events/outbox.ts'
import { maxAlertedAdmins, type TimedAlert } from '../core/alert-admins.ts'
import { findAuthorName } from '../core/author-name.ts'
import { findUser, lockAdmins } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { withinMailBudget } from './mail/mail-budget.ts'
import type { MailContent, Maker } from './mail/mail-content.ts'
import { queueMail } from './mail/queue-mail.ts'
import { type NewNotification, notify } from './notifications/notify.ts'

type Told = { notification: Omit<NewNotification, 'userId'>; content: MailContent }

/**
 * The maximum length of the body of a notice: the contract's limit of 4,000 characters, less the 28 by which a username can be
 * longer than the id of the user, which it replaces when the notice is read.
 */
const maxBody = 4_000 - 28

/**
 * Writes a notice to all admins, such as “an API key was created”. The admin who caused it gets it too, since a thief may have
 * used that admin's token. Admins with a confirmed address also get a mail.
 */
export async function deliverAdminAlert(users: Users, delivery: Delivery<TimedAlert>): Promise<void> {
  await users.db.transaction(async (tx) => {
    if (!(await takeDelivery(tx, delivery))) return
    const alert = delivery.payload
    const told = await compose(tx, alert)
    if (!told) return
    for (const admin of await lockAdmins(tx, maxAlertedAdmins)) {
      if (alert.kind === 'admin_added' && alert.userId === admin.id) continue
      await notify(tx, { userId: admin.id, ...told.notification }, users.clock.now())
      if (admin.emailVerifiedAt === null) continue
      const { id: userId, email: to } = admin
      if (!(await withinMailBudget(tx, users, { kind: told.content.kind, to, userId }))) continue
      await queueMail(tx, users, { user: admin, to, content: told.content })
    }
  })
}

/**
 * Composes a notice to admins, in the app and as a mail. The notice holds the ids of users, which are replaced by usernames when
 * it is read; the mail holds the usernames. Returns undefined when it is about a new admin who has been deleted since.
 */
async function compose(tx: Sql, alert: TimedAlert): Promise<Told | undefined> {
  const madeBy = 'by' in alert ? alert.by : null
  const by = await findMaker(tx, madeBy)
  const made = describe(by, madeBy)
  const { at } = alert
  switch (alert.kind) {
    case 'api_key_created': {
      const { apiKeyId: id, name } = alert
      const scopes = alert.scopes.join(' ')
      return {
        notification: {
          type: 'api_key.created',
          title: 'New API key',
          body: `${name}: ${scopes}. Made ${made}. If none of you made it, revoke it.`,
          data: { api_key_id: id, name, scopes: alert.scopes, by: alert.by },
        },
        content: { kind: 'api_key_created', id, name, scopes, by, at },
      }
    }
    case 'webhook_created':
    case 'webhook_changed': {
      const { webhookId: id, url } = alert
      const isNew = alert.kind === 'webhook_created'
      const eventTypes = alert.eventTypes.join(' ')
      return {
        notification: {
          type: isNew ? 'webhook.created' : 'webhook.updated',
          title: isNew ? 'New webhook' : 'Changed webhook',
          body: `${url}: ${eventTypes}. ${isNew ? 'Made' : 'Changed'} ${made}. If it was none of you, delete it.`,
          data: { webhook_id: id, url, event_types: alert.eventTypes, by: alert.by },
        },
        content: { kind: 'webhook_set_up', id, url, eventTypes, isNew, by, at },
      }
    }
    case 'client_created':
    case 'client_changed':
    case 'client_secret_created':
      return composeClientAlert(alert, { by, made })
    case 'admin_added': {
      const user = await findUser(tx, alert.userId)
      if (user?.role !== 'admin') return undefined
      const { id, username: admin } = user
      return {
        notification: {
          type: 'admin.added',
          title: 'New admin',
          body: `${id} is an admin now. Made ${made}. If it was none of you, delete this user.`,
          data: { user_id: id, by: alert.by },
        },
        content: { kind: 'admin_added', admin, by, at },
      }
    }
    case 'user_secured': {
      const { ended, left } = alert
      const user = (await findUser(tx, alert.userId))?.username ?? alert.userId
      const endedPart = ended && `Ended with it, as made since then:\n${ended}\n`
      const leftPart =
        left && `Made by this user or with their API keys before, and still good; look at each:\n${left}\n`
      return {
        notification: {
          type: 'user.secured',
          title: 'Somebody else was at work',
          body: `${alert.userId} took the account back.\n${endedPart}${leftPart}`
            .trim()
            .slice(0, maxBody)
            .toWellFormed(),
          data: { user_id: alert.userId },
        },
        content: { kind: 'user_secured', user, ended, left, at },
      }
    }
  }
}

function composeClientAlert(
  alert: Extract<TimedAlert, { clientId: string }>,
  { by, made }: { by: Maker; made: string },
): Told {
  const { clientId: id, name, at } = alert
  const leadsTo = (alert.leadsTo ?? []).join(' ')
  const what = clientChanges[alert.kind]
  const place = leadsTo === '' ? name : `${name}: ${leadsTo}`
  const body = `${place}. ${what.done} ${made}. If it was none of you, delete it.`
  return {
    notification: {
      type: what.type,
      title: what.title,
      body: body.slice(0, maxBody).toWellFormed(),
      data: { client_id: id, name, by: alert.by },
    },
    content: { kind: 'client_set_up', id, name, leadsTo, change: what.change, by, at },
  }
}

const clientChanges = {
  client_created: { type: 'client.created', title: 'New OpenID client', done: 'Made', change: 'made' },
  client_changed: {
    type: 'client.updated',
    title: 'Changed OpenID client',
    done: 'Changed',
    change: 'changed',
  },
  client_secret_created: {
    type: 'client.secret_created',
    title: 'New secret of an OpenID client',
    done: 'Made',
    change: 'secret',
  },
} as const

async function findMaker(tx: Sql, id: string | null): Promise<Maker> {
  if (id === null) return null
  return (await findAuthorName(tx, id)) ?? { apiKey: id }
}

function describe(by: Maker, id: string | null): string {
  if (!by) return 'on the command line'
  return 'user' in by ? `by ${id}` : `with the API key ${by.apiKey}`
}
