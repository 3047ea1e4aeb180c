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

/** Reads the key of the mailbox out of the data folder. */
export const mailboxKey = (data: string): string => readFileSync(join(data, 'mailbox-key'), 'utf8').trim()

/** Returns the mails that were sent to an address so far, oldest first. */
export async function mailTo(system: Pick<System, 'usersUrl' | 'data'>, to: string): Promise<SentMail[]> {
  const query = `key=${mailboxKey(system.data)}&to=${encodeURIComponent(to)}`
  const { body } = await send('GET', `${system.usersUrl}/dev/mail.json?${query}`)
  return (body.data as SentMail[]).toReversed()
}

/** Waits for a number of mails with a link to a page, and returns the token of the newest. */
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
 * Waits until the outbox is empty: then all mails have been sent. Deliveries to webhooks lead to none, and those to a deleted one wait
 * for the sweep.
 */
export async function mailIsSent(system: System): Promise<void> {
  const db = await system.database('users')
  await until('an empty outbox', async () => {
    const now = system.clock.now()
    // A delivery that failed on a busy machine has its retry later, which never comes on a clock that stands still. So it is made
    // due now. Deliveries in hand have a lease of half a minute, and are left alone.
    await db.query`
      UPDATE outbox SET due_at = ${now}
      WHERE dead_at IS NULL AND last_error IS NOT NULL AND due_at > ${now} AND due_at < ${now + 20_000}`
    const rows = await db.query`SELECT id FROM outbox WHERE dead_at IS NULL AND sink NOT LIKE 'webhook%'`
    return rows.length === 0
  })
}
