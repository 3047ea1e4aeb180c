import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type System, send } from './system.ts'
import { until } from './until.ts'

export interface SentMail {
  to: string
  subject: string
  text: string
  html: string
  language: string
}

/** Reads the key of the development mailbox from the data folder. */
export const mailboxKey = (data: string): string => readFileSync(join(data, 'mailbox-key'), 'utf8').trim()

/** Returns the mails that were sent to an address until now, oldest first. */
export async function mailTo(system: Pick<System, 'usersUrl' | 'data'>, to: string): Promise<SentMail[]> {
  const query = `key=${mailboxKey(system.data)}&to=${encodeURIComponent(to)}`
  const { body } = await send('GET', `${system.usersUrl}/dev/mail.json?${query}`)
  return (body.data as SentMail[]).toReversed()
}

/** Waits for `count` mails with a link to an account page, and returns the token of the newest link. */
export async function tokenFor(
  system: Pick<System, 'usersUrl' | 'data'>,
  to: string,
  page: string,
  { count = 1 }: { count?: number } = {},
): Promise<string> {
  const link = new RegExp(`/account/${page}\\?token=([\\w-]+)`)
  let found: SentMail[] = []
  await until(`a mail to ${to} with a link to ${page}`, async () => {
    found = (await mailTo(system, to)).filter(({ text }) => link.test(text))
    return found.length >= count
  })
  return link.exec(found.at(-1)?.text ?? '')?.[1] ?? ''
}

/**
 * Waits until no mail is left to be sent in the outbox. Webhook deliveries are not counted: they send no mail, and
 * deliveries to a deleted webhook wait for the sweep.
 */
export async function mailIsSent(system: System): Promise<void> {
  const db = await system.database('users')
  await until('an empty outbox', async () => {
    const now = system.clock.now()
    // A delivery that failed on a busy machine is retried later, but the clock of the test does not move by itself, so the
    // delivery is made due now. Deliveries in progress have a lease of half a minute, and are not changed.
    await db.query`
      UPDATE outbox SET due_at = ${now}
      WHERE dead_at IS NULL AND last_error IS NOT NULL AND due_at > ${now} AND due_at < ${now + 20_000}`
    const rows = await db.query`SELECT id FROM outbox WHERE dead_at IS NULL AND sink NOT LIKE 'webhook%'`
    return rows.length === 0
  })
}
